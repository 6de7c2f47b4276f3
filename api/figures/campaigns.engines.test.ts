import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdPart } from '#contract/shop-cost.ts'
import { openFacts } from '../../tests/support/facts.ts'
import { dayStartHours, history, people, plainClub, shops } from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import { campaignFigures } from './campaigns.ts'
import { addDays, daysOf, earlier, type Period } from './periods.ts'
import { PlainCount } from './plain-count.ts'
import { followedDays, knownDays } from './reach.ts'

// Campaigns and 入会経路 against a plain count, day by day, over random histories.

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

/** Of each member: with and without a campaign, a route and both. */
const joinedBy = [
  { campaign: '春', route: 'web' },
  { campaign: '', route: 'tour' },
  { campaign: '春', route: '' },
  { campaign: '秋', route: 'web' },
] as const

const parts: readonly { shopId: string; month: string; adParts: AdPart[] }[] = [
  { shopId: '1', month: '2026-02-01', adParts: [{ campaign: '春', route: 'web', yen: 6_000 }] },
  { shopId: '3', month: '2026-02-01', adParts: [{ campaign: '秋', route: null, yen: 900 }] },
]

const contribution = { perMonth: null, survival: [] }

/** The day after three whole months from this one. */
const threeMonthsOn = (day: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + 3, 0)).getUTCDate()
  return new Date(Date.UTC(year, month + 2, Math.min(date, last))).toISOString().slice(0, 10)
}

test('joiners, early leavers and 獲得コスト of each campaign and route equal a plain count', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ until, facts }) => {
      await club.happened(until, facts)
      for (const [at, { campaign, route }] of joinedBy.entries()) {
        await club.db.execute(
          sql`update member set join_campaign = nullif(${campaign}, ''), join_route = nullif(${route}, '') where id = ${at + 1}`,
        )
      }
      const plain = new PlainCount(facts, until, plainClub)
      const period: Period = { from: '2026-01-01', to: earlier('2026-03-31', until) }
      for (const set of [[1], [1, 3], shops]) {
        const entered = parts.filter(({ shopId }) => set.includes(Number(shopId)))
        const { reach, answer } = await club.seen(set, async (db, scope) => ({
          reach: scope.reach,
          answer: await campaignFigures(db, scope, period, { pairs: [], entered, contribution, knows: () => true }),
        }))
        const known = knownDays(reach, period, 'contracts')
        const followed = followedDays(reach, period, until)
        const isIn = (days: readonly Period[], day: string) => days.some(({ from, to }) => from <= day && day <= to)
        const joiners = daysOf(period).flatMap((day) =>
          joinedBy.flatMap((by, at) => {
            const shop = plain.covering(at + 1, day)?.shop
            if (shop === undefined || !set.includes(shop) || plain.covering(at + 1, addDays(day, -1))) return []
            if (!isIn(known, day)) return []
            const isMature = isIn(followed, day) && threeMonthsOn(day) <= until
            const hasLeft = daysOf({ from: day, to: threeMonthsOn(day) }).some(
              (one) => !plain.covering(at + 1, addDays(one, 1)) && one < threeMonthsOn(day),
            )
            return [{ ...by, shop, day, isMature, hasLeft }]
          }),
        )
        const inMonth = (who: { day: string }, { from, to }: Period) =>
          from.slice(0, 7) <= who.day.slice(0, 7) && who.day.slice(0, 7) <= to.slice(0, 7)
        const hasCampaigns = joiners.some(({ campaign }) => campaign !== '')
        for (const one of answer.campaigns) {
          const own = joiners.filter((who) => who.campaign === one.campaign)
          const during = own.filter((who) => inMonth(who, one))
          const paid = entered.filter(({ adParts }) => adParts.some((part) => part.campaign === one.campaign))
          const inPaid = during.filter(({ shop }) => paid.some(({ shopId }) => shopId === String(shop)))
          if (known.length > 0)
            expect([one.campaign, one.joined]).toEqual([one.campaign, hasCampaigns ? own.length : null])
          const cost = paid.length === 0 ? null : (paid[0]?.adParts[0]?.yen ?? null)
          const acquisition = cost === null || inPaid.length === 0 ? null : cost / inPaid.length
          expect([one.cost, one.acquisition]).toEqual([cost, acquisition])
          if (followed.length === 0) continue
          const mature = during.filter(({ isMature }) => isMature)
          const left = mature.filter(({ hasLeft }) => hasLeft)
          expect([one.early.of, one.early.count]).toEqual([mature.length, left.length])
          const others = joiners.filter((who) => who.campaign !== one.campaign && inMonth(who, one))
          expect(one.others.of).toBe(others.filter(({ isMature }) => isMature).length)
        }
        for (const { route, cost, acquisition } of answer.routes.filter((one) => one.cost !== null)) {
          const of = joiners.filter((who) => who.route === route && who.shop === 1 && who.day.startsWith('2026-02'))
          expect([cost, acquisition]).toEqual([6_000, of.length === 0 ? null : 6_000 / of.length])
        }
        expect(answer.campaigns.map(({ campaign }) => campaign).sort()).toEqual(
          [
            ...new Set([
              ...joiners.map(({ campaign }) => campaign),
              ...entered.flatMap(({ adParts }) => adParts.map(({ campaign }) => campaign ?? '')),
            ]),
          ]
            .filter((name) => name !== '')
            .sort(),
        )
        if (known.length > 0) {
          const routes = answer.routes.reduce((sum, { joined }) => sum + (joined ?? 0), 0)
          expect(routes).toBe(joiners.length)
        }
      }
    }),
    runs(10),
  )
})
