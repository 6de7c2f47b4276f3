import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { hintKeys, theirKey } from '../../../provider/answers.ts'
import type { Hint, HintKind, SignedHint } from '../driver.ts'
import { zProviderId } from './shapes.ts'

/** Assumption: the header of the signature. */
const header = 'x-webhook-event'
/** It has four short fields. */
const longestHeader = 2_000
/** Assumption: how far a clock may be from ours. */
const toleranceMs = 5 * 60_000

/** Assumption: the fields of the header; seconds since 1970. No colon, so that what is signed is read in one way. */
const Signed = z.object({
  timestamp: z
    .union([z.int().nonnegative(), z.string()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,12}$/)),
  nonce: z.string().regex(/^[!-9;-~]{1,200}$/),
  signature: z.string().regex(/^[0-9a-f]{64}$/i),
  signature_algorithm: z.literal('HMAC-SHA256'),
})

/** Assumption: the body names what has changed by its number; a plan is its member's. */
const Body = z.looseObject({ type: z.string() })
/** Assumption: the first word of a type. */
const kinds: readonly { begins: string; kind: HintKind; of: 'reservation_id' | 'member_id' }[] = [
  { begins: 'reservation.', kind: 'bookings', of: 'reservation_id' },
  { begins: 'member', kind: 'members', of: 'member_id' },
]

interface Sent {
  headers: (name: string) => string | undefined
  body: Uint8Array
}

/**
 * What a webhook says, where this secret has signed it: `late` where its time is too far from ours. Null for anything
 * else. Nothing of the body is parsed before that.
 */
export function readWebhook({ headers, body }: Sent, secret: string, now: Date): SignedHint | 'late' | null {
  const signed = signedIn(headers(header))
  // Calculated in any case, so that an invalid header takes as long as a valid one.
  const { timestamp, nonce, signature } = signed ?? { timestamp: '0', nonce: '', signature: '0'.repeat(64) }
  const expected = createHmac('sha256', secret).update(body).update(`:${timestamp}:${nonce}`).digest()
  const isTheirs = timingSafeEqual(expected, Buffer.from(signature, 'hex'))
  if (!signed || !isTheirs) return null
  if (Math.abs(Number(timestamp) * 1000 - now.getTime()) > toleranceMs) return 'late'
  return { nonce, hint: hintIn(body) }
}

function signedIn(text: string | undefined) {
  if (text === undefined || text.length > longestHeader) return null
  return Signed.safeParse(jsonOf(text)).data ?? null
}

/** Null: the kind is not synced. */
function hintIn(body: Uint8Array): Hint | null {
  const told = Body.safeParse(jsonOf(new TextDecoder().decode(body))).data
  const known = told && kinds.find(({ begins }) => told.type.startsWith(begins))
  const id = known && zProviderId.safeParse(told[theirKey(hintKeys, known.of)]).data
  return id && /^\w{1,20}$/.test(id) ? { kind: known.kind, id } : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
