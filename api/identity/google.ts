import { createRemoteJWKSet, errors, importPKCS8, jwtVerify, SignJWT } from 'jose'
import { ApiError } from '#contract/errors.ts'
import { customTokenAudience, customTokenSeconds, type Identity, maxTokenLength, readClaims } from './identity.ts'

const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

export interface ServiceAccount {
  projectId: string
  clientEmail: string
  /** PKCS#8 PEM; `\n` may be written as two characters, as .env files have it. */
  privateKey: string
  /** URL of the provider's public keys; another one in tests only. */
  keysUrl?: string
}

const fewestKeyBits = 2048

/**
 * Firebase: RS256 both ways. Not firebase-admin, which does not run on every runtime. Rejects when the private key
 * cannot be read or has fewer than 2048 bits.
 */
export async function googleIdentity(account: ServiceAccount): Promise<Identity> {
  const { projectId, clientEmail, privateKey, keysUrl = googleKeys } = account
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: 5_000 })
  const signingKey = await importPKCS8(privateKey.replaceAll('\\n', '\n'), 'RS256')
  const { modulusLength } = signingKey.algorithm as { modulusLength?: number }
  if (!modulusLength || modulusLength < fewestKeyBits) throw new Error('The key is too short.')
  return {
    customToken: async (uid, sid, now) => {
      const iat = Math.floor(now.getTime() / 1000)
      return new SignJWT({ uid, claims: { sid } })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(clientEmail)
        .setSubject(clientEmail)
        .setAudience(customTokenAudience)
        .setIssuedAt(iat)
        .setExpirationTime(iat + customTokenSeconds)
        .sign(signingKey)
    },
    verify: async (idToken, now) => {
      // jose alone would accept an array of audiences, and white space around the token.
      if (idToken.length > maxTokenLength || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(idToken)) return null
      try {
        const { payload } = await jwtVerify(idToken, keys, { algorithms: ['RS256'], currentDate: now })
        return readClaims(payload, projectId, now)
      } catch (error) {
        if (isDishonest(error)) return null
        // Unreachable keys must not sign anyone out.
        throw new ApiError('upstream')
      }
    },
  }
}

const isDishonest = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  // The key set answered something other than 200 with JSON.
  error.code !== 'ERR_JOSE_GENERIC'
