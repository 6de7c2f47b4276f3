import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { DigestByShop, DigestPage } from '#contract/digest.ts'
import type { DigestRhythm } from '#contract/words/digest.ts'
import { unreadOf } from '#contract/words/unread-sales.ts'
import type { Principal, Scoped } from '../context.ts'
import type { Database, Db } from '../db/client.ts'
import { digestSubscription } from '../db/schema/digest.ts'
import { inScope } from '../db/scope.ts'
import { isAnythingLeft } from '../figures/count-later.ts'
import { lastPeriod, periodAfter, readDigest } from '../figures/digest.ts'
import { readDigestByShop } from '../figures/digest-by-shop.ts'
import { judgeShops } from '../figures/judged-shops.ts'
import { addDays, type Period, weekdayOf } from '../figures/periods.ts'
import { type ReportScope, readReportScope } from '../figures/report-scope.ts'
import { personOf } from '../identity/person.ts'
import { reachOf, shopsOf, viewerOf } from '../identity/reach.ts'
import { tokyoDayOf, toTokyoDateTime } from '../lib/time.ts'
import type { DigestJob, Jobs } from './jobs.ts'
import { digestLetter } from './letters.ts'
import type { Send } from './mailer.ts'

/** Hours in Tokyo between which 月曜の一枚 is written; later than this its week is no news. */
const hours = { from: 8, to: 20 }

/**
 * On Mondays, and on the 1st of a month, from 8 to 20 o'clock: a job for each subscriber whose period has not been seen to,
 * as soon as the data reach its end. Marked in the same transaction, so that several processes or a restart write none twice.
 */
export async function writeDigests(
  { database, jobs }: { database: Database; jobs: Pick<Jobs, 'ready' | 'add'> },
  now: Date,
): Promise<void> {
  const [today, time] = toTokyoDateTime(now).split('T') as [string, string]
  const hour = Number(time.slice(0, 2))
  if (hour < hours.from || hour >= hours.to) return
  const due = (['week', 'month'] as const).filter((rhythm) => isDay(rhythm, today))
  if (due.length === 0 || (await isAnythingLeft(database.db)) || !(await database.hasRoom())) return
  const { dataDate } = await readReportScope(database.db, 'all')
  await jobs.ready()
  for (const rhythm of due) {
    const period = lastPeriod(rhythm, today)
    if (dataDate === null || dataDate < period.to) continue
    await database.db.transaction(async (tx) => {
      const isUnseen = or(isNull(digestSubscription.seenTo), lt(digestSubscription.seenTo, period.from))
      const unseen = await tx
        .select({ staffId: digestSubscription.staffId, seenTo: digestSubscription.seenTo })
        .from(digestSubscription)
        .where(and(eq(digestSubscription.rhythm, rhythm), isUnseen))
        .for('update')
      if (unseen.length === 0) return
      const staffIds = unseen.map(({ staffId }) => staffId)
      await tx
        .update(digestSubscription)
        .set({ seenTo: period.from })
        .where(inArray(digestSubscription.staffId, staffIds))
      for (const { staffId, seenTo } of unseen) {
        // Since the last page there is a period that nobody has judged: silence about it would read as "no change".
        const next = seenTo && periodAfter(rhythm, seenTo).from
        const missed = next && next < period.from ? { missedSince: next } : {}
        await jobs.add(tx, 'mail', { kind: 'digest', staffId, rhythm, day: today, ...missed })
      }
    })
  }
}

const isDay = (rhythm: DigestRhythm, day: string) => (rhythm === 'month' ? day.endsWith('-01') : weekdayOf(day) === 1)

/** The page of the last week or month that was over on `today`, by this person's rights; null without the right to it. */
export async function digestPage(
  scoped: Scoped,
  principal: Principal,
  { rhythm, today }: { rhythm: DigestRhythm; today: string },
): Promise<DigestPage | null> {
  if (reachOf(principal, 'report.analysis') === null) return null
  const money = reachOf(principal, 'report.money') !== null
  const scope = await readReportScope(scoped, shopsOf(principal), { money })
  const period = lastPeriod(rhythm, today)
  const unreadSales = unreadOf(scope.reach.unreadSales, period)
  const page = await readDigest(scoped, scope, { rhythm, period, money })
  return { ...period, dataAsOf: scope.dataAsOf && toTokyoDateTime(scope.dataAsOf), unreadSales, ...page }
}

/**
 * The last week that the data reach, by shop, by this person's rights; null without the right to it. Before the first data
 * nothing is judged.
 */
export async function digestByShop(scoped: Scoped, principal: Principal, today: string): Promise<DigestByShop | null> {
  if (reachOf(principal, 'report.analysis') === null) return null
  const money = reachOf(principal, 'report.money') !== null
  const scope = await readReportScope(scoped, shopsOf(principal), { money })
  const period = lastKnownWeek(scope, today)
  return {
    ...period,
    dataAsOf: scope.dataAsOf && toTokyoDateTime(scope.dataAsOf),
    isOld: period.to < lastPeriod('week', today).to,
    unreadSales: unreadOf(scope.reach.unreadSales, period),
    ...(await readDigestByShop(scoped, scope, { rhythm: 'week', period, money })),
  }
}

/** The last week that was over on `today`, or that the data reach. */
function lastKnownWeek({ dataDate }: ReportScope, today: string): Period {
  const last = lastPeriod('week', today)
  return dataDate !== null && dataDate < last.to ? lastPeriod('week', addDays(dataDate, 1)) : last
}

/** Judges the last week of all shops before its first reader does: 200 shops take seconds. */
export async function judgeAhead(db: Db, now: Date): Promise<void> {
  const scope = await readReportScope(db, 'all', { money: true })
  if (scope.dataDate === null) return
  const period = lastKnownWeek(scope, tokyoDayOf(now))
  await judgeShops(db, scope, { rhythm: 'week', period, money: true })
}

interface Written {
  database: Database
  send: Send
  appUrl: string
  clock: () => Date
}

/**
 * Sends the page with the rights of now; nothing where nothing is beyond chance and no page before it is missing, or to
 * who has ended it meanwhile.
 */
export async function sendDigest({ database, send, appUrl, clock }: Written, job: DigestJob): Promise<void> {
  const { staffId, rhythm, day, isAskedFor = false, missedSince = null } = job
  const person = await personOf(database.db, staffId, clock())
  const [subscription] = await database.db
    .select()
    .from(digestSubscription)
    .where(and(eq(digestSubscription.staffId, staffId), isAskedFor ? undefined : eq(digestSubscription.rhythm, rhythm)))
  if (!person || (!subscription && !isAskedFor)) return
  const page = await inScope(database, viewerOf(person), 'read', (scoped) =>
    digestPage(scoped, person, { rhythm, today: day }),
  )
  if (!page || (page.findings.length === 0 && !isAskedFor && missedSince === null)) return
  const stopLink = subscription ? `${appUrl}/unsubscribe?digest=${subscription.stopToken}` : null
  const findings = page.findings.map((one) => ({ ...one, link: appUrl + one.path }))
  const { displayName, email } = person
  const missed = missedSince === null ? null : { from: missedSince, to: addDays(page.from, -1) }
  const letter = digestLetter({ displayName, ...page, findings, missed, stopLink, settings: `${appUrl}/account` })
  await send(email, { ...letter, unsubscribeUrl: stopLink })
}
