import type { Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { sessionEnds } from '#contract/words/session.ts'
import type { Principal } from '../context.ts'
import { endOf, noteUse, principalOf } from '../identity/session.ts'
import type { Services, Variables } from './services.ts'

/**
 * Authenticates the caller by a provider token and a live session of an active account; 401 otherwise, and 429 where
 * too many of these came from the caller's network. Who has a session is never held up by others there. The
 * answer says what has ended a session.
 */
export async function authenticate(
  { database, identity, strangers, log }: Pick<Services, 'database' | 'identity' | 'strangers' | 'log'>,
  c: Context<{ Variables: Variables }>,
  now: Date,
): Promise<Principal> {
  const token = c.req.header('authorization')?.match(/^Bearer ([^\s]+)$/i)?.[1]
  const claims = token ? await identity.verify(token, now) : null
  const principal = claims && (await principalOf(database.db, claims, now))
  if (!principal) {
    await strangers.refused(c.get('address'))
    const endedBy = claims && (await endOf(database.db, claims))
    throw new ApiError('unauthenticated', endedBy ? { message: sessionEnds[endedBy], endedBy } : {})
  }
  c.set('staffId', principal.staffId)
  await noteUse(database, principal, c.get('address'), now).catch((error) => {
    log.failure({ requestId: c.get('requestId'), route: c.get('route'), error })
  })
  return principal
}
