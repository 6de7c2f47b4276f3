import { z } from 'zod'
import type { Tokens } from '../driver.ts'
import { type Addresses, authorizePath, tokenPath } from './addresses.ts'
import { ask, failureOf, type Line } from './client.ts'

export interface Client {
  id: string
  secret: string
}

/** The provider's page on which a person gives their permission. */
export function authorizeUrl(
  { admin }: Addresses,
  client: Pick<Client, 'id'>,
  { redirectUri, state }: { redirectUri: string; state: string },
): string {
  const query = { response_type: 'code', client_id: client.id, redirect_uri: redirectUri, state }
  return `${admin}${authorizePath}?${new URLSearchParams(query)}`
}

/** Assumption: what the token address answers; the refresh token may be absent, and then the one before stays good. */
const TokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  /** Seconds. */
  expires_in: z.number().positive().default(3600),
})

export type Grant =
  | { grant_type: 'authorization_code'; code: string; redirect_uri: string }
  | { grant_type: 'refresh_token'; refresh_token: string }

/**
 * Requests new tokens for a code or a refresh token, with a JSON body. A code or a token that is used up is a failure
 * `unauthorized`. `now`: the time of the request, from which the tokens' lifetime runs.
 */
export async function requestTokens(
  line: Line,
  { admin }: Addresses,
  client: Client,
  grant: Grant,
  now: Date,
): Promise<Tokens> {
  const answer = await ask(line, {
    method: 'POST',
    url: `${admin}${tokenPath}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: client.id, client_secret: client.secret, ...grant }),
  })
  const found = TokenAnswer.safeParse(answer)
  if (!found.success) throw failureOf('unexpected')
  const { access_token, refresh_token, expires_in } = found.data
  return {
    accessToken: access_token,
    ...(refresh_token && { refreshToken: refresh_token }),
    expiresAt: new Date(now.getTime() + expires_in * 1000),
  }
}
