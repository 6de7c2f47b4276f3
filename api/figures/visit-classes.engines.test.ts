import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VisitClass } from '#contract/words/member.ts'
import { usualThresholds } from '#contract/words/visit-class.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { changes, dayStartHours, derivedOf, history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { rowsOf } from '../db/expressions.ts'
import { countLater } from './count-later.ts'
import { addDays, daysOf, earlier, monthOf } from './periods.ts'
import { type Facts, PlainCount } from './plain-count.ts'
import { rebuildEverything } from './rollup.ts'
import { countedClasses, populationOf, storedClasses, type Thresholds } from './visit-classes.ts'

// Changes in visits against a plain count over the facts, day by day, over random histories.

let club: Awaited<ReturnType<typeof openFacts>>
const minMonths = 4
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
  await club.db.execute(sql`update shop_plan set min_months = ${minMonths}`)
})
afterAll(() => club.close())

const members = Array.from({ length: people }, (_, at) => at + 1)

/** docs/domain.md, "Changes in visits", word by word. */
function plainClasses(plain: PlainCount, joined: (string | null)[], set: number[], day: string, of: Thresholds) {
  const classes: Partial<Record<VisitClass, number>> = {}
  const byMember = new Map<number, VisitClass>()
  const risks = new Map<number, [string, string[]]>()
  for (const member of members) {
    const now = plain.atClose(member, day)
    if (!now || now.kind === 'suspension' || !set.includes(now.shop)) continue
    const came = (from: string, to: string) => plain.visitDaysOf(member, { from, to })
    let since = day
    while (plain.covering(member, addDays(since, -1))) since = addDays(since, -1)
    const isBack = daysOf({ from: '2025-10-01', to: addDays(since, -1) }).some((date) => plain.covering(member, date))
    const given = joined[member - 1] ?? null
    if (!isBack && given !== null && given < since) since = given
    const [w, before] = [
      came(addDays(day, 1 - of.windowDays), day),
      came(addDays(day, 1 - 2 * of.windowDays), addDays(day, -of.windowDays)),
    ]
    const isSince = since > addDays(day, -2 * of.windowDays)
    const key: VisitClass = isSince
      ? 'new'
      : before === 0 && w > 0
        ? 'returned'
        : before > 0 && w === 0
          ? 'newlyDormant'
          : w === 0
            ? 'dormant'
            : w <= before - of.minDiff && w <= (1 - of.ratio) * before
              ? 'decrease'
              : w >= before + of.minDiff && w >= (1 + of.ratio) * before
                ? 'increase'
                : 'stable'
    classes[key] = (classes[key] ?? 0) + 1
    byMember.set(member, key)
    risks.set(member, plainRisk(plain, member, { key, w, before, since }, day))
  }
  return { classes, byMember, risks }
}

/** docs/domain.md, "離脱リスク", word by word. */
function plainRisk(
  plain: PlainCount,
  member: number,
  { key, w, before, since }: { key: VisitClass; w: number; before: number; since: string },
  day: string,
): [string, string[]] {
  if (key === 'new') return ['new', []]
  const termFrom = plain.covering(member, day)?.from ?? day
  const paused = Array.from({ length: 60 }, (_, at) => addDays(day, -at - 1)).find(
    (date, at, dates) =>
      plain.covering(member, date)?.kind === 'suspension' &&
      dates.slice(0, at).every((later) => plain.covering(member, later)),
  )
  const signs = [
    ...(key === 'dormant' || key === 'newlyDormant' ? ['stopped'] : []),
    ...(key === 'decrease' ? ['decrease', ...(w * 3 <= before ? ['third'] : [])] : []),
    ...(day >= monthsAfter(since, 3) && day < monthsAfter(since, 7) ? ['tenure'] : []),
    ...(daysOf({ from: day, to: addDays(day, 60) }).includes(addDays(monthsAfter(termFrom, minMonths), -1))
      ? ['term']
      : []),
    ...(paused ? ['resumed'] : []),
  ]
  const visits = signs.some((sign) => ['stopped', 'decrease'].includes(sign))
  const high = signs.includes('stopped') || (visits && signs.length > 1)
  return [high ? 'high' : visits || signs.length > 1 ? 'mid' : 'low', signs]
}

/** The day so many months later, or the last of that month. */
function monthsAfter(date: string, months: number) {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  last.setUTCDate(Math.min(day, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

const some = (classes: Partial<Record<VisitClass, number>>) =>
  Object.fromEntries(Object.entries(classes).filter(([, count]) => count > 0))

const joinedDays = fc.array(fc.constantFrom(null, '2025-11-20', '2026-01-15', '2026-02-05'), {
  minLength: people,
  maxLength: people,
})
const join = (joined: (string | null)[]) =>
  Promise.all(
    joined.map((day, at) => club.db.execute(sql`update member set joined_on = ${day}::date where id = ${at + 1}`)),
  )

describe('for any history', { timeout: 120_000 }, () => {
  test('the classes of every month, day, shop and threshold equal a plain count and add up to 稼働会員', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        joinedDays,
        fc.record({
          windowDays: fc.constantFrom(7, 10, 28),
          minDiff: fc.constantFrom(1, 2),
          ratio: fc.constantFrom(0.3, 0.5),
        }),
        async ({ until, facts }, joined, thresholds) => {
          await club.happened(until, facts)
          await join(joined)
          const plain = new PlainCount(facts as Facts, until, plainClub)
          for (const month of [1, 2, 3].filter((one) => monthOf(2026, one).from <= until)) {
            const { from, to } = monthOf(2026, month)
            const day = earlier(to, until)
            for (const set of [[1], [1, 3], shops]) {
              const ids = set.map(String)
              const { close, before } = (await storedClasses(club.db, ids, [from])).get(from) ?? {}
              if (!close || !before) throw new Error('a requested month is missing')
              expect(some(close.classes)).toEqual(plainClasses(plain, joined, set, day, usualThresholds).classes)
              expect(some(before.classes)).toEqual(
                plainClasses(plain, joined, set, addDays(day, -28), usualThresholds).classes,
              )
              const { closing, suspended } = plain.period(set, { from, to: day }).members
              expect(populationOf(close)).toBe((closing ?? 0) - (suspended ?? 0))
              const days = [addDays(day, -10), day]
              const live = await club.seen(set, (db) => countedClasses(db, ids, days, thresholds))
              for (const one of days) {
                const counted = live.get(one)?.classes ?? {}
                expect(some(counted)).toEqual(plainClasses(plain, joined, set, one, thresholds).classes)
              }
              const usual = await club.seen(set, (db) => countedClasses(db, ids, [day], usualThresholds))
              expect(usual.get(day)).toMatchObject({
                classes: close.classes,
                absences: close.absences,
              })
            }
          }
          // The mail's guard and the members list are the same computation.
          const listed = await rowsOf<{ id: number; class: VisitClass; risk: string; signs: string[] }>(
            club.db,
            sql`select member_id as id, visit_class as class, risk, risk_signs as signs from member_list
              where visit_class is not null order by 1`,
          )
          const { byMember, risks } = plainClasses(plain, joined, shops, until, usualThresholds)
          expect(new Map(listed.map(({ id, class: one }) => [id, one]))).toEqual(byMember)
          expect(new Map(listed.map(({ id, risk, signs }) => [id, [risk, signs]]))).toEqual(risks)
        },
      ),
      runs(13),
    )
  })

  test('after any change of facts they equal a full recomputation', async () => {
    await fc.assert(
      fc.asyncProperty(history, changes, async ({ until, facts }, corrections) => {
        await asOpened()
        await club.happened(until, facts)
        for (const change of corrections) await club.db.execute(change)
        await countLater(club.database)
        const corrected = await derivedOf(club.database)
        await rebuildEverything(club.db)
        expect(corrected).toEqual(await derivedOf(club.database))
      }),
      runs(20),
    )
    await asOpened()
  })
})

const asOpened = () =>
  club.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await tx.execute(sql`update product set category = code where category <> code`)
    await tx.execute(sql`update shop set day_start_hour = case id when 3 then 5 else 0 end`)
    await tx.execute(sql`update member set gender = 'none', birthday = null, join_route = null, joined_on = null`)
    await tx.execute(sql`delete from joined_day`)
  })
