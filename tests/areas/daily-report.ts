import { type Area, type ListArea, readOf, shopIdOf, unknownId, type World } from './area.ts'

const path = '/api/admin/shop/daily-report'
const today = '2026-11-21'

/** A day that no other report of these tests uses. */
const nextDay = (world: World) => new Date(Date.parse(today) - world.next() * 86_400_000).toISOString().slice(0, 10)

const draft = {
  weather: 'sunny',
  eventNote: '駅前で秋祭り',
  staffOnDuty: [],
  laborHours: 12.25,
  adjustments: { visitCount: { value: 120, reason: '入館ゲートの故障' } },
  salesCash: 12_000,
  salesCard: 30_000,
  cashFloat: 50_000,
  cashOnHand: 62_000,
  cashComment: null,
  goodPoints: '朝のヨガが満席でした。',
  issues: null,
  memberVoice: null,
  incident: null,
  facilityTrouble: null,
  handover: null,
  tomorrowPlan: null,
  imgUrls: [],
}

/** The address of a new one of `own` or `other`, by a colleague: a draft, submitted or approved. */
async function addressOf(world: World, whose: string, state = 'draft'): Promise<string> {
  const shopId = shopIdOf(world, whose)
  if (shopId === undefined || shopId === unknownId) return `${path}/${unknownId}`
  const writer = await world.api.signIn(world.people[whose === 'own' ? 'colleague' : 'head-office'] as never)
  const data = [{ shopId, date: nextDay(world), goodPoints: '満席でした。' }]
  const made = await world.api.post(`${path}/list`, { token: writer, body: { data } })
  const address = `${path}/${made.json.list[0].id}`
  if (state === 'draft') return address
  await world.api.put(address, { token: writer, body: { action: 'submit' } })
  if (state === 'submitted') return address
  const approver = await world.api.signIn(world.people['own-admin'] as never)
  await world.api.put(address, { token: approver, body: { action: 'approve' } })
  return address
}

const actions: Record<string, { from: string; body: object }> = {
  submit: { from: 'draft', body: { action: 'submit' } },
  approve: { from: 'submitted', body: { action: 'approve' } },
  return: { from: 'submitted', body: { action: 'return', comment: '売上を確認してください。' } },
  reopen: { from: 'approved', body: { action: 'reopen', comment: '金額の誤りが見つかりました。' } },
}

const walk = `
call                           anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
dailyReport.list every         401       401     401       401     401       401    403    200    200    200    200 200
dailyReport.list own           401       401     401       401     401       401    403    200    200    200    200 200
dailyReport.list other         401       401     401       401     401       401    403    404    404    404    200 200
dailyReport.list unknown       401       401     401       401     401       401    403    404    404    404    404 404
dailyReport.list csv-own       401       401     401       401     401       401    403    403    200    200    200 200
dailyReport.list csv-other     401       401     401       401     401       401    403    403    404    404    200 200
dailyReport.save own           401       401     401       401     401       401    403    200    200    403    200 200
dailyReport.save own-till      401       401     401       401     401       401    403    422    200    403    200 200
dailyReport.save other         401       401     401       401     401       401    403    404    404    403    200 200
dailyReport.save unknown       401       401     401       401     401       401    403    404    404    403    404 404
dailyReport.board every        401       401     401       401     401       401    403    200    200    200    200 200
dailyReport.board own          401       401     401       401     401       401    403    200    200    200    200 200
dailyReport.board other        401       401     401       401     401       401    403    404    404    404    200 200
dailyReport.board unknown      401       401     401       401     401       401    403    404    404    404    404 404
dailyReport.day own            401       401     401       401     401       401    403    200    200    200    200 200
dailyReport.day other          401       401     401       401     401       401    403    404    404    404    200 200
dailyReport.day unknown        401       401     401       401     401       401    403    404    404    404    404 404
dailyReport.get own            401       401     401       401     401       401    403    200    200    200    200 200
dailyReport.get other          401       401     401       401     401       401    403    404    404    404    200 200
dailyReport.get unknown        401       401     401       401     401       401    403    404    404    404    404 404
dailyReport.update own         401       401     401       401     401       401    403    200    200    403    200 200
dailyReport.update own-till    401       401     401       401     401       401    403    422    200    403    200 200
dailyReport.update own-submit  401       401     401       401     401       401    403    200    200    403    200 200
dailyReport.update own-approve 401       401     401       401     401       401    403    403    200    200    200 200
dailyReport.update own-return  401       401     401       401     401       401    403    403    200    200    200 200
dailyReport.update own-reopen  401       401     401       401     401       401    403    403    403    403    200 200
dailyReport.update other       401       401     401       401     401       401    403    404    404    404    200 200
dailyReport.update unknown     401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const whose of ['own', 'other']) await addressOf(world, whose)
    await addressOf(world, 'own', 'approved')
  },
  calls: {
    'dailyReport.list': (world, variant) => readOf(world, variant, `${path}/list`),
    'dailyReport.save': (world, variant) => {
      const [whose = '', till] = variant.split('-')
      const written = till ? { salesCash: 1200 } : { goodPoints: '満席でした。' }
      return {
        method: 'POST',
        path: `${path}/list`,
        body: { data: [{ shopId: shopIdOf(world, whose), date: nextDay(world), ...written }] },
      }
    },
    'dailyReport.board': (world, variant) =>
      readOf(world, variant, `${path}/board`, { from: '2026-11-01', to: '2026-11-30' }),
    'dailyReport.day': (world, variant) => readOf(world, variant, `${path}/day`, { date: today }),
    'dailyReport.get': async (world, variant) => ({ method: 'GET', path: await addressOf(world, variant) }),
    'dailyReport.update': async (world, variant) => {
      const [whose = '', what = ''] = variant.split('-')
      const action = actions[what]
      const written = what === 'till' ? { cashFloat: 50_000 } : { issues: `変更 ${world.next()}` }
      return { method: 'PUT', path: await addressOf(world, whose, action?.from), body: action?.body ?? written }
    },
  },
  drafts: {
    'dailyReport.save': (world) => ({ data: [{ shopId: world.shops.own, date: nextDay(world), ...draft }] }),
    'dailyReport.update': () => draft,
  },
}

export const list: ListArea = {
  noun: '日報',
  path: '/shop-reports/list',
  ofShop: true,
  api: '/api/admin/shop/daily-report/list',
  account: 'head',
  defaults: 'sort=-date&status=all&from=1/2',
  sortBy: '提出日時',
  search: { keyword: '鍵', shows: '店' },
  filter: { label: '状態', option: '差戻し', inUrl: /status=returned/ },
  record: { ready: (page) => page.getByText('今月の進み方'), opensOver: false, back: '日報の一覧' },
  csv: {
    head: '日付,',
    holds: /差戻し/,
    account: 'manager',
    notFor: 'trainer',
    file: /^日報_[^_]+_\d{8}-\d{8}_\d{8}_\d{4}\.csv$/,
  },
  closedTo: 'partner',
}
