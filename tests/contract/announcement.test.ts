import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inScope } from '../../api/db/scope.ts'
import { type Answer, type Api, type CallOptions, type Person, startApi } from '../support/api.ts'
import { hostileHtml } from '../support/hostile-html.ts'

// It is 2026-11-21 10:00 in Tokyo; these are moments around it.
const now = '2026-11-21T10:00:00.000+09:00'
const lastWeek = '2026-11-14T10:00:00.000+09:00'
const yesterday = '2026-11-20T10:00:00.000+09:00'
const tomorrow = '2026-11-22T10:00:00.000+09:00'
const nextWeek = '2026-11-28T10:00:00.000+09:00'

const backToPending = '公開したお知らせは保留中に戻せません。非公開にしてください。'

let api: Api
let shops: { a: string; b: string; c: string }
let headOffice: Person
let head: string
/** A manager of a, a franchise owner of a and b, a trainer and a partner of a. */
let manager: string
let owner: string
let trainer: string
let partner: string

beforeAll(async () => {
  api = await startApi()
  shops = { a: await api.makeShop(), b: await api.makeShop(), c: await api.makeShop() }
  headOffice = await api.makeStaff({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: [shops.a] })
  owner = await api.as({ role: 'level4', shops: [shops.a, shops.b] })
  trainer = await api.as({ role: 'level2', shops: [shops.a] })
  partner = await api.as({ role: 'level1', shops: [shops.a] })
})
afterAll(() => api.close())
/** Sets the clock, and signs head office in at that time. */
async function travelTo(time: string) {
  api.time.now = new Date(time)
  head = await api.signIn(headOffice)
}
beforeEach(() => travelTo(now))

const draft = (more: object = {}) => ({
  title: '年末年始の営業時間のお知らせ',
  body: '<p>12月31日は<strong>18時</strong>までの営業です。</p>',
  category: 'info',
  imgUrl: null,
  linkUrl: null,
  target: { scope: 'all' },
  publishFrom: null,
  publishTo: null,
  isPinned: false,
  status: 'pending',
  ...more,
})

const forShops = (...shopIds: string[]) => ({ scope: 'shops', shopIds })
const create = (more: object = {}, token = head, options: CallOptions = {}) =>
  api.post('/api/admin/announcement/new', { ...options, token, body: draft(more) })
const get = (id: string, token = head) => api.get(`/api/admin/announcement/${id}`, { token })
const update = (id: string, body: object, token = head) => api.put(`/api/admin/announcement/${id}`, { token, body })
const remove = (id: string, query = '', token = head) => api.delete(`/api/admin/announcement/${id}${query}`, { token })
const list = (query = '', token = head) => api.get(`/api/admin/announcement/list?limit=500&${query}`, { token })

/** A row that must exist, or the test fails here. */
async function made(more: object = {}, token = head): Promise<string> {
  const answer = await create(more, token)
  expect([answer.status, answer.json.fields]).toEqual([200, undefined])
  return answer.json.id
}
const refusal = (answer: Answer) => [answer.status, answer.json.fields ?? answer.json.message]
const titlesOf = (answer: Answer): string[] => answer.json.list.map((one: { title: string }) => one.title)

describe('an announcement', () => {
  test('is returned as written, in detail and list, with author and times', async () => {
    const picture = `/uploads/${'a'.repeat(32)}.webp`
    writeFileSync(join(api.uploads, basename(picture)), '')
    const written = {
      title: '夏のキャンペーン',
      body: '<h2>入会金0円</h2><p>くわしくは<a href="https://example.jp/summer" target="_blank" rel="noopener noreferrer">こちら</a></p>',
      category: 'campaign',
      imgUrl: picture,
      linkUrl: 'https://example.jp/summer?a=1&b=2',
      target: forShops(shops.b, shops.a),
      publishFrom: '2026-11-20T01:00:00Z',
      publishTo: nextWeek,
      isPinned: true,
      status: 'active',
    }
    const author = await api.makeStaff({ role: 'level4', shops: [shops.a, shops.b] })
    const token = await api.signIn(author)
    const answer = await create(written, token)
    const person = { id: author.staffId, displayName: expect.stringContaining('職員') }
    const expected = {
      ...written,
      id: answer.json.id,
      target: forShops(shops.a, shops.b),
      publishFrom: yesterday,
      state: 'active',
      canEdit: true,
      createdBy: person,
      updatedBy: person,
      createdAt: now,
      updatedAt: now,
      version: 1,
    }
    expect(answer.json).toEqual(expected)
    expect((await get(answer.json.id, token)).json).toEqual(expected)
    const { body: _, ...row } = expected
    expect((await list('', token)).json.list).toContainEqual(row)
  })

  test('is updated field by field, and shows its last editor', async () => {
    const id = await made({ target: forShops(shops.a), isPinned: true })
    const second = await api.makeStaff({ role: 'level3', shops: [shops.a] })
    const before = (await get(id)).json
    api.time.now = new Date(tomorrow)
    const after = (await update(id, { version: 1, title: '変更後' }, await api.signIn(second))).json
    expect(after).toEqual({
      ...before,
      title: '変更後',
      updatedBy: { id: second.staffId, displayName: expect.any(String) },
      updatedAt: tomorrow,
      version: 2,
    })
  })

  test.each([
    ['title', { title: '' }, 'この項目を入力してください。'],
    ['title', { title: '　 ' }, 'この項目を入力してください。'],
    ['title', { title: 'あ'.repeat(81) }, 'この項目は80文字以内で入力してください。'],
    ['body', { body: '' }, 'この項目を入力してください。'],
    ['body', { body: '<p> &nbsp;</p><script>alert(1)</script>' }, 'この項目を入力してください。'],
    ['body', { body: `<p>${'あ'.repeat(5_001)}</p>` }, 'この項目は5,000文字以内で入力してください。'],
    ['category', { category: 'ad' }, 'この項目は選択肢から選んでください。'],
    ['status', { status: 'draft' }, 'この項目は選択肢から選んでください。'],
    ['linkUrl', { linkUrl: 'http://example.jp' }, 'この項目には https:// から始まるURLを入力してください。'],
    ['linkUrl', { linkUrl: 'javascript:alert(1)' }, 'この項目には https:// から始まるURLを入力してください。'],
    ['imgUrl', { imgUrl: '/uploads/../secret.webp' }, '画像を選び直してください。'],
    ['imgUrl', { imgUrl: 'data:image/svg+xml,<svg/>' }, '画像を選び直してください。'],
    ['publishFrom', { publishFrom: '明日' }, 'この項目の形式を確認してください。'],
    [
      'publishFrom',
      { publishFrom: '0000-01-01T00:00:00Z' },
      'この項目には2000年から2099年までの日時を入力してください。',
    ],
    ['target.shopIds', { target: { scope: 'shops', shopIds: [] } }, '配信対象の店舗を選択してください。'],
    ['isAdmin', { isAdmin: true }, '使用できない項目が含まれています。'],
  ])('is refused at %s: %o', async (field, more, message) => {
    expect(refusal(await create(more))).toEqual([422, { [field]: message }])
  })

  test('may have a title of 80 and a body of 5,000 characters, not counting markup and entities', async () => {
    const body = `<p>${'<strong>あ</strong>'.repeat(1_000)}${'&amp;'.repeat(1_000)}${'い'.repeat(3_000)}</p>`
    expect((await create({ title: '題'.repeat(80), body })).status).toBe(200)
  })

  test.each([
    `' or 1=1 --`,
    '"; drop table announcement; --',
    '<b>太字</b> & <script>alert(1)</script>',
    '=HYPERLINK("https://example.jp")',
    '{{7*7}} <%= 7*7 %> #{7*7}',
    '\u202eright-to-left\u200b 👩‍👩‍👧 𠮷野家',
    '%00%27 \\ \\u0000',
  ])('keeps %s in a title as plain text', async (title) => {
    const id = await made({ title })
    expect((await get(id)).json.title).toBe(title)
    expect(titlesOf(await list(`keyword=${encodeURIComponent(title)}`))).toContain(title)
  })
})

describe('hostile HTML is removed', () => {
  const words = '<p>本文</p>'
  test.each(hostileHtml)('%s', async (hostile, left) => {
    const id = await made({ body: words + hostile })
    const { body } = (await get(id)).json
    expect(body).not.toMatch(/<(?!\/?(p|br|strong|em|u|s|h2|h3|ul|ol|li|blockquote|hr|a)\b)|\son\w+=|javascript:/i)
    expect(body).toBe(words + left)
    expect((await update(id, { body })).json.body).toBe(body)
  })

  test('a body with unlimited nesting is refused', async () => {
    const id = await made({ body: `${'<ul><li>'.repeat(3_000)}底` })
    expect((await get(id)).json.body.match(/<ul>/g).length).toBeLessThan(20)
  })
})

describe('the state is computed at the moment of reading', () => {
  const states: [string, object, string, string][] = [
    ['a draft', { status: 'pending' }, 'pending', 'pending'],
    ['a draft with a start that has passed', { status: 'pending', publishFrom: yesterday }, 'pending', 'pending'],
    ['published', { status: 'active' }, 'active', 'active'],
    [
      'published since yesterday',
      { status: 'active', publishFrom: yesterday, publishTo: tomorrow },
      'active',
      'active',
    ],
    ['published from this moment', { status: 'active', publishFrom: now }, 'active', 'active'],
    ['scheduled', { status: 'active', publishFrom: tomorrow }, 'pending', 'scheduled'],
    ['scheduled with an end', { status: 'active', publishFrom: tomorrow, publishTo: nextWeek }, 'pending', 'scheduled'],
    ['withdrawn', { status: 'disabled' }, 'disabled', 'disabled'],
    ['withdrawn, with a start to come', { status: 'disabled', publishFrom: tomorrow }, 'disabled', 'disabled'],
  ]

  test.each(states)('%s', async (title, more, status, state) => {
    const id = await made({ title, ...more })
    expect((await get(id)).json).toMatchObject({ status, state })
  })

  test('publishes and withdraws itself over time, in list, filter and detail alike', async () => {
    const id = await made({ title: '自動', status: 'active', publishFrom: tomorrow, publishTo: nextWeek })
    const seen = async (at: string) => {
      await travelTo(at)
      const found = await Promise.all(
        ['pending', 'active', 'disabled'].map(async (status) => {
          const answer = await list(`status=${status}`)
          expect(answer.json.paging.total).toBe(answer.json.list.length)
          return answer.json.list.some((one: { id: string }) => one.id === id) ? status : null
        }),
      )
      return [(await get(id)).json.status, ...found.filter(Boolean)]
    }
    expect(await seen(now)).toEqual(['pending', 'pending'])
    expect(await seen('2026-11-22T09:59:59.999+09:00')).toEqual(['pending', 'pending'])
    expect(await seen(tomorrow)).toEqual(['active', 'active'])
    expect(await seen('2026-11-28T09:59:59.999+09:00')).toEqual(['active', 'active'])
    expect(await seen(nextWeek)).toEqual(['disabled', 'disabled'])
  })

  test('each displayed state can be filtered by, and matches only those rows', async () => {
    const of = {
      pending: { status: 'pending' },
      scheduled: { status: 'active', publishFrom: tomorrow },
      active: { status: 'active' },
      ended: { status: 'active', publishTo: tomorrow },
      disabled: { status: 'disabled' },
    }
    const ids: Record<string, string> = {}
    for (const [state, more] of Object.entries(of)) ids[state] = await made({ title: state, ...more })
    const shown = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.keys(of).map(async (state) => {
            const { list: rows } = (await list(`state=${state}`)).json
            for (const row of rows) expect(row.state).toBe(state)
            return [state, Object.keys(ids).filter((one) => rows.some(({ id }: { id: string }) => id === ids[one]))]
          }),
        ),
      )
    const { ended: _, ...others } = of
    expect(await shown()).toMatchObject({
      ...Object.fromEntries(Object.keys(others).map((one) => [one, one === 'active' ? ['active', 'ended'] : [one]])),
      ended: [],
    })
    await travelTo(tomorrow)
    expect(await shown()).toMatchObject({ ended: ['ended'], active: ['scheduled', 'active'], scheduled: [] })
  })

  test('a filtered list has only rows of the requested status, and the parts add up to the whole', async () => {
    for (const at of [now, tomorrow, nextWeek]) {
      await travelTo(at)
      let sum = 0
      for (const status of ['pending', 'active', 'disabled']) {
        const { json } = await list(`status=${status}`)
        expect(new Set(json.list.map((one: { status: string }) => one.status)).size).toBeLessThanOrEqual(1)
        sum += json.paging.total
      }
      expect(sum).toBe((await list()).json.paging.total)
    }
  })
})

describe('changes of state', () => {
  const to = (status: string, more: object = {}) => ({ status, ...more })

  test.each([
    ['pending', to('active'), 'active'],
    ['pending', to('active', { publishFrom: tomorrow }), 'pending'],
    ['pending', to('disabled'), 'disabled'],
    ['active', to('disabled'), 'disabled'],
    ['disabled', to('active'), 'active'],
  ])('%s → %o', async (status, change, expected) => {
    const id = await made({ status })
    expect((await update(id, change)).json).toMatchObject({ status: expected })
  })

  test('a scheduled one may become a draft again, or get another start', async () => {
    const id = await made({ status: 'active', publishFrom: tomorrow })
    expect((await update(id, { publishFrom: nextWeek })).json).toMatchObject({ status: 'pending', state: 'scheduled' })
    expect((await update(id, { status: 'pending' })).json).toMatchObject({ status: 'pending', state: 'pending' })
  })

  test.each([
    ['published → draft', { status: 'active' }, { status: 'pending' }, 'status'],
    ['published → a start to come', { status: 'active' }, { publishFrom: tomorrow }, 'publishFrom'],
    ['withdrawn → draft', { status: 'disabled' }, { status: 'pending' }, 'status'],
    ['withdrawn → scheduled', { status: 'disabled' }, { status: 'active', publishFrom: tomorrow }, 'publishFrom'],
  ])('none returns to pending: %s', async (_, before, change, field) => {
    const id = await made(before)
    expect(refusal(await update(id, change))).toEqual([422, { [field]: backToPending }])
    expect((await get(id)).json.version).toBe(1)
  })

  test('nor one that has published itself meanwhile', async () => {
    const id = await made({ status: 'active', publishFrom: tomorrow })
    await travelTo(nextWeek)
    expect(refusal(await update(id, { status: 'pending' }))).toEqual([422, { status: backToPending }])
  })

  test('an end is after the start, and in the future for one that becomes visible', async () => {
    const before = '公開終了には公開開始より後の日時を指定してください。'
    const passed = '公開終了には現在より後の日時を指定してください。'
    expect(refusal(await create({ publishFrom: tomorrow, publishTo: tomorrow }))).toEqual([422, { publishTo: before }])
    expect(refusal(await create({ status: 'active', publishTo: yesterday }))).toEqual([422, { publishTo: passed }])
    expect(refusal(await create({ status: 'active', publishTo: now }))).toEqual([422, { publishTo: passed }])
    const id = await made({ status: 'active', publishFrom: lastWeek })
    expect(refusal(await update(id, { publishTo: yesterday }))).toEqual([422, { publishTo: passed }])
    const draftId = await made({ publishTo: tomorrow })
    expect(refusal(await update(draftId, { publishFrom: nextWeek }))).toEqual([422, { publishTo: before }])
  })

  test('an expired one is published again only with a new end; its title can be corrected without', async () => {
    const id = await made({ status: 'active', publishTo: tomorrow })
    await travelTo(nextWeek)
    expect((await update(id, { title: '訂正' })).json).toMatchObject({ title: '訂正', status: 'disabled' })
    expect((await update(id, { status: 'active' })).status).toBe(422)
    expect((await update(id, { status: 'active', publishTo: null })).json.status).toBe('active')
  })

  test('a published one must be withdrawn before it is deleted', async () => {
    const id = await made({ status: 'active' })
    expect(refusal(await remove(id))).toEqual([422, '公開中のお知らせは削除できません。先に非公開にしてください。'])
    await update(id, { status: 'disabled' })
    expect([(await remove(id)).json, (await get(id)).status, (await remove(id)).status]).toEqual([{}, 404, 404])
  })

  test.each(['pending', 'disabled'])('a %s one is deleted directly', async (status) => {
    const id = await made({ status })
    expect([(await remove(id)).status, (await get(id)).status]).toEqual([200, 404])
  })
})

describe('scope', () => {
  test('everyone reads those for all and for their shops, and no others', async () => {
    const ids = {
      all: await made({ status: 'active' }),
      a: await made({ status: 'active', target: forShops(shops.a) }),
      ab: await made({ status: 'active', target: forShops(shops.a, shops.b) }),
      c: await made({ status: 'active', target: forShops(shops.c) }),
    }
    for (const token of [manager, trainer, partner]) {
      const seen = (await list('', token)).json
      const has = (id: string) => seen.list.some((one: { id: string }) => one.id === id)
      expect(Object.values(ids).map(has)).toEqual([true, true, true, false])
      expect(seen.paging.total).toBe(seen.list.length)
      expect((await get(ids.all, token)).status).toBe(200)
      const [hidden, unknown] = [await get(ids.c, token), await get('999999', token)]
      expect([hidden.status, { ...hidden.json, ref: '' }]).toEqual([404, { ...unknown.json, ref: '' }])
    }
    expect((await get(ids.c, head)).status).toBe(200)
  })

  test('of the targets they see only their own shops, and may edit one that is entirely theirs', async () => {
    const all = await made({ target: { scope: 'all' } })
    const one = await made({ target: forShops(shops.a) })
    const two = await made({ target: forShops(shops.a, shops.b) })
    const seen = async (id: string, token: string) => {
      const { target, canEdit } = (await get(id, token)).json
      return [target.shopIds, canEdit]
    }
    expect(await seen(two, manager)).toEqual([[shops.a], false])
    expect(await seen(two, owner)).toEqual([[shops.a, shops.b], true])
    expect(await seen(two, head)).toEqual([[shops.a, shops.b], true])
    expect(await seen(one, manager)).toEqual([[shops.a], true])
    expect(await seen(one, trainer)).toEqual([[shops.a], false])
    expect(await seen(all, manager)).toEqual([[], false])
    expect(await seen(all, head)).toEqual([[], true])
  })

  test('a partner reads published ones only', async () => {
    const ids = [
      await made({ target: forShops(shops.a), status: 'pending' }),
      await made({ target: forShops(shops.a), status: 'active', publishFrom: tomorrow }),
      await made({ target: forShops(shops.a), status: 'disabled' }),
    ]
    const seen = (await list('', partner)).json
    expect(new Set(seen.list.map((one: { status: string }) => one.status))).toEqual(new Set(['active']))
    for (const id of ids) expect([(await get(id, partner)).status, (await get(id, trainer)).status]).toEqual([404, 200])
    expect((await list('status=pending', partner)).json.paging.total).toBe(0)
  })

  test('only head office may write to everyone', async () => {
    const message = { target: '全店舗への配信は本部のみ設定できます。' }
    const id = await made({ target: forShops(shops.a) })
    for (const token of [manager, owner]) {
      expect(refusal(await create({}, token))).toEqual([422, message])
      expect(refusal(await update(id, { target: { scope: 'all' } }, token))).toEqual([422, message])
    }
  })

  test('a shop out of scope answers like a missing one on writes', async () => {
    const id = await made({ target: forShops(shops.a) })
    for (const target of [forShops(shops.b), forShops(shops.a, shops.c), forShops('999999')]) {
      const answers = [await create({ target }, manager), await update(id, { target }, manager)]
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
    }
    expect((await create({ target: forShops('999999') }, head)).status).toBe(404)
    expect((await get(id)).json).toMatchObject({ target: forShops(shops.a), version: 1 })
  })

  test('one that is also for other shops, or for all, is readable but not editable', async () => {
    const ids = [await made({ status: 'disabled' }), await made({ target: forShops(shops.a, shops.c) })]
    for (const id of ids) {
      const before = (await get(id)).json
      const answers = [
        await update(id, { title: '乗っ取り' }, manager),
        await update(id, { target: forShops(shops.a) }, owner),
        await remove(id, '', manager),
      ]
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
      expect((await get(id)).json).toEqual(before)
    }
  })

  test('one for other shops is not found on changes', async () => {
    const id = await made({ target: forShops(shops.c) })
    expect([(await update(id, { title: 'x' }, owner)).status, (await remove(id, '', owner)).status]).toEqual([404, 404])
  })

  test('an owner extends one shop’s announcement to both of theirs', async () => {
    const id = await made({ target: forShops(shops.a) }, manager)
    const answer = await update(id, { target: forShops(shops.b, shops.a, shops.b) }, owner)
    expect(answer.json.target).toEqual(forShops(shops.a, shops.b))
    expect((await get(id, manager)).json.canEdit).toBe(false)
  })

  test('the database itself refuses to leave one for a shop out of scope', async () => {
    const id = await made({ target: forShops(shops.a) })
    const foreign = await made({ target: forShops(shops.a, shops.c) })
    const asManager = (query: string) =>
      inScope(api.database, { shops: [shops.a] }, 'write', async (scoped) => {
        const { rows } = await scoped.execute(sql.raw(query))
        return rows.length
      })
    const set = (target: string, which: string) =>
      `update announcement set target_shop_ids = '{${target}}' where id = ${which} returning id`
    await expect(asManager(set(shops.c, id))).rejects.toThrow()
    expect(await asManager(set(shops.a, foreign))).toBe(0)
    expect(await asManager(`delete from announcement where id = ${foreign} returning id`)).toBe(0)
    expect(await asManager(set(shops.a, id))).toBe(1)
  })
})

describe('the list', () => {
  let codes: Record<string, string>
  beforeAll(async () => {
    await travelTo(now)
    const words = { title: 'ヨガ教室 ｶｲｺｳ', target: forShops(shops.c), status: 'active' }
    codes = {
      old: await made({ ...words, publishFrom: lastWeek, body: '<p>新しい<strong>ホット</strong>ヨガです。</p>' }),
    }
    api.time.now = new Date('2026-11-21T10:00:01+09:00')
    codes.pinned = await made({ ...words, title: 'あ 固定', isPinned: true, category: 'important' })
    api.time.now = new Date('2026-11-21T10:00:02+09:00')
    codes.latest = await made({ ...words, title: 'か 最新', publishFrom: yesterday })
  })
  const names = async (query: string) => {
    const found = (await list(`shopId=${shops.c}&${query}`)).json.list.map((one: { id: string }) => one.id)
    return Object.keys(codes)
      .filter((name) => found.includes(codes[name]))
      .sort((a, b) => found.indexOf(codes[a]) - found.indexOf(codes[b]))
  }

  test.each([
    ['よが', ['old']],
    ['ﾖｶﾞ教室かいこう', ['old']],
    ['ほっとよが', ['old']],
    ['strong', []],
    ['固定', ['pinned']],
  ])('finds %s in title and text, however it is typed', async (keyword, expected) => {
    expect(await names(`keyword=${encodeURIComponent(keyword)}`)).toEqual(expected)
  })

  test('finds changed text', async () => {
    const id = await made({ title: '旧題' })
    await update(id, { title: '新題' })
    expect(titlesOf(await list('keyword=旧題'))).toEqual([])
    expect(titlesOf(await list('keyword=新題'))).toEqual(['新題'])
  })

  test.each([
    ['', ['pinned', 'latest', 'old']],
    ['sortKey=updatedAt&sortDir=asc', ['old', 'pinned', 'latest']],
    ['sortKey=updatedAt&sortDir=desc', ['latest', 'pinned', 'old']],
    ['sortKey=publishFrom&sortDir=asc', ['old', 'latest', 'pinned']],
    ['sortKey=publishFrom&sortDir=desc', ['latest', 'old', 'pinned']],
    ['sortKey=title&sortDir=asc', ['pinned', 'latest', 'old']],
    ['category=important', ['pinned']],
  ])('"%s"', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('of a shop holds what its members see, and is 404 for a shop out of scope', async () => {
    const { list: rows } = (await list(`shopId=${shops.a}`)).json
    const isSeen = ({ target }: { target: { scope: string; shopIds: string[] } }) =>
      target.scope === 'all' || target.shopIds.includes(shops.a)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(isSeen)).toBe(true)
    expect((await list(`shopId=${shops.c}`, manager)).status).toBe(404)
    expect((await list('shopId=999999')).status).toBe(404)
  })

  test('pages without gaps or duplicates, and without the body', async () => {
    const whole = (await list()).json
    const ids: string[] = []
    for (let offset = 0; offset < whole.paging.total; offset += 7) {
      const page = (await api.get(`/api/admin/announcement/list?offset=${offset}&limit=7`, { token: head })).json
      expect(page.paging).toEqual({ offset, count: page.list.length, total: whole.paging.total })
      ids.push(...page.list.map((one: { id: string }) => one.id))
    }
    expect(ids).toEqual(whole.list.map((one: { id: string }) => one.id))
    expect(whole.list.every((one: object) => !Object.hasOwn(one, 'body'))).toBe(true)
  })
})

describe('concurrent changes', () => {
  test('one wins, the other gets 409 with the current row', async () => {
    const id = await made()
    expect((await update(id, { version: 1, title: '先' })).status).toBe(200)
    const late = await update(id, { version: 1, title: '後' })
    expect([late.status, late.json.code, late.json.current.title]).toEqual([409, 'stale', '先'])
    expect(late.json.current).toEqual((await get(id)).json)
    const removal = await remove(id, '?version=1')
    expect([removal.status, removal.json.current.version]).toEqual([409, 2])
    expect((await remove(id, '?version=2')).status).toBe(200)
  })

  test('of ten with the same version one is saved', async () => {
    const id = await made()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => update(id, { version: 1, title: `題 ${at}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('the row in a 409 names no shop that the caller may not see', async () => {
    const id = await made({ target: forShops(shops.a) })
    await update(id, { version: 1, title: '先' })
    const late = await update(id, { version: 1, title: '後' }, manager)
    expect(late.json.current).toEqual((await get(id, manager)).json)
  })

  test('a form sent twice creates one announcement', async () => {
    const options = { headers: { 'idempotency-key': 'form-1' } }
    const title = '一度だけ'
    const answers = await Promise.all([create({ title }, head, options), create({ title }, head, options)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.json.id).toBe(answers[1]?.json.id)
    expect((await list('keyword=一度だけ')).json.paging.total).toBe(1)
  })
})

test('every write is audited with its changes, a refused one is not', async () => {
  const auditRows = async (id: string) => {
    const { rows } = await api.db.execute<{ action: string; shop_id: number | null; diff: Record<string, unknown> }>(
      sql`select action, shop_id, diff from audit_log where resource_type = 'announcement' and resource_id = ${id} order by seq`,
    )
    return rows
  }
  const id = await made({ title: '記録', target: forShops(shops.a) })
  await update(id, { title: '訂正', isPinned: false })
  await update(id, { version: 1, title: '遅れ' })
  await update(id, { status: 'nonsense' })
  await remove(id)
  const rows = await auditRows(id)
  expect(rows.map(({ action, shop_id }) => [action, shop_id])).toEqual([
    ['announcement.create', Number(shops.a)],
    ['announcement.update', Number(shops.a)],
    ['announcement.remove', Number(shops.a)],
  ])
  expect(rows[0]?.diff).toMatchObject({ title: { before: null, after: '記録' } })
  expect(rows[1]?.diff).toEqual({ title: { before: '記録', after: '訂正' } })
  expect(rows[2]?.diff).toMatchObject({ title: { before: '訂正', after: null } })
})
