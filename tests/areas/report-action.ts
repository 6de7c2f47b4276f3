import { type Area, type FormArea, type ListArea, readOf, shopIdOf, unknownId, type World } from './area.ts'

const path = '/api/admin/shop/report-action'

/** A possible owner of this shop's actions. */
const ownerIn = (world: World, shopId: string) =>
  (world.people[shopId === world.shops.own ? 'colleague' : 'head-office'] as { staffId: string }).staffId

export const actionDraft = (world: World, shopId: string) => ({
  shopId,
  dailyReportId: null,
  title: `体験後の声かけ ${world.next()}`,
  category: 'admission',
  priority: 'high',
  metric: 'admissions',
  targetValue: 30,
  plan: '体験の翌日までに電話します。',
  doNote: null,
  check: null,
  nextAction: null,
  evaluation: null,
  ownerStaffId: ownerIn(world, shopId),
  startOn: '2026-11-01',
  dueOn: '2026-11-30',
  status: 'todo',
  progress: 0,
})

/** The address of a new one of `own` or `other`, owned by a colleague there. */
async function addressOf(world: World, variant: string): Promise<string> {
  const shopId = shopIdOf(world, variant)
  if (shopId === undefined || shopId === unknownId) return `${path}/${unknownId}`
  const made = await world.api.post(`${path}/new`, {
    token: await world.tokenOf('admin'),
    body: actionDraft(world, shopId),
  })
  return `${path}/${made.json.id}`
}

/** Those created from a report of `of-own-report` or `of-other-report`. */
async function ofReport(world: World, variant: string) {
  const shopId = variant === 'of-own-report' ? world.shops.own : world.shops.other
  const date = new Date(Date.parse('2025-12-31') - world.next() * 86_400_000).toISOString().slice(0, 10)
  const made = await world.api.post('/api/admin/shop/daily-report/list', {
    token: await world.tokenOf('admin'),
    body: { data: [{ shopId, date }] },
  })
  return { dailyReportId: made.json.list[0].id as string }
}

const walk = `
call                        anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
reportAction.list every     401       401     401       401     401       401    403    200    200    200    200 200
reportAction.list own       401       401     401       401     401       401    403    200    200    200    200 200
reportAction.list other     401       401     401       401     401       401    403    404    404    404    200 200
reportAction.list unknown   401       401     401       401     401       401    403    404    404    404    404 404
reportAction.list of-own-report 401 401    401       401     401       401    403    200    200    200    200 200
reportAction.list of-other-report 401 401  401       401     401       401    403    404    404    404    200 200
reportAction.list csv-own   401       401     401       401     401       401    403    403    200    200    200 200
reportAction.list csv-other 401       401     401       401     401       401    403    403    404    404    200 200
reportAction.get own        401       401     401       401     401       401    403    200    200    200    200 200
reportAction.get other      401       401     401       401     401       401    403    404    404    404    200 200
reportAction.get unknown    401       401     401       401     401       401    403    404    404    404    404 404
reportAction.create own     401       401     401       401     401       401    403    403    200    200    200 200
reportAction.create other   401       401     401       401     401       401    403    404    404    404    200 200
reportAction.create unknown 401       401     401       401     401       401    403    404    404    404    404 404
reportAction.update own     401       401     401       401     401       401    403    403    200    200    200 200
reportAction.update other   401       401     401       401     401       401    403    404    404    404    200 200
reportAction.update unknown 401       401     401       401     401       401    403    404    404    404    404 404
reportAction.remove own     401       401     401       401     401       401    403    403    200    200    200 200
reportAction.remove other   401       401     401       401     401       401    403    404    404    404    200 200
reportAction.remove unknown 401       401     401       401     401       401    403    404    404    404    404 404
`

export const area: Area = {
  walk,
  stock: async (world) => {
    for (const whose of ['own', 'other']) await addressOf(world, whose)
  },
  calls: {
    'reportAction.list': async (world, variant) =>
      readOf(world, variant, `${path}/list`, variant.startsWith('of-') ? await ofReport(world, variant) : {}),
    'reportAction.get': async (world, variant) => ({ method: 'GET', path: await addressOf(world, variant) }),
    'reportAction.create': (world, variant) => ({
      method: 'POST',
      path: `${path}/new`,
      body: actionDraft(world, shopIdOf(world, variant) ?? unknownId),
    }),
    'reportAction.update': async (world, variant) => ({
      method: 'PUT',
      path: await addressOf(world, variant),
      body: { version: 1, plan: `変更 ${world.next()}` },
    }),
    'reportAction.remove': async (world, variant) => ({
      method: 'DELETE',
      path: await addressOf(world, variant),
      body: { version: 1 },
    }),
  },
  drafts: {
    'reportAction.create': (world) => actionDraft(world, world.shops.own),
    'reportAction.update': (world) => ({ ...actionDraft(world, world.shops.own), status: 'todo' }),
  },
}

export const list: ListArea = {
  noun: '改善アクション',
  path: '/shop-reports/actions',
  ofShop: true,
  api: '/api/admin/shop/report-action/list',
  account: 'head',
  defaults: 'sort=dueOn&status=all&category=1',
  sortBy: '期限',
  search: { keyword: '翌日', shows: '体験後の翌日フォロー' },
  filter: { label: '区分', option: '設備', inUrl: /category=facility/ },
  record: {
    ready: (page) => page.getByRole('heading', { name: 'コメント' }),
    opensOver: false,
    back: '改善アクションの一覧',
  },
  csv: {
    head: '店舗,件名,',
    holds: /フリーウエイト/,
    account: 'manager',
    notFor: 'trainer',
    file: /^改善アクション_[^_]+_\d{8}_\d{4}\.csv$/,
  },
  closedTo: 'partner',
}

export const form: FormArea = {
  noun: '改善アクション',
  path: '/shop-reports/actions',
  list: '改善アクションの一覧',
  account: 'head',
  other: 'admin',
  name: '件名',
  wanted: '計画',
  messages: {
    created: '改善アクションを登録しました。',
    updated: '改善アクションを更新しました。',
    removed: '改善アクションを削除しました。',
  },
  fill: async (page) => {
    await page.locator('form').getByLabel('店舗').selectOption('新宿店')
    await page.getByLabel('計画').fill('翌日までに電話します。')
  },
  ready: (page) => page.getByLabel('計画'),
  second: {
    label: '区分',
    change: async (page) => void (await page.getByLabel('区分').selectOption('facility')),
    shows: '設備',
  },
  reader: 'trainer',
  standing: '夜間スタジオの増枠',
}
