import { randomBytes } from 'node:crypto'

const codeMs = 5 * 60_000
const accessMs = 3_600_000

/** Codes and tokens of the stub: a code is good once and for five minutes, a refresh token until it is used. */
export function createTokens(now: () => number) {
  const codes = new Map<string, { redirectUri: string; until: number }>()
  const access = new Map<string, number>()
  const refresh = new Set<string>()
  const issue = () => {
    const tokens = {
      access_token: `a-${randomBytes(12).toString('hex')}`,
      refresh_token: `r-${randomBytes(12).toString('hex')}`,
    }
    access.set(tokens.access_token, now() + accessMs)
    refresh.add(tokens.refresh_token)
    return { token_type: 'Bearer', expires_in: accessMs / 1000, ...tokens }
  }
  return {
    code(redirectUri: string): string {
      const code = randomBytes(12).toString('hex')
      codes.set(code, { redirectUri, until: now() + codeMs })
      return code
    },
    /** Null: the grant is used up or unknown. */
    exchange(grant: Record<string, unknown>) {
      if (grant.grant_type === 'authorization_code') {
        const found = codes.get(String(grant.code))
        codes.delete(String(grant.code))
        return found && found.until > now() && found.redirectUri === grant.redirect_uri ? issue() : null
      }
      return grant.grant_type === 'refresh_token' && refresh.delete(String(grant.refresh_token)) ? issue() : null
    },
    isGood: (token: string) => (access.get(token) ?? 0) > now(),
    /** Everything that was given is worth nothing from now on. */
    revoke() {
      access.clear()
      refresh.clear()
    },
  }
}
