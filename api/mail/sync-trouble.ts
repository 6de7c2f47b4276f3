import { and, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { syncRun } from '../db/schema/club-sync.ts'
import { clubConnection } from '../db/schema/club-system.ts'
import { missingMember } from '../db/schema/missing-member.ts'
import { staff } from '../db/schema/organisation.ts'
import { isWhole } from '../sync/runs.ts'
import type { Jobs, SyncTroubleJob } from './jobs.ts'

/** Rows that cannot be read are reported at once, and then once a week while there are any. */
const weekMs = 7 * 24 * 3_600_000

/** For `sync_run`: everything was read to its end, and some rows are not here. */
const isWithoutRows = sql`state = 'partial' and not exists (select from sync_part p where p.run_id = sync_run.id and p.state = 'failed')`

/** Reported less than a week ago, with no run since that brought everything; of older runs nothing more is reported. */
const isReportedAlready = (now: Date) => sql`exists (
  select from sync_run t where t.brand_code = sync_run.brand_code and t.kind <> 'day' and t.state = 'partial' and t.id <> sync_run.id and (
    t.began_at > sync_run.began_at or t.told_at > ${new Date(now.getTime() - weekMs).toISOString()}::timestamptz
      and not exists (select from sync_part p where p.run_id = t.id and p.state = 'failed')
      and not exists (select from sync_run d where d.brand_code = t.brand_code and d.kind <> 'day' and d.state = 'done'
        and d.began_at between t.began_at and sync_run.began_at)))`

/** After the beginning of a night, nothing having come since. */
const silentMs = 14 * 3_600_000

/**
 * Tells every admin by letter, once each: of a run that failed, whole or in part (once a week where only rows are missing),
 * of a run that has left missing members to
 * people, and where nothing has come since the night began 14 hours ago, `night` being that beginning.
 */
export async function tellOfTrouble(
  { database: { db }, jobs }: { database: Pick<Database, 'db'>; jobs: Pick<Jobs, 'ready' | 'add'> },
  { now, night }: { now: Date; night: Date },
): Promise<void> {
  // One by day is made up for within the hour, and by the night, of which there is none without the permission.
  const isToBeTold = or(
    ne(syncRun.kind, 'day'),
    sql`${syncRun.endedAt} >= (select refused_at from club_connection where sealed is not null)`,
  )
  const isKnown = sql`(${isWithoutRows} and ${isReportedAlready(now)})`
  const notReported = and(
    inArray(syncRun.state, ['failed', 'partial']),
    isToBeTold,
    isNull(syncRun.toldAt),
    not(isKnown),
  )
  const isSilent = now.getTime() - night.getTime() >= silentMs
  const [failed] = await db.select({ id: syncRun.id }).from(syncRun).where(notReported).limit(1)
  const isUnknown = and(eq(missingMember.state, 'waiting'), isNull(missingMember.toldAt))
  const [waiting] = await db.select({ id: missingMember.id }).from(missingMember).where(isUnknown).limit(1)
  if (!failed && !waiting && !isSilent) return
  await jobs.ready()
  await db.transaction(async (tx) => {
    const runs = await tx.update(syncRun).set({ toldAt: now }).where(notReported).returning()
    const troubles: Omit<SyncTroubleJob, 'adminId'>[] = runs.map(({ state, sentence }) => ({
      ...{ kind: state === 'failed' ? ('syncFailed' as const) : ('syncPartial' as const), sentence: sentence ?? '' },
    }))
    const missing = await tx
      .update(missingMember)
      .set({ toldAt: now })
      .where(isUnknown)
      .returning({ runId: missingMember.runId })
    for (const ofRun of Map.groupBy(missing, ({ runId }) => runId).values()) {
      troubles.push({ kind: 'membersMissing', sentence: `${ofRun.length.toLocaleString('ja-JP')}名` })
    }
    const at = sql`${night.toISOString()}::timestamptz`
    const silent = isSilent
      ? await tx
          .update(clubConnection)
          .set({ silenceToldAt: now })
          .where(sql`${clubConnection.sealed} is not null and ${clubConnection.connectedAt} < ${at}
            and (${clubConnection.silenceToldAt} >= ${at}) is not true
            and not exists (select from sync_run where state in ('done', 'partial') and ${isWhole} and ended_at >= ${at})
            and not exists (select from sync_run where state = 'failed' and ${isWhole} and began_at >= ${at})
            and not exists (select from sync_run where state in ('running', 'stopping') and lease_until > ${now.toISOString()}::timestamptz)`)
          .returning({ id: clubConnection.id })
      : []
    if (silent.length > 0) troubles.push({ kind: 'syncSilent', sentence: '' })
    if (troubles.length === 0) return
    const admins = await tx
      .select({ id: staff.id })
      .from(staff)
      .where(and(eq(staff.isAdmin, true), eq(staff.status, 'active')))
    for (const trouble of troubles) for (const { id } of admins) await jobs.add(tx, 'mail', { ...trouble, adminId: id })
  })
}
