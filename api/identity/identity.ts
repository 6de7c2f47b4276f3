/**
 * The identity provider as the API sees it: mints the token that signs a browser in, and verifies the browser's ID
 * token.
 */
export interface Identity {
  /** Signs the SDK in as `uid`; every ID token then carries `sid`. */
  customToken(uid: string, sid: string, now: Date): Promise<string>
  /** The user of an ID token; null when it is invalid or expired. */
  verify(idToken: string, now: Date): Promise<{ uid: string; sid: string } | null>
}

/** The provider's user id for a person. */
export const uidOf = (userId: string) => `staff-${userId}`

/** An ID token has about 1 kB; longer ones are refused unread. */
export const maxTokenLength = 4096

export const customTokenAudience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** A custom token can be replayed while it is valid; the SDK uses it within seconds. */
export const customTokenSeconds = 300

const clockSkewSeconds = 60

/** The claims that Firebase requires in an ID token, plus our `sid`. The caller verifies signature and algorithm. */
export function readClaims(claims: Record<string, unknown>, projectId: string, now: Date) {
  const seconds = now.getTime() / 1000
  const isPast = (value: unknown) => typeof value === 'number' && value <= seconds + clockSkewSeconds
  // Both are created by us; nothing else reaches the database.
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
