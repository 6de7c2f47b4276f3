/** The identity provider as the API sees it: it mints what signs a browser in, and reads what the browser brings. */
export interface Identity {
  /** Signs the SDK in as `uid`; `sid` rides along into every ID token. */
  customToken(uid: string, sid: string, now: Date): Promise<string>
  /** Whose ID token this is; null when it is not a live, honest one. */
  verify(idToken: string, now: Date): Promise<{ uid: string; sid: string } | null>
}

/** The provider's name for a person. */
export const uidOf = (userId: string) => `staff-${userId}`

/** A signed-in browser's token is about 1 kB; what is longer is not looked at. */
export const maxTokenLength = 4096

export const customTokenAudience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** A custom token can be replayed as long as it lives; the SDK uses it within seconds. */
export const customTokenSeconds = 300

const clockSkewSeconds = 60

/** What Firebase says an ID token must hold, plus our own `sid`. Signature and algorithm are the caller's. */
export function readClaims(claims: Record<string, unknown>, projectId: string, now: Date) {
  const seconds = now.getTime() / 1000
  const isPast = (value: unknown) => typeof value === 'number' && value <= seconds + clockSkewSeconds
  // Both are of our own making; nothing else reaches the database.
  const isName = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,128}$/.test(value)
  const isHonest =
    claims.aud === projectId &&
    claims.iss === `https://securetoken.google.com/${projectId}` &&
    typeof claims.exp === 'number' &&
    claims.exp > seconds &&
    isPast(claims.iat) &&
    isPast(claims.auth_time) &&
    isName(claims.sub) &&
    isName(claims.sid)
  return isHonest ? { uid: claims.sub as string, sid: claims.sid as string } : null
}
