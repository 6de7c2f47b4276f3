import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownStale } from '#contract/errors.ts'
import { sanitiseRichText } from '../../api/rules/rich-text.ts'
import { type Api, startApi } from '../support/api.ts'
import { hostileHtml } from '../support/hostile-html.ts'

const path = '/api/admin/content/column'
const draft = {
  title: '朝のストレッチ',
  lead: '椅子に座ったままできます。',
  body: '<p>両手を頭の後ろで組みます。</p>',
  category: 'exercise',
  tags: ['肩こり'],
  imgUrl: null,
  authorName: null as string | null,
  supervisorName: null as string | null,
  targetMoods: [] as string[],
  relatedIds: [] as string[],
  publishFrom: null as string | null,
  publishTo: null as string | null,
  status: 'pending',
}
const tomorrow = '2026-11-22T10:00:00.000+09:00'

let api: Api
let head: string
let partner: string

beforeAll(async () => {
  api = await startApi()
  head = await api.as({ role: 'all' })
  partner = await api.as({ role: 'level1', shops: [await api.makeShop()] })
})
afterAll(() => api.close())

const make = async (more: Partial<typeof draft> = {}) =>
  (await api.post(`${path}/new`, { token: head, body: { ...draft, ...more } })).json
const titles = async (query: string, token = head) =>
  (await api.get(`${path}/list?${query}`, { token })).json.list.map(({ title }: { title: string }) => title)

test('a trading partner lists only currently public ones', async () => {
  await make({ title: '公開した文', status: 'active' })
  await make({ title: '下書きの文' })
  await make({ title: '明日の文', status: 'active', publishFrom: tomorrow })
  await make({ title: '非公開の文', status: 'disabled' })
  const keyword = `keyword=${encodeURIComponent('の文')}`
  expect(await titles(`keyword=${encodeURIComponent('した文')}`, partner)).toEqual(['公開した文'])
  expect(await titles(keyword, partner)).toEqual([])
  expect((await titles(keyword)).sort()).toEqual(['下書きの文', '明日の文', '非公開の文'].sort())
})

test('the default order is last changed first', async () => {
  const earlier = await make({ title: '順序一', tags: ['順序'] })
  api.time.now = new Date(api.time.now.getTime() + 60_000)
  await make({ title: '順序二', tags: ['順序'] })
  const keyword = `keyword=${encodeURIComponent('順序')}`
  expect(await titles(keyword)).toEqual(['順序二', '順序一'])
  api.time.now = new Date(api.time.now.getTime() + 60_000)
  await api.put(`${path}/${earlier.id}`, { token: head, body: { lead: null } })
  expect(await titles(keyword)).toEqual(['順序一', '順序二'])
  expect(await titles(`${keyword}&sortKey=title`)).toEqual(['順序一', '順序二'])
})

test.each(['title', 'lead', 'tags', 'body'])('a keyword is found in the %s', async (field) => {
  const word = `さがす${field}`
  const text = { title: word, lead: word, tags: [word], body: `<p>${word}</p>` }[field]
  const made = await make({ title: `探しもの ${field}`, [field]: text })
  expect(await titles(`keyword=${encodeURIComponent(word)}`)).toEqual([made.title])
})

test('a concurrent change or deletion gets 409 with the current column', async () => {
  const { id, version } = await make()
  const changed = await api.put(`${path}/${id}`, { token: head, body: { title: '先の変更', version } })
  expect(changed.json.version).toBe(version + 1)
  const stale = [
    await api.put(`${path}/${id}`, { token: head, body: { title: '後の変更', version } }),
    await api.delete(`${path}/${id}?version=${version}`, { token: head }),
  ]
  for (const { status, json } of stale) {
    expect([status, json.code, json.current.title]).toEqual([409, 'stale', '先の変更'])
    expect(json.message).toBe(ownStale)
  }
})

test('a published one cannot become a draft again', async () => {
  const { id } = await make({ status: 'active' })
  const answer = await api.put(`${path}/${id}`, { token: head, body: { status: 'pending' } })
  expect([answer.status, answer.json.fields]).toEqual([
    422,
    { status: '公開したコラムは保留中に戻せません。非公開にしてください。' },
  ])
})

test.each([
  ['the same tag twice', ['夏', '夏'], 'tags'],
  ['eleven tags', Array.from({ length: 11 }, (_, at) => `タグ${at}`), 'tags'],
  ['a tag of 21 characters', ['あ'.repeat(21)], 'tags.0'],
  ['an empty tag', [' '], 'tags.0'],
])('%s is refused at the tags', async (_, tags, field) => {
  const answer = await api.post(`${path}/new`, { token: head, body: { ...draft, tags } })
  expect([answer.status, Object.keys(answer.json.fields)]).toEqual([422, [field]])
})

test.each(['\uFA10', '\uFA19', '\uFA1B', '\uF9DC'])(
  '%s is returned as typed, and is found by its other form',
  async (letter) => {
    const title = `${letter}田さんの話`
    const made = await make({ title, tags: [letter], body: `<p>${title}</p>` })
    expect(made).toMatchObject({ title, tags: [letter], body: `<p>${title}</p>` })
    expect(await titles(`keyword=${encodeURIComponent(title.normalize('NFC'))}`)).toEqual([title])
  },
)

test('a stored text with many links can be sent back; one that would be too long when stored is refused', async () => {
  const linked = (count: number) => `<p>${'<a href="https://e.jp">x</a>'.repeat(count)}</p>`
  const { id, body } = await make({ body: linked(2_500) })
  expect(body.length).toBeGreaterThan(linked(2_500).length)
  const back = await api.put(`${path}/${id}`, { token: head, body: { body } })
  expect([back.status, back.json.body]).toEqual([200, body])
  const longer = await api.post(`${path}/new`, { token: head, body: { ...draft, body: linked(2_900) } })
  expect([longer.status, longer.json.fields]).toEqual([422, { body: 'この項目はリンクや書式が多すぎます。' }])
})

test('a change or deletion without a version is accepted, and logged with its endpoint', async () => {
  const { id, version } = await make()
  const events = () => api.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'unversioned')
  const change = (body: object) => api.put(`${path}/${id}`, { token: head, body })
  const before = events().length
  expect((await change({ lead: null, version })).status).toBe(200)
  expect(events()).toHaveLength(before)
  expect((await change({ title: '上書き' })).status).toBe(200)
  expect((await api.delete(`${path}/${id}`, { token: head })).status).toBe(200)
  expect(
    events()
      .slice(before)
      .map(({ detail }) => detail),
  ).toEqual(['column.update', 'column.remove'])
})

test.each(['food', 'sleep', 'mind', 'womensHealth'])(
  'a health topic (%s) is public only with a supervisor',
  async (category) => {
    const { id } = await make({ category })
    const alone = await api.put(`${path}/${id}`, { token: head, body: { status: 'active' } })
    expect([alone.status, Object.keys(alone.json.fields)]).toEqual([422, ['supervisorName']])
    const body = { status: 'active', supervisorName: '管理栄養士 三浦 恵' }
    expect((await api.put(`${path}/${id}`, { token: head, body })).status).toBe(200)
  },
)

test('related columns are listed with their titles, in the chosen order, without deleted ones', async () => {
  const [first, second] = [await make({ title: '先の関連' }), await make({ title: '後の関連' })]
  const { id, related } = await make({ relatedIds: [second.id, first.id] })
  expect(related.map(({ title }: { title: string }) => title)).toEqual(['後の関連', '先の関連'])
  await api.delete(`${path}/${second.id}`, { token: head })
  expect((await api.get(`${path}/${id}`, { token: head })).json.relatedIds).toEqual([first.id])
  const own = await api.put(`${path}/${id}`, { token: head, body: { relatedIds: [id] } })
  expect([own.status, own.json.fields]).toEqual([422, { relatedIds: 'このコラム自身は選択できません。' }])
})

test('columns can be reordered, and a new one comes first', async () => {
  const made = [await make({ title: '並び一' }), await make({ title: '並び二' }), await make({ title: '並び三' })]
  const ordered = () => titles(`sortKey=sortOrder&keyword=${encodeURIComponent('並び')}`)
  expect(await ordered()).toEqual(['並び三', '並び二', '並び一'])
  const ids = [made[1].id, made[2].id, made[0].id]
  expect((await api.put(`${path}/order`, { token: head, body: { ids } })).status).toBe(200)
  expect(await ordered()).toEqual(['並び二', '並び三', '並び一'])
  await make({ title: '並び四' })
  expect((await ordered())[0]).toBe('並び四')
})

test('each change of the text stores a version, other changes do not', async () => {
  const { id } = await make({ title: '版の一' })
  const change = (body: object) => api.put(`${path}/${id}`, { token: head, body })
  await change({ body: '<p>次の文です。</p>' })
  await change({ tags: ['夏'] })
  await change({ title: '版の三' })
  const { json } = await api.get(`${path}/${id}/text/list`, { token: head })
  expect(
    json.list.map((text: { version: number; title: string; body: string }) => [text.version, text.title, text.body]),
  ).toEqual([
    [4, '版の三', '<p>次の文です。</p>'],
    [2, '版の一', '<p>次の文です。</p>'],
    [1, '版の一', draft.body],
  ])
})

test('used tags are suggested, most frequent first', async () => {
  for (const tags of [['よく使う'], ['よく使う', 'たまに使う']]) await make({ tags })
  const { tags } = (await api.get(`${path}/tag/list`, { token: head })).json
  expect(tags.indexOf('よく使う')).toBeLessThan(tags.indexOf('たまに使う'))
})

test('columns can be filtered by mood and by tag', async () => {
  const { title } = await make({ title: '気分で探す', targetMoods: ['slump'], tags: ['気分転換'] })
  expect(await titles('mood=slump')).toEqual([title])
  expect(await titles(`tag=${encodeURIComponent('気分転換')}`)).toEqual([title])
})

const picture = `/uploads/${'a'.repeat(32)}.webp`

test.each([
  ...hostileHtml,
  ['<img src="https://evil.example/who-reads.gif">', ''],
  ['<img src="//evil.example/x.webp"><img src="/login"><img src="data:image/gif;base64,R0lGOD">', ''],
  ['<aside onclick="alert(1)" class="x"><p>囲み</p></aside>', '<aside><p>囲み</p></aside>'],
])('hostile HTML in an article is removed: %s', async (hostile, left) => {
  const { id } = await make({ body: `<p>本文</p>${hostile}` })
  expect((await api.get(`${path}/${id}`, { token: head })).json.body).toBe(`<p>本文</p>${left}`)
})

test('a picture keeps its alternative text, as a text', () => {
  const body = `<p>本文</p><img src="${picture}" alt="腕を&quot;上げた&lt;姿勢" onerror="alert(1)">`
  const kept = `<p>本文</p><img src="${picture}" alt="腕を&quot;上げた&lt;姿勢">`
  expect(sanitiseRichText(body, 'article')).toBe(kept)
})

test('an uploaded picture that was deleted is refused at the text', async () => {
  const body = `<p>本文</p><img src="${picture}" alt="" onerror="alert(1)">`
  const answer = await api.post(`${path}/new`, { token: head, body: { ...draft, body } })
  expect([answer.status, answer.json.fields]).toEqual([422, { body: '画像が見つかりません。もう一度選んでください。' }])
})

test('a column ends at its minute by itself, and its end comes after its beginning', async () => {
  const to = new Date(api.time.now.getTime() + 600_000)
  const { id } = await make({ title: '終わる文章', status: 'active', publishTo: to.toISOString() })
  const seen = () => titles(`keyword=${encodeURIComponent('終わる文章')}`, partner)
  api.time.now = new Date(to.getTime() - 1)
  expect(await seen()).toEqual(['終わる文章'])
  api.time.now = to
  expect(await seen()).toEqual([])
  expect((await api.get(`${path}/${id}`, { token: partner })).status).toBe(404)
  expect((await api.get(`${path}/${id}`, { token: head })).json).toMatchObject({ status: 'disabled', state: 'ended' })
  expect(await titles(`state=ended&keyword=${encodeURIComponent('終わる文章')}`)).toEqual(['終わる文章'])
  const late = { publishFrom: tomorrow, publishTo: tomorrow, status: 'active' }
  const answer = await api.post(`${path}/new`, { token: head, body: { ...draft, ...late } })
  expect([answer.status, Object.keys(answer.json.fields)]).toEqual([422, ['publishTo']])
})

test('a scheduled column appears at its minute by itself', async () => {
  const from = new Date(api.time.now.getTime() + 600_000)
  await make({ title: '予約した文章', status: 'active', publishFrom: from.toISOString() })
  const seen = () => titles(`keyword=${encodeURIComponent('予約した文章')}`, partner)
  api.time.now = new Date(from.getTime() - 1)
  expect(await seen()).toEqual([])
  api.time.now = from
  expect(await seen()).toEqual(['予約した文章'])
})
