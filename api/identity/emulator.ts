import { customTokenAudience, customTokenSeconds, type Identity, maxTokenLength, readClaims } from './identity.ts'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * The Firebase Auth emulator signs nothing: anybody can write such a token. `configured.ts` loads this module only
 * where an emulator on loopback is named, which production refuses.
 */
export function emulatorIdentity(projectId: string): Identity {
  return {
    customToken: async (uid, sid, now) => {
      const iat = Math.floor(now.getTime() / 1000)
      const account = 'firebase-auth-emulator@example.com'
      const payload = { aud: customTokenAudience, iss: account, sub: account, iat, exp: iat + customTokenSeconds, uid }
      return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...payload, claims: { sid } })}.`
    },
    verify: async (idToken, now) => {
      if (idToken.length > maxTokenLength || !/^[\w-]+\.[\w-]+\.$/.test(idToken)) return null
      const [header, payload] = idToken.split('.', 2).map(decode)
      if (header?.alg !== 'none' || !payload) return null
      return readClaims(payload, projectId, now)
    },
  }
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
