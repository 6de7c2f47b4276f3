import { and, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../context.ts'
import { pageOf } from '../../db/page.ts'
import { session } from '../../db/schema/identity.ts'

type Caller = Pick<Ctx, 'scoped' | 'principal' | 'now'>

/** Only the caller's own: row-level security would show colleagues' too. */
const isOwnAndLive = ({ principal, now }: Caller) =>
  and(eq(session.staffId, principal.staffId), isNull(session.revokedAt), gt(session.expiresAt, now))

const lastUsedAt = sql<Date>`coalesce(${session.lastUsedAt}, ${session.createdAt})`.mapWith(session.createdAt)

/** One page of the caller's live sessions: the current one first, then by last use. */
export const listSessions = (ctx: Caller, page: { offset: number; limit: number }) =>
  pageOf(
    ctx.scoped,
    ctx.scoped
      .select({
        id: session.id,
        sid: session.sid,
        userAgent: session.userAgent,
        ip: session.ip,
        createdAt: session.createdAt,
        lastUsedAt,
      })
      .from(session)
      .$dynamic(),
    {
      from: session,
      where: isOwnAndLive(ctx),
      orderBy: [sql`${session.sid} = ${ctx.principal.sid} desc`, sql`${lastUsedAt} desc`, sql`${session.id} desc`],
      page,
    },
  )

/** Ends the caller's live sessions selected by `which`, except the current one; returns their number. */
async function end(ctx: Caller, which?: SQL): Promise<number> {
  const { scoped, principal, now } = ctx
  const ended = await scoped
    .update(session)
    .set({ revokedAt: now, endedBy: 'elsewhere' })
    .where(and(isOwnAndLive(ctx), ne(session.sid, principal.sid), which))
    .returning({ id: session.id })
  return ended.length
}

export const endOther = (ctx: Caller, id: string) => end(ctx, eq(session.id, id))
export const endOthers = (ctx: Caller) => end(ctx)

/** Whether this is the session of the call. */
export async function isCurrent({ scoped, principal }: Caller, id: string): Promise<boolean> {
  const [found] = await scoped.select({ id: session.id }).from(session).where(eq(session.sid, principal.sid))
  return found?.id === id
}
