import type { Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import type { Principal } from '../context.ts'
import { principalOf } from '../identity/session.ts'
import type { Services, Variables } from './services.ts'

/**
 * Authenticates the caller by a provider token and a live session of an active account; 401 otherwise, and 429 where
 * too many of these came from the caller's network. Who has a session is never held up by others there.
 */
export async function authenticate(
  { database, identity, strangers }: Pick<Services, 'database' | 'identity' | 'strangers'>,
  c: Context<{ Variables: Variables }>,
  now: Date,
): Promise<Principal> {
  const token = c.req.header('authorization')?.match(/^Bearer ([^\s]+)$/i)?.[1]
  const claims = token ? await identity.verify(token, now) : null
  const principal = claims && (await principalOf(database.db, claims, now))
  if (!principal) {
    await strangers.refused(c.get('address'))
    throw new ApiError('unauthenticated')
  }
  c.set('staffId', principal.staffId)
  return principal
}
