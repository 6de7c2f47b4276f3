import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/all.ts'
import { type SearchKind, searchKinds } from '#contract/words/search.ts'
import { valuesOf } from '#contract/words/words.ts'
import { member } from '../../api/db/schema/facts.ts'
import { shop, staff } from '../../api/db/schema/organisation.ts'
import { columnDraft } from '../areas/column.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

let api: Api
const shops: string[] = []
const tokens: Record<string, string> = {}
const kinds = valuesOf(searchKinds)
const principals = ['level1', 'level2', 'level3', 'level4', 'both', 'all', 'admin'] as const

interface Row {
  kind: SearchKind
  id: string
  name: string
  kana: string | null
  facts: string
}

const announcementDraft = (title: string, target: object, status = 'active') => ({
  ...{ title, target, status, body: '<p>さくらが咲きました。</p>', category: 'info', imgUrl: null, linkUrl: null },
  ...{ publishFrom: null, publishTo: null, isPinned: false },
})

const actionDraft = (shopId: string, title: string, { staffId }: Person) => ({
  ...{ shopId, title, ownerStaffId: staffId, dailyReportId: null, category: 'admission', priority: 'high' },
  ...{ metric: null, targetValue: null, plan: 'さくら通りで配ります。', doNote: null, check: null, nextAction: null },
  ...{ evaluation: null, startOn: '2026-11-01', dueOn: '2026-11-30', status: 'todo', progress: 0 },
})

/** Each kind of record in two shops, in all states, most of them named さくら. */
beforeAll(async () => {
  api = await startApi()
  shops.push(
    await api.makeShop({ name: 'さくら店', nameKana: 'サクラテン' }),
    await api.makeShop({ name: '南さくら店' }),
  )
  const [own = ''] = shops
  const people: Record<string, Person> = {
    level1: await api.makeStaff({ role: 'level1', shops: [own] }),
    level2: await api.makeStaff({ role: 'level2', shops: [own] }),
    level3: await api.makeStaff({ role: 'level3', shops: [own] }),
    level4: await api.makeStaff({ role: 'level4', shops: [own] }),
    both: await api.makeStaff({ role: 'level3', shops }),
    all: await api.makeStaff({ role: 'all' }),
    admin: await api.makeStaff({ role: 'all', isAdmin: true }),
  }
  for (const name of principals) tokens[name] = await api.signIn(people[name] as Person)
  const post = async (path: string, body: object) => {
    const { status, json } = await api.post(`/api/admin${path}`, { token: tokens.admin as string, body })
    expect([status, json.fields]).toEqual([200, undefined])
  }
  for (const shopId of shops) {
    await api.makeMember(shopId, { lastName: '桜', firstName: '花子', lastNameKana: 'サクラ', firstNameKana: 'ハナコ' })
    await api.makeMember(shopId, { lastName: '小林', firstName: 'さくら', tel: '090-1111-3939' })
    await api.makePlan(shopId, { name: 'さくら会員' })
    await api.makePlan(shopId, { name: '旧さくら会員', status: 'disabled' })
    for (const status of ['active', 'waiting', 'suspended', 'cancel'] as const) {
      const { staffId } = await api.makeStaff({ role: 'level2', shops: [shopId], status })
      await api.db.update(staff).set({ displayName: '佐倉 さくら' }).where(eq(staff.id, staffId))
    }
    await post('/shop/report-action/new', actionDraft(shopId, 'さくらのちらし', people.both as Person))
    await post('/shop/report-action/new', actionDraft(shopId, '声かけ', people.both as Person))
    await post('/announcement/new', announcementDraft('さくら祭', { scope: 'shops', shopIds: [shopId] }))
    await post('/announcement/new', announcementDraft('休館', { scope: 'shops', shopIds: [shopId] }))
  }
  await post('/announcement/new', announcementDraft('全店のさくら祭', { scope: 'all' }))
  await post('/announcement/new', announcementDraft('さくら祭の下書き', { scope: 'all' }, 'pending'))
  await post('/content/column/new', columnDraft('さくらと肩こり'))
  await post('/content/column/new', columnDraft('さくらの下書き', 'pending'))
})
afterAll(() => api.close())

const find = async (query: string, who: string) => {
  const { status, json } = await api.get(`/api/admin/search?${query}`, { token: tokens[who] as string })
  return { status, json: json as { found: { kind: SearchKind; list: Row[]; total: number }[]; recent: Row[] } }
}
const named = async (keyword: string, who = 'all') =>
  (await find(`keyword=${encodeURIComponent(keyword)}`, who)).json.found
const namesOf = async (kind: SearchKind, keyword: string, who?: string) =>
  (await named(keyword, who)).find((group) => group.kind === kind)?.list.map(({ name }) => name) ?? []

/** Ids and titles in the answer of the kind's own list; none where it refuses. */
async function listed(kind: SearchKind, who: string, keyword = '') {
  const query = keyword === '' ? '' : `&keyword=${encodeURIComponent(keyword)}`
  const { status, json } = await api.get(`${contract[kind].list.path}?limit=500${query}`, {
    token: tokens[who] as string,
  })
  expect([200, 403]).toContain(status)
  return status === 403 ? [] : (json.list as { id: string; title?: string }[])
}

describe.each(principals)('%s', (who) => {
  test.each(kinds)('finds exactly those %s that the list finds', async (kind) => {
    const groups = await Promise.all(['さくら', 'ｻｸﾗ', '花', '会員', '1'].map((keyword) => named(keyword, who)))
    for (const [at, keyword] of ['さくら', 'サクラ', '花', '会員', '1'].entries()) {
      const inList = (await listed(kind, who, keyword)).filter(
        // Texts are only found by their title.
        ({ title }) => title === undefined || title.includes(keyword === 'サクラ' ? 'さくら' : keyword),
      )
      const found = groups[at]?.find((group) => group.kind === kind)
      expect([keyword, found?.total ?? 0]).toEqual([keyword, inList.length])
      expect(found?.list.length ?? 0).toBe(Math.min(inList.length, 6))
      expect(inList.map(({ id }) => id)).toEqual(expect.arrayContaining((found?.list ?? []).map(({ id }) => id)))
    }
  })

  test.each(kinds)('gets the names of exactly those %s that are still in the list', async (kind) => {
    const ids = await Promise.all(principals.map((anybody) => listed(kind, anybody)))
    const everything = [...new Set(ids.flat().map(({ id }) => id))]
    const mine = new Set((await listed(kind, who)).map(({ id }) => id))
    expect(everything.length).toBeGreaterThan(1)
    for (let at = 0; at < everything.length; at += 8) {
      const requested = everything.slice(at, at + 8).reverse()
      const { json } = await find(requested.map((id) => `recent=${kind}:${id}`).join('&'), who)
      expect(json.recent.map(({ id }) => id)).toEqual(requested.filter((id) => mine.has(id)))
      expect(json.found).toEqual([])
    }
  })
})

test('a trading partner finds shops and what members see, and no people', async () => {
  expect((await named('さくら', 'level1')).map(({ kind }) => kind)).toEqual(['shop', 'announcement', 'column'])
})

test('names that begin with the keyword come first, then those that contain it', async () => {
  expect(await namesOf('shop', 'さくら')).toEqual(['さくら店', '南さくら店'])
  expect((await namesOf('shopPlan', 'さくら')).slice(0, 2)).toEqual(['さくら会員', 'さくら会員'])
  expect(await namesOf('announcement', 'さくら')).toEqual([
    'さくら祭の下書き',
    'さくら祭',
    'さくら祭',
    '全店のさくら祭',
  ])
  expect((await namesOf('member', 'さくら'))[0]).toBe('桜　花子')
})

test('members are found by number and by the last digits of a telephone', async () => {
  const [first] = await api.db.select().from(member).limit(1)
  expect((await named(first?.memberNo ?? '')).find(({ kind }) => kind === 'member')?.list[0]?.facts).toContain(
    first?.memberNo,
  )
  expect(await namesOf('member', '3939')).toEqual(['小林　さくら', '小林　さくら'])
})

test('shops are found by code and reading', async () => {
  const [row] = await api.db.select().from(shop).where(eq(shop.name, 'さくら店'))
  expect(await namesOf('shop', row?.code ?? '')).toContain('さくら店')
  expect(await namesOf('shop', 'さくらてん')).toEqual(['さくら店'])
})

test.each(['', '　', '-', 'ー', '－', 'ｰ'])('「%s」 is ignored, and finds nothing', async (keyword) => {
  expect(await named(keyword)).toEqual([])
})

test('deleted records are left out, and the others keep their order', async () => {
  const token = tokens.admin as string
  const made = await api.post('/api/admin/content/column/new', { token, body: columnDraft('消える題', 'pending') })
  const [kept] = await listed('column', 'admin', 'さくらと肩こり')
  const query = `recent=column:${made.json.id}&recent=shop:${shops[1]}&recent=column:${kept?.id}&recent=shop:${shops[0]}`
  expect((await find(query, 'admin')).json.recent).toHaveLength(4)
  await api.delete(`/api/admin/content/column/${made.json.id}`, { token })
  expect((await find(query, 'admin')).json.recent.map(({ name }) => name)).toEqual([
    '南さくら店',
    'さくらと肩こり',
    'さくら店',
  ])
})

test.each([
  ['a keyword of more than 100 characters', `keyword=${'あ'.repeat(101)}`],
  ['more records than are remembered', Array.from({ length: 9 }, (_, at) => `recent=shop:${at + 1}`).join('&')],
  ['health data', 'recent=dailyLog:1'],
  ['a number that no record can have', 'recent=shop:99999999999'],
  ['no number', 'recent=shop:'],
])('%s is refused', async (_, query) => {
  expect((await find(query, 'admin')).status).toBe(422)
})

test('staff are found by the whole number and the birthday where these are read, shops by their number', async () => {
  const [someone] = await api.db.select().from(staff).where(eq(staff.displayName, '佐倉 さくら')).limit(1)
  const id = someone?.id ?? ''
  await api.db
    .update(staff)
    .set({ tel: '08011112222', birthday: '1985-04-03', status: 'active' })
    .where(eq(staff.id, id))
  for (const keyword of ['+81 80-1111-2222', '1111-2222', '600403']) {
    expect([keyword, await namesOf('staff', keyword)]).toEqual([keyword, ['佐倉 さくら']])
    expect([keyword, await namesOf('staff', keyword, 'level2')]).toEqual([keyword, []])
  }
  const found = (await named('600403')).find(({ kind }) => kind === 'staff')
  expect(found?.list[0]?.facts).toMatch(/^生年月日 1985年（昭和60年）4月3日/)
  expect(await namesOf('shop', '03 0000 0000', 'level1')).toEqual(['さくら店'])
})
