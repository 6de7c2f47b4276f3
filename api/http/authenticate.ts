import type { Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { sessionEnds } from '#contract/words/session.ts'
import type { Principal } from '../context.ts'
import { endOf, noteUse, principalOf } from '../identity/session.ts'
import type { Services, Variables } from './services.ts'

/**
 * Authenticates the caller by a provider token and a live session of an active account; otherwise 401 with the reason
 * the session ended, or 429 after too many of these from the caller's network. Callers with a session are never limited
 * by others on their network.
 */
export async function authenticate(
  { database, identity, strangers, log }: Pick<Services, 'database' | 'identity' | 'strangers' | 'log'>,
  c: Context<{ Variables: Variables }>,
  now: Date,
): Promise<Principal> {
  const token = c.req.header('authorization')?.match(/^Bearer ([^\s]+)$/i)?.[1]
  const claims = token ? await identity.verify(token, now) : null
  const principal = claims && (await principalOf(database.reads, claims, now))
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
