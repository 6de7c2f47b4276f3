import type { ClubSystem } from './club-system.ts'
import type { ReadRow } from './provider-rows.ts'

export interface Tokens {
  accessToken: string
  /** Absent: the refresh token before it stays valid. */
  refreshToken?: string
  expiresAt: Date
}

/** The record that a webhook reports as changed: it is to be read again. */
export type HintKind = 'members' | 'bookings'
export interface Hint {
  kind: HintKind
  /** Theirs. */
  id: string
}
export interface SignedHint {
  /** Counts once. */
  nonce: string
  /** Null: the record's kind is not synced. */
  hint: Hint | null
}

/** What the product needs of a club system: the way to its permission, and what is read with it. */
export interface ClubSystemDriver {
  /** Settings that are missing, by name; with any of them nothing below works. */
  missing: readonly string[]
  /** The addresses of a brand code, as they are shown. */
  addressesOf(brandCode: string): { api: string; admin: string }
  /** The address where a person gives the permission. */
  authorizeUrl(of: { brandCode: string; redirectUri: string; state: string }): string
  exchangeCode(of: { brandCode: string; redirectUri: string; code: string }): Promise<Tokens>
  renew(of: { brandCode: string; refreshToken: string }): Promise<Tokens>
  readRow: ReadRow
  /** What a webhook says that this secret has signed; `late` where its time is too far from ours. */
  readWebhook(
    sent: { headers: (name: string) => string | undefined; body: Uint8Array },
    secret: string,
    now: Date,
  ): SignedHint | 'late' | null
  open(of: { brandCode: string; accessToken: string }): ClubSystem
}
