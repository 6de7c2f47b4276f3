import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import {
  type Answer,
  type Api,
  type CallOptions,
  fingerprints,
  type Person,
  password,
  startApi,
  unsignedToken,
} from '../support/api.ts'

const principals = [
  'anonymous',
  'garbage',
  'suspended',
  'waiting',
  'cancelled',
  'member',
  'level1',
  'level2',
  'level3',
  'level4',
  'all',
  'admin',
] as const
type PrincipalName = (typeof principals)[number]

/**
 * Every call × every principal, written out by hand; nothing here is read from the matrix. Levels 1–4 work at the
 * own shop. 401: not signed in or not active. 403: no right. 404: not in one's shops, or not there. 422: a value that
 * is not theirs to choose.
 */
const expected = `
call                                anonymous garbage suspended waiting cancelled member level1 level2 level3 level4 all admin
auth.login wrong                    401       401     401       401     401       401    401    401    401    401    401 401
auth.logout                         401       401     401       401     401       401    200    200    200    200    200 200
auth.renewToken                     401       401     401       401     401       401    200    200    200    200    200 200
user.me                             401       401     401       401     401       401    200    200    200    200    200 200
staff.changePassword self            401       401     401       401     401       401    200    200    200    200    200 200
staff.changePassword own-level1      401       401     401       401     401       401    403    403    403    200    200 200
staff.changePassword own-level3      401       401     401       401     401       401    403    403    403    200    200 200
staff.changePassword own-level4      401       401     401       401     401       401    403    403    403    403    200 200
staff.changePassword own-admin       401       401     401       401     401       401    403    403    403    403    403 200
staff.changePassword head-office     401       401     401       401     401       401    403    403    403    404    200 200
staff.changePassword other-level1    401       401     401       401     401       401    403    403    403    404    200 200
staff.changePassword unknown         401       401     401       401     401       401    403    403    403    404    404 404
member.list every               401       401     401       401     401       401    403    200    200    200    200 200
member.list own                 401       401     401       401     401       401    403    200    200    200    200 200
member.list other               401       401     401       401     401       401    403    404    404    404    200 200
member.list unknown             401       401     401       401     401       401    403    404    404    404    404 404
member.list csv-every           401       401     401       401     401       401    403    403    200    200    200 200
member.list csv-own             401       401     401       401     401       401    403    403    200    200    200 200
member.list csv-other           401       401     401       401     401       401    403    403    404    404    200 200
member.list by-what-they-owe    401       401     401       401     401       401    403    422    200    200    200 200
member.list who-owe             401       401     401       401     401       401    403    422    200    200    200 200
member.get own                        401       401     401       401     401       401    403    200    200    200    200 200
member.get other                      401       401     401       401     401       401    403    404    404    404    200 200
member.get unknown                    401       401     401       401     401       401    403    404    404    404    404 404
member.get staff                      401       401     401       401     401       401    403    404    404    404    404 404
shop.list                           401       401     401       401     401       401    200    200    200    200    200 200
shop.get own                        401       401     401       401     401       401    200    200    200    200    200 200
shop.get other                      401       401     401       401     401       401    404    404    404    404    200 200
shop.get unknown                    401       401     401       401     401       401    404    404    404    404    404 404
shop.update own                     401       401     401       401     401       401    403    403    200    200    200 200
shop.update other                   401       401     401       401     401       401    403    403    404    404    200 200
shop.update unknown                 401       401     401       401     401       401    403    403    404    404    404 404
shopPlan.list every                 401       401     401       401     401       401    403    200    200    200    200 200
shopPlan.list own                   401       401     401       401     401       401    403    200    200    200    200 200
shopPlan.list other                 401       401     401       401     401       401    403    404    404    404    200 200
shopPlan.list unknown               401       401     401       401     401       401    403    404    404    404    404 404
report.monthlyStats every           401       401     401       401     401       401    200    200    200    200    200 200
report.monthlyStats own             401       401     401       401     401       401    200    200    200    200    200 200
report.monthlyStats other           401       401     401       401     401       401    404    404    404    404    200 200
report.monthlyStats unknown         401       401     401       401     401       401    404    404    404    404    404 404
report.monthlyStats csv-own         401       401     401       401     401       401    403    403    200    200    200 200
report.monthlyStats csv-other       401       401     401       401     401       401    403    403    404    404    200 200
report.monthlyStatsByShop every     401       401     401       401     401       401    200    200    200    200    200 200
report.monthlyStatsByShop csv-every 401       401     401       401     401       401    403    403    200    200    200 200
report.yearlyStats every            401       401     401       401     401       401    200    200    200    200    200 200
report.yearlyStats own              401       401     401       401     401       401    200    200    200    200    200 200
report.yearlyStats other            401       401     401       401     401       401    404    404    404    404    200 200
report.yearlyStats unknown          401       401     401       401     401       401    404    404    404    404    404 404
report.yearlyStats csv-own          401       401     401       401     401       401    403    403    200    200    200 200
report.yearlyStats csv-other        401       401     401       401     401       401    403    403    404    404    200 200
drillDown.members every          401       401     401       401     401       401    403    200    200    200    200 200
drillDown.members own            401       401     401       401     401       401    403    200    200    200    200 200
drillDown.members other          401       401     401       401     401       401    403    404    404    404    200 200
drillDown.members unknown        401       401     401       401     401       401    403    404    404    404    404 404
drillDown.visits  every          401       401     401       401     401       401    403    200    200    200    200 200
drillDown.visits  own            401       401     401       401     401       401    403    200    200    200    200 200
drillDown.visits  other          401       401     401       401     401       401    403    404    404    404    200 200
drillDown.visits  unknown        401       401     401       401     401       401    403    404    404    404    404 404
drillDown.sales every            401       401     401       401     401       401    403    403    200    200    200 200
drillDown.sales own              401       401     401       401     401       401    403    403    200    200    200 200
drillDown.sales other            401       401     401       401     401       401    403    403    404    404    200 200
drillDown.sales unknown          401       401     401       401     401       401    403    403    404    404    404 404
drillDown.reservations every     401       401     401       401     401       401    403    200    200    200    200 200
drillDown.reservations own       401       401     401       401     401       401    403    200    200    200    200 200
drillDown.reservations other     401       401     401       401     401       401    403    404    404    404    200 200
drillDown.reservations unknown   401       401     401       401     401       401    403    404    404    404    404 404
drillDown.slots every            401       401     401       401     401       401    403    200    200    200    200 200
drillDown.slots own              401       401     401       401     401       401    403    200    200    200    200 200
drillDown.slots other            401       401     401       401     401       401    403    404    404    404    200 200
drillDown.slots unknown          401       401     401       401     401       401    403    404    404    404    404 404
drillDown.leads every            401       401     401       401     401       401    403    200    200    200    200 200
drillDown.leads own              401       401     401       401     401       401    403    200    200    200    200 200
drillDown.leads other            401       401     401       401     401       401    403    404    404    404    200 200
drillDown.leads unknown          401       401     401       401     401       401    403    404    404    404    404 404
announcement.list every             401       401     401       401     401       401    200    200    200    200    200 200
announcement.list own               401       401     401       401     401       401    200    200    200    200    200 200
announcement.list other             401       401     401       401     401       401    404    404    404    404    200 200
announcement.list unknown           401       401     401       401     401       401    404    404    404    404    404 404
announcement.get own                401       401     401       401     401       401    200    200    200    200    200 200
announcement.get own-draft          401       401     401       401     401       401    404    200    200    200    200 200
announcement.get both               401       401     401       401     401       401    200    200    200    200    200 200
announcement.get everyone           401       401     401       401     401       401    200    200    200    200    200 200
announcement.get other              401       401     401       401     401       401    404    404    404    404    200 200
announcement.get unknown            401       401     401       401     401       401    404    404    404    404    404 404
announcement.create own             401       401     401       401     401       401    403    403    200    200    200 200
announcement.create both            401       401     401       401     401       401    403    403    404    404    200 200
announcement.create everyone        401       401     401       401     401       401    403    403    422    422    200 200
announcement.create other           401       401     401       401     401       401    403    403    404    404    200 200
announcement.create unknown         401       401     401       401     401       401    403    403    404    404    404 404
announcement.update own             401       401     401       401     401       401    403    403    200    200    200 200
announcement.update own-to-both     401       401     401       401     401       401    403    403    404    404    200 200
announcement.update own-to-everyone 401       401     401       401     401       401    403    403    422    422    200 200
announcement.update both            401       401     401       401     401       401    403    403    403    403    200 200
announcement.update everyone        401       401     401       401     401       401    403    403    403    403    200 200
announcement.update other           401       401     401       401     401       401    403    403    404    404    200 200
announcement.update unknown         401       401     401       401     401       401    403    403    404    404    404 404
announcement.remove own-draft       401       401     401       401     401       401    403    403    200    200    200 200
announcement.remove both-draft      401       401     401       401     401       401    403    403    403    403    200 200
announcement.remove everyone-draft  401       401     401       401     401       401    403    403    403    403    200 200
announcement.remove other-draft     401       401     401       401     401       401    403    403    404    404    200 200
announcement.remove unknown         401       401     401       401     401       401    403    403    404    404    404 404
image.create                        401       401     401       401     401       401    403    200    200    200    200 200
`

const [header = '', ...lines] = expected.trim().split('\n')
const cases = lines.flatMap((line) => {
  const words = line.trim().split(/\s+/)
  const call = words.slice(0, -principals.length).join(' ')
  const statuses = words.slice(-principals.length).map(Number)
  return principals.map((principal, at) => ({ call, principal, status: statuses[at] as number }))
})

let api: Api
let shops: { own: string; other: string }
let people: Record<string, Person>
/** User ids of members, by their shop. */
let members: Record<string, string>
/** Published ones, and drafts, by whom they are meant for. */
let announcements: Record<string, string>

beforeAll(async () => {
  api = await startApi()
  shops = { own: await api.makeShop(), other: await api.makeShop() }
  const own = [shops.own]
  people = {
    suspended: await api.makeStaff({ role: 'all', status: 'suspended' }),
    waiting: await api.makeStaff({ role: 'all', status: 'waiting' }),
    cancelled: await api.makeStaff({ role: 'all', status: 'cancel' }),
    level1: await api.makeStaff({ role: 'level1', shops: own }),
    level2: await api.makeStaff({ role: 'level2', shops: own }),
    level3: await api.makeStaff({ role: 'level3', shops: own }),
    level4: await api.makeStaff({ role: 'level4', shops: own }),
    all: await api.makeStaff({ role: 'all' }),
    admin: await api.makeStaff({ role: 'all', isAdmin: true }),
    'own-level1': await api.makeStaff({ role: 'level1', shops: own }),
    'own-level3': await api.makeStaff({ role: 'level3', shops: own }),
    'own-level4': await api.makeStaff({ role: 'level4', shops: own }),
    'own-admin': await api.makeStaff({ role: 'level4', isAdmin: true, shops: own }),
    'head-office': await api.makeStaff({ role: 'all' }),
    'other-level1': await api.makeStaff({ role: 'level1', shops: [shops.other] }),
  }
  members = {
    own: (await api.makeMember(shops.own)).userId,
    other: (await api.makeMember(shops.other)).userId,
    staff: (people.level1 as Person).userId,
  }
  await makeAnnouncements()
})
afterAll(() => api.close())

async function tokenOf(principal: PrincipalName): Promise<string | undefined> {
  if (principal === 'anonymous') return undefined
  if (principal === 'garbage') return 'garbage.garbage.garbage'
  if (principal === 'member') return api.issuer.idToken({ sub: 'member-1', sid: 'none' }, api.time.now)
  return api.signIn(people[principal] as Person)
}

const targetOf = (variant: string) => {
  const shopIds = { own: [shops.own], other: [shops.other], both: [shops.own, shops.other], unknown: ['999999'] }[
    variant
  ]
  return shopIds ? { scope: 'shops', shopIds } : { scope: 'all' }
}

const draftFor = (variant: string) => ({
  title: `お知らせ ${variant}`,
  body: '<p>本文</p>',
  category: 'info',
  imgUrl: null,
  linkUrl: null,
  target: targetOf(variant),
  publishFrom: null,
  publishTo: null,
  isPinned: false,
  status: 'active',
})

async function makeAnnouncements() {
  const token = await tokenOf('admin')
  announcements = {}
  for (const variant of ['own', 'other', 'both', 'everyone']) {
    for (const [name, status] of [
      [variant, 'active'],
      [`${variant}-draft`, 'pending'],
    ]) {
      const made = await api.post('/api/admin/announcement/new', { token, body: { ...draftFor(variant), status } })
      announcements[name as string] = made.json.id
    }
  }
}

/** One white pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

const newPassword = { password: 'mikan-to-ringo-no-kisetsu', passwordConf: 'mikan-to-ringo-no-kisetsu' }
let attempt = 0

function perform(call: string, principal: PrincipalName, options: CallOptions): Promise<Answer> {
  const [endpoint, variant = ''] = call.split(' ')
  const shopId = { own: shops.own, other: shops.other, unknown: '999999' }[variant.replace('csv-', '')]
  attempt += 1
  /** A reading of one shop where one is asked for, and as a file where the variant says so. */
  const read = (query: string) => {
    const path = `/api/admin/${query}${shopId ? `&shopId=${shopId}` : ''}`
    return api.get(path, variant.startsWith('csv') ? { ...options, headers: { accept: 'text/csv' } } : options)
  }
  switch (endpoint) {
    case 'auth.login': {
      const body = { email: `walk${attempt}@example.jp`, password }
      return api.post('/api/admin/auth/login', { ...options, body })
    }
    case 'auth.logout':
      return api.post('/api/admin/auth/logout', { ...options, body: {} })
    case 'auth.renewToken':
      return api.post('/api/admin/auth/renew-token', { ...options, body: {} })
    case 'user.me':
      return api.get('/api/admin/user/me', options)
    case 'staff.changePassword': {
      const target = variant === 'self' ? people[principal] : people[variant]
      const body = { userId: target?.userId ?? '999999', ...newPassword }
      return api.post('/api/admin/user/staff/change-password', { ...options, body })
    }
    case 'member.list': {
      const money = { 'by-what-they-owe': 'sortKey=unpaidAmount', 'who-owe': 'unpaid=true' }[variant]
      const path = `/api/admin/user/member/list?${money ?? (shopId ? `shopId=${shopId}` : '')}`
      return api.get(path, variant.startsWith('csv') ? { ...options, headers: { accept: 'text/csv' } } : options)
    }
    case 'member.get':
      return api.get(`/api/admin/user/${members[variant] ?? '999999'}`, options)
    case 'shopPlan.list':
      return api.get(`/api/admin/shop/plan/list${shopId ? `?shopId=${shopId}` : ''}`, options)
    case 'shop.list':
      return api.get('/api/admin/shop/list', options)
    case 'shop.get':
      return api.get(`/api/admin/shop/${shopId}`, options)
    case 'shop.update':
      return api.put(`/api/admin/shop/${shopId}`, { ...options, body: { imgUrl: `https://example.jp/${attempt}.png` } })
    case 'report.monthlyStats':
      return read('report/monthly-stats?year=2026&month=10')
    case 'report.monthlyStatsByShop':
      return read('report/monthly-stats/shops?year=2026&month=10')
    case 'report.yearlyStats':
      return read('report/yearly-stats?year=2026')
    case 'drillDown.members':
      return read('report/figure/members?year=2026&month=10&figure=closingMembers')
    case 'drillDown.visits':
      return read('report/figure/visits?year=2026&month=10')
    case 'drillDown.sales':
      return read('report/figure/sales?year=2026&month=10&figure=netSales')
    case 'drillDown.reservations':
      return read('report/figure/reservations?year=2026&month=10&figure=booked')
    case 'drillDown.slots':
      return read('report/figure/slots?year=2026&month=10&figure=slots')
    case 'drillDown.leads':
      return read('report/figure/leads?year=2026&month=10&figure=trials')
    case 'announcement.list':
      return api.get(`/api/admin/announcement/list${shopId ? `?shopId=${shopId}` : ''}`, options)
    case 'announcement.get':
      return api.get(`/api/admin/announcement/${announcements[variant] ?? '999999'}`, options)
    case 'announcement.create':
      return api.post('/api/admin/announcement/new', { ...options, body: draftFor(variant) })
    case 'announcement.update': {
      const [from = '', to] = variant.split('-to-')
      const body = to ? { target: targetOf(to) } : { title: `変更 ${attempt}` }
      return api.put(`/api/admin/announcement/${announcements[from] ?? '999999'}`, { ...options, body })
    }
    case 'announcement.remove':
      return api.delete(`/api/admin/announcement/${announcements[variant] ?? '999999'}`, options)
    case 'image.create':
      return api.post('/api/admin/image/new', { ...options, body: { imgBase64: pixel, contentType: 'image/png' } })
    default:
      throw new Error(`No such call: ${call}`)
  }
}

test('the table names every endpoint and every principal', () => {
  expect(header.split(/\s+/).slice(1)).toEqual([...principals])
  const walked = new Set(cases.map(({ call }) => call.split(' ')[0]))
  expect([...walked].sort()).toEqual(endpoints.map(([name]) => name).sort())
})

describe('every call × every principal', () => {
  test.each(cases)('$call as $principal: $status', async ({ call, principal, status }) => {
    const token = await tokenOf(principal)
    // The one before may have moved or removed them.
    if (call.startsWith('announcement.') && status !== 401) await makeAnnouncements()
    const before = status === 200 ? null : await fingerprints(api.database)
    const answer = await perform(call, principal, { token })
    expect({ status: answer.status, body: status === 200 ? '' : answer.json?.code }).toEqual({
      status,
      body: { 200: '', 401: 'unauthenticated', 403: 'forbidden', 404: 'not_found', 422: 'invalid' }[status],
    })
    if (status === 200 && !call.includes('csv')) {
      const endpoint = endpoints.find(([name]) => name === call.split(' ')[0])?.[1]
      endpoint?.output.parse(answer.json)
    }
    if (before && !call.startsWith('auth.login')) expect(await fingerprints(api.database)).toEqual(before)
  })
})

describe('an id of another shop answers exactly as one that does not exist', () => {
  test.each([
    ['member.list', 'level2'],
    ['member.list', 'level4'],
    ['member.get', 'level2'],
    ['member.get', 'level4'],
    ['shopPlan.list', 'level4'],
    ['shop.get', 'level4'],
    ['shop.update', 'level4'],
    ['report.monthlyStats', 'level4'],
    ['report.monthlyStats', 'level1'],
    ['report.yearlyStats', 'level4'],
    ['drillDown.members', 'level2'],
    ['drillDown.visits', 'level2'],
    ['drillDown.sales', 'level4'],
    ['drillDown.reservations', 'level2'],
    ['drillDown.slots', 'level2'],
    ['drillDown.leads', 'level2'],
    ['announcement.list', 'level4'],
    ['announcement.get', 'level4'],
    ['announcement.get', 'level1'],
    ['announcement.create', 'level4'],
    ['announcement.update', 'level4'],
    ['announcement.remove', 'level4'],
  ] as const)('%s as %s', async (call, principal) => {
    const token = await tokenOf(principal)
    const [other, unknown] = [
      await perform(`${call} other`, principal, { token }),
      await perform(`${call} unknown`, principal, { token }),
    ]
    expect({ ...other.json, ref: '' }).toEqual({ ...unknown.json, ref: '' })
    expect(other.status).toBe(unknown.status)
    const names = (answer: Answer) => [...answer.headers.keys()].sort()
    expect(names(other)).toEqual(names(unknown))
  })

  test('staff.changePassword as level4', async () => {
    const token = await tokenOf('level4')
    const other = await perform('staff.changePassword other-level1', 'level4', { token })
    const unknown = await perform('staff.changePassword unknown', 'level4', { token })
    expect({ ...other.json, ref: '' }).toEqual({ ...unknown.json, ref: '' })
  })
})

test('lists hold the shops of the caller and count no others', async () => {
  const list = async (principal: PrincipalName) =>
    (await perform('shop.list', principal, { token: await tokenOf(principal) })).json
  expect((await list('level4')).list.map((shop: { id: string }) => shop.id)).toEqual([shops.own])
  expect((await list('level4')).paging.total).toBe(1)
  expect((await list('all')).paging.total).toBe(2)
})

test('targets are absent, not empty, for levels 1 and 2', async () => {
  const targets = async (principal: PrincipalName) =>
    Object.hasOwn(
      (await perform('shop.get own', principal, { token: await tokenOf(principal) })).json,
      'monthlyTargets',
    )
  expect(await targets('level1')).toBe(false)
  expect(await targets('level2')).toBe(false)
  expect(await targets('level3')).toBe(true)
  expect(await targets('admin')).toBe(true)
})

test('claims in the token give no right', async () => {
  const person = people.level1 as Person
  const token = await api.signIn(person)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
  const boasting = unsignedToken({ ...claims, role: 'all', isAdmin: true, admin: true, shops: [shops.other] })
  expect((await api.get(`/api/admin/shop/${shops.other}`, { token: boasting })).status).toBe(404)
  expect((await api.get('/api/admin/user/me', { token: boasting })).json.isAdmin).toBe(false)
})
