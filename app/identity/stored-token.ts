import { publicConfig } from '~/lib/config'
import type { PublicConfig } from '~/server/environment.server'

/** The SDK's margin: it refreshes a token with less than this left (ms). */
const expiryMargin = 30_000

/** Where firebase/auth 12.19 stores the user (browserLocalPersistence). Undocumented, so the version is pinned. */
export const identityEntryOf = (config: PublicConfig) => `firebase:authUser:${config.firebase.apiKey}:[DEFAULT]`
export const identityEntry = () => identityEntryOf(publicConfig())

export const hasStoredIdentity = () => localStorage.getItem(identityEntry()) !== null

/** The uid of whoever is signed in on this browser; null without one. */
export function storedPerson(): string | null {
  try {
    return JSON.parse(localStorage.getItem(identityEntry()) ?? 'null')?.uid ?? null
  } catch {
    return null
  }
}

/**
 * The ID token that the SDK has stored, while it is valid; null on anything unexpected: then the SDK decides.
 * Read from storage each time, never cached. The API checks the token and its session row at every call.
 */
export function storedToken(): string | null {
  try {
    const entry = JSON.parse(localStorage.getItem(identityEntry()) ?? 'null')
    const { accessToken, expirationTime } = entry.stsTokenManager
    return typeof accessToken === 'string' && expirationTime > Date.now() + expiryMargin ? accessToken : null
  } catch {
    return null
  }
}
