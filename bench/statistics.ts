import { type Ask, answered, timesOf } from './asking.ts'
import { median, percentile, printTable } from './figures.ts'

/**
 * The reports of 統計 over a large chain: one shop, and all that the person sees, each as a multiple of `user/me` of the
 * same run. Shop and period differ from call to call, so that caches do not help. `only`: reports whose name matches.
 */
export async function benchStatistics(ask: Ask, who: string, until: string, rounds: number, only = /./) {
  const calls = rounds * 4
  const seen = JSON.parse((await answered(ask, 'shop/list?limit=500')).body) as { list: { id: string }[] }
  const ids = seen.list.map(({ id }) => id)
  const [lastYear, lastMonth] = until.split('-').map(Number) as [number, number]
  const shopOf = (call: number) => `&shopId=${ids[(call * 37) % ids.length]}`
  const everyShop = () => ''
  /** Of the last three years; twelve months of it where a report reads back so far. */
  const monthBack = (call: number) => lastYear * 12 + lastMonth - 1 - ((call * 7) % 24)
  const monthOf = (call: number) => `year=${Math.floor(monthBack(call) / 12)}&month=${(monthBack(call) % 12) + 1}`
  const dayOf = (month: number, day: number) =>
    `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const lastOf = (month: number) => new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  const wholeMonths = (call: number, months: number) =>
    `from=${dayOf(monthBack(call) - months + 1, 1)}&to=${dayOf(monthBack(call), lastOf(monthBack(call)))}`
  const year = (call: number) => `from=${dayOf(monthBack(call) - 12, 15)}&to=${dayOf(monthBack(call), 14)}`
  // The close of a month, as the screen asks; with other thresholds any day.
  const monthEnd = (call: number) => `to=${dayOf(monthBack(call) - 1, lastOf(monthBack(call) - 1))}`
  const anyDay = (call: number) => `to=${dayOf(monthBack(call) - 1, 1 + ((call * 5) % 28))}`
  const groups = (key: string, names: readonly string[]) => (call: number) => `&${key}=${names[call % names.length]}`
  const reports: Record<string, (call: number) => string> = {
    ltv: (call) =>
      `report/ltv?${monthOf(call)}${groups('groupBy', ['none', 'plan', 'gender', 'ageBand', 'joinRoute'])(call)}`,
    'ltv, by shop': (call) => `report/ltv?${monthOf(call)}&groupBy=shop`,
    'ltv, one age': (call) => `report/ltv?${monthOf(call)}&groupBy=plan&ageBand=30`,
    sales: (call) =>
      `report/sales?${wholeMonths(call, 12)}&unit=month${groups('basis', ['settled', 'targetMonth'])(call)}`,
    'sales, by day': (call) => `report/sales?${wholeMonths(call, 3)}&unit=day`,
    admission: (call) => `report/admission?${year(call)}&unit=month`,
    dues: (call) => `report/dues?${monthOf(call)}`,
    'first-days': (call) => `report/first-days?${monthOf(call)}`,
    'member-plan': (call) => `report/member-plan?${monthOf(call)}`,
    lessons: (call) => `report/lessons?${monthOf(call)}`,
    'fee-retention': (call) => `report/fee-retention?${monthOf(call)}`,
    'product-sales': (call) => `report/product-sales?${wholeMonths(call, 12)}`,
    'changes-in-visits/summary': (call) => `report/changes-in-visits/summary?${monthEnd(call)}`,
    'changes-in-visits/series': (call) => `report/changes-in-visits/series?${monthEnd(call)}`,
    'changes-in-visits/summary, other thresholds': (call) =>
      `report/changes-in-visits/summary?${anyDay(call)}&windowDays=${14 + (call % 30)}`,
    'changes-in-visits/series, other thresholds': (call) =>
      `report/changes-in-visits/series?${anyDay(call)}&windowDays=${14 + (call % 30)}`,
    shops: (call) => `report/shop-comparison?${monthOf(call)}`,
  }
  const questions: Record<string, string | ((call: number) => string)> = { 'user/me': 'user/me' }
  for (const [name, path] of Object.entries(reports)) {
    for (const [sight, shop] of [
      ['one shop', shopOf],
      [`${ids.length} shops`, everyShop],
    ] as const) {
      if ((name === 'shops' && shop === shopOf) || !only.test(name)) continue
      questions[`${name}, ${sight}`] = (call) => path(call) + shop(call)
    }
  }
  const times = await timesOf(ask, calls, questions)
  const me = percentile(times.get('user/me') ?? [], 0.95)
  printTable(
    `statistics over ${ids.length} shops as ${who} (PostgreSQL, ${calls} calls each, shop and period vary)`,
    [...times].map(([call, samples]) => ({
      call,
      'p50 ms': median(samples).toFixed(1),
      'p95 ms': percentile(samples, 0.95).toFixed(1),
      '× user/me': (percentile(samples, 0.95) / me).toFixed(1),
    })),
  )
}
