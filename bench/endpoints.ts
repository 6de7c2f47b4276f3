import { endpoints } from '#contract/all.ts'
import { type Endpoint, pathKeys } from '#contract/endpoint.ts'
import { addDays } from '../api/figures/periods.ts'
import { type Ask, answered, printTimes, timesOf } from './asking.ts'

/** Records of each kind, by their ids. */
type Ids = Record<string, string[]>

/** Parameters of a reading endpoint: the rest of its URL, different for each call. */
type Question = (call: number, ids: Ids, day: string) => string

const of =
  (kind: string, rest = ''): Question =>
  (call, ids) =>
    `/${ids[kind]?.[(call * 37) % (ids[kind]?.length ?? 1)]}${rest}`
const page: Question = (call) => `?limit=50&offset=${(call % 4) * 50}`
const short: Question = (call) => `?limit=50&offset=${call % 4}`
const whole: Question = () => ''
const ofMember: Question = (call, ids) => `?limit=50&userId=${ids.member?.[(call * 37) % ids.member.length]}`
const month = (call: number, day: string) => {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - ((call * 7) % 12)
  return { year: Math.floor(at / 12), month: (at % 12) + 1 }
}
const ofMonth =
  (more = ''): Question =>
  (call, _, day) => {
    const { year, month: at } = month(call, day)
    return `?year=${year}&month=${at}${more}`
  }
const ofShop =
  (more = ''): Question =>
  (call, ids) =>
    `?shopId=${ids.shop?.[(call * 37) % ids.shop.length]}${more}`
const days =
  (length: number, more = ''): Question =>
  (call, _, day) => {
    const to = addDays(day, -((call * 5) % 60))
    return `?from=${addDays(to, -length)}&to=${to}${more}`
  }
const logs: Question = (call, ids, day) =>
  `?from=${addDays(day, -27)}&to=${day}&shopId=${ids.shop?.[(call * 37) % ids.shop.length]}`

/** Typical searches: few letters match many, a full name few, and one nobody. */
const keywords = ['す', 'すず', '佐藤', 'ヨガ', '退会', '2', 'さとう はな', 'ぬぬぬ']

/** Endpoints with parameters of their own; those of the others follow from their shape. */
const questions: Record<string, Question> = {
  'today.get': (call, ids) => (call % 2 ? '' : `?shopId=${ids.shop?.[(call * 37) % ids.shop.length]}`),
  'search.find': (call) => `?keyword=${encodeURIComponent(keywords[call % keywords.length] ?? '')}`,
  'member.list': page,
  'member.get': of('member'),
  'member.plans': ofMember,
  'member.tickets': ofMember,
  'member.visits': of('member', '/visits?limit=50'),
  'member.payments': of('member', '/payments?limit=50'),
  'member.history': of('member', '/history?limit=50'),
  'shopPlan.get': of('plan'),
  'shopReservation.list': days(6, '&limit=50'),
  'shopReservation.timetable': (call, ids, day) =>
    `?shopId=${ids.shop?.[(call * 37) % ids.shop.length]}&from=${addDays(day, -((call * 5) % 60))}`,
  'report.monthlyStats': ofMonth(),
  'report.ltv': ofMonth('&groupBy=plan'),
  'report.dues': ofMonth(),
  'report.memberPlan': ofMonth(),
  'report.firstDays': ofMonth(),
  'report.firstDaysMembers': ofShop(),
  'report.lessons': ofMonth(),
  'report.feeRetention': ofMonth(),
  'report.changesInVisitsSummary': ofShop(),
  'report.changesInVisitsSeries': ofShop(),
  'report.changesInVisitsMembers': ofShop('&class=decrease'),
  'report.sales': (_call, _ids, day) => `?from=${addDays(day, -365)}&to=${day}&unit=month`,
  'report.productSales': (_call, _ids, day) => `?from=${addDays(day, -365)}&to=${day}`,
  'report.admission': (_call, _ids, day) => `?from=${addDays(day, -365)}&to=${day}&unit=month`,
  'report.why': (_call, _ids, day) => `?from=${addDays(day, -27)}&to=${day}&figure=withdrawals`,
  'clubEvent.shown': days(364),
  'shopCost.year': (call, ids, day) => ofShop(`&month=${day.slice(0, 7)}`)(call, ids, day),
  'shopCost.campaigns': (_call, _ids, day) => `?month=${day.slice(0, 7)}`,
  'shopCost.profit': (_call, _ids, day) => `?month=${day.slice(0, 7)}`,
  'report.monthlyStatsByShop': ofMonth(),
  'report.shopComparison': ofMonth(),
  'report.yearlyStats': (call, _, day) =>
    `?year=${Number(day.slice(0, 4)) - (call % 2)}&fiscalStartMonth=${1 + (call % 12)}`,
  'drillDown.members': ofMonth('&figure=closingMembers'),
  'drillDown.visits': ofMonth(),
  'drillDown.sales': ofMonth('&figure=netSales'),
  'drillDown.reservations': ofMonth('&figure=booked'),
  'drillDown.slots': ofMonth('&figure=slots'),
  'drillDown.leads': ofMonth('&figure=tours'),
  'dailyReport.list': days(30, '&limit=50'),
  'dailyReport.board': days(30),
  'dailyReport.day': (call, ids, day) =>
    `?shopId=${ids.shop?.[(call * 37) % ids.shop.length]}&date=${addDays(day, -((call * 5) % 60))}`,
  'dailyReport.get': of('report'),
  'reportAction.get': of('action'),
  'column.texts': of('column', '/text/list'),
  'policy.inForce': () => '?type=userPolicy',
  'leanBody.get': of('content'),
  'activity.list': days(30, '&limit=50'),
  'activity.summary': days(30),
  'dailyLog.condition': logs,
  'dailyLog.healthcare': logs,
  'dailyLog.location': logs,
  'dailyLog.bodyTemp': logs,
  'dailyLog.menstrual': logs,
  'dailyLog.summary': (call, ids) => `?kind=condition&shopId=${ids.shop?.[(call * 37) % ids.shop.length]}`,
  'dailyLog.consent': of('member', '/consent'),
  'dailyLog.access': whole,
  'mailTemplate.get': of('template'),
  'mailLog.list': short,
  'mailLog.get': of('mail'),
  'mailLog.recipients': of('mail', '/recipient/list?limit=50'),
  'mailStep.get': of('step'),
  'mailStep.dryRun': of('step', '/dry-run'),
  'mailStep.enrolments': of('step', '/enrolment/list?limit=50'),
  'mailStep.ofMember': of('member', '/mail-step/list'),
  'apiDocs.operation': () => '/member.list',
  'audit.list': page,
  'audit.check': whole,
  'audit.get': of('audit'),
}

/** A page of a list, a record of the noun's own list, or what takes no parameters. */
function usual(noun: string, { path, input }: Endpoint): Question {
  if (pathKeys(path).length > 0) return of(noun)
  return 'limit' in input.shape ? short : whole
}

/** Where ids of each kind are found; those of other nouns in their own list. */
const lists: Record<string, string> = {
  member: 'user/member/list?limit=500',
  plan: 'shop/plan/list?limit=200',
  report: 'shop/daily-report/list?limit=500',
  action: 'shop/report-action/list?limit=200',
  content: 'content/lean-body/list?limit=200',
  template: 'mail/template/list?limit=200',
  mail: 'mail/log/list?limit=200',
  step: 'mail/step/list?limit=200',
  audit: 'audit/list?limit=200',
}

/** The first records of each kind. */
export async function idsOf(ask: Ask): Promise<Ids> {
  const ids: Ids = {}
  const own = endpoints.flatMap(([name, { path }]) => {
    const [noun = '', verb] = name.split('.')
    return verb === 'list' && endpoints.some(([other, one]) => other === `${noun}.get` && pathKeys(one.path).length > 0)
      ? [[noun, `${path.replace('/api/admin/', '')}?limit=200`]]
      : []
  })
  for (const [kind = '', list = ''] of [...own, ...Object.entries(lists)]) {
    const { body } = await answered(ask, list)
    ids[kind] = (JSON.parse(body) as { list: { id: string }[] }).list.map(({ id }) => id)
  }
  return ids
}

/** The addresses of every endpoint that reads, different for each call, and the endpoints without a record in these data. */
export function addressesOf(ids: Ids, day: string) {
  const paths: Record<string, (call: number) => string> = {}
  const without: string[] = []
  for (const [name, endpoint] of endpoints) {
    const { method, path } = endpoint
    if (method !== 'GET') continue
    const question = questions[name] ?? usual(name.split('.')[0] ?? '', endpoint)
    // The question replaces the path's parameter.
    const [start = ''] = path.replace('/api/admin/', '').split(/\/:\w+/)
    const address = (call: number) => start + question(call, ids, day)
    if (address(0).includes('/undefined')) without.push(name)
    else paths[name] = address
  }
  return { paths, without }
}

/**
 * Every endpoint that reads and whose name matches, in turn, and `user.me`: p50 and p95. `day`, YYYY-MM-DD, is the last
 * one of the data.
 */
export async function benchEndpoints(ask: Ask, of: string, day: string, rounds: number, only: RegExp) {
  const { paths, without } = addressesOf(await idsOf(ask), day)
  const asked = Object.entries(paths).filter(([name]) => only.test(name) || name === 'user.me')
  const times = await timesOf(ask, rounds, Object.fromEntries(asked))
  printTimes(`Every endpoint that reads, ${of} (${rounds} calls each)`, times)
  if (without.length > 0) console.log(`No record in these data for ${without.join(', ')}.`)
}
