import type { MonthlyStats, MonthlyStatsByShop, YearlyStats } from '#contract/report.ts'
import { report } from '#contract/report.ts'
import { yearStart } from '#contract/report-period.ts'
import type { Ctx, Principal, Scoped } from '../../api/context.ts'
import type { Db } from '../../api/db/client.ts'
import { reachOf, shopsOf } from '../../api/identity/reach.ts'
import { reportHandlers } from '../../api/resources/report/service.ts'

type Ask<Input, Answer> = (ctx: Ctx, input: Input) => Promise<Answer>

const ask = {
  month: reportHandlers.monthlyStats as Ask<{ shopId?: string; year: number; month: number }, MonthlyStats>,
  shops: reportHandlers.monthlyStatsByShop as Ask<{ year: number; month: number }, MonthlyStatsByShop>,
  year: reportHandlers.yearlyStats as Ask<{ shopId?: string; year: number; fiscalStartMonth: number }, YearlyStats>,
}

/** Which of the shops; omitted: all of them. */
const of = (shopId: string | undefined) => (shopId === undefined ? {} : { shopId })

/** The reports as the verbs answer them to a trading partner of these shops, each checked against the contract. */
export function partnerOf(db: Db, shopIds: readonly string[]) {
  const principal = {
    role: 'level1',
    isAdmin: false,
    shopStaffList: shopIds.map((shopId) => ({ shopId })),
  } as Principal
  const ctx = {
    scoped: db as Scoped,
    principal,
    shops: shopsOf(principal),
    can: (permission) => reachOf(principal, permission) !== null,
    reach: (permission) => reachOf(principal, permission),
    now: new Date('2027-12-31T00:00:00Z'),
    requestId: '',
    audit: () => {},
  } as Ctx
  const month = async (year: number, month: number, shopId?: string) =>
    report.monthlyStats.output.parse(await ask.month(ctx, { ...of(shopId), year, month }))
  const shops = async (year: number, month: number) =>
    report.monthlyStatsByShop.output.parse(await ask.shops(ctx, { year, month }))
  const year = async (year: number, shopId?: string) =>
    report.yearlyStats.output.parse(await ask.year(ctx, { ...of(shopId), year, fiscalStartMonth: yearStart }))
  return {
    month,
    shops,
    year,
    /** Every possible request for these years: each shop alone, and all together. */
    everything: async (years: readonly number[]) => {
      const answers: unknown[] = []
      for (const one of years) {
        for (const shopId of [undefined, ...shopIds]) {
          answers.push(await year(one, shopId))
          for (let at = 1; at <= 12; at++) answers.push(await month(one, at, shopId))
        }
        for (let at = 1; at <= 12; at++) answers.push(await shops(one, at))
      }
      return answers
    },
  }
}
