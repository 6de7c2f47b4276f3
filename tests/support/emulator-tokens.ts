/** A person's tokens of the identity provider: an hour's, and the one that renews it. */
export interface Tokens {
  idToken: string
  refreshToken: string
}

export function post(url: string, body: object) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** The tokens of a demo account, as the browser gets them. */
export async function tokensOf(api: string, emulatorPort: number, email = 'manager@example.jp'): Promise<Tokens> {
  const login = await post(`${api}/api/admin/auth/login`, { email, password: 'asa-no-rajio-taiso' })
  const { firebaseToken } = (await login.json()) as { firebaseToken: string }
  const exchange = await post(
    `http://127.0.0.1:${emulatorPort}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=demo-key`,
    { token: firebaseToken, returnSecureToken: true },
  )
  return (await exchange.json()) as Tokens
}
