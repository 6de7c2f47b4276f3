import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { hostileHtml } from '../support/hostile-html.ts'

const path = '/api/admin/mail/template'
const draft = {
  name: '久しぶりのご案内',
  category: 'followUp',
  subject: '{{会員氏名}}様、お元気ですか',
  body: '<p>前回のご来館は{{最終来館日}}でした。</p>',
  fromName: 'からだクラブ',
  replyTo: null as string | null,
  footer: null as string | null,
  shopId: null as string | null,
  status: 'pending',
}

let api: Api
let shops: string[]
let head: string
let manager: string
let trainer: string

beforeAll(async () => {
  api = await startApi()
  shops = [await api.makeShop(), await api.makeShop()]
  head = await api.as({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: shops.slice(0, 1) })
  trainer = await api.as({ role: 'level2', shops: shops.slice(0, 1) })
})
afterAll(() => api.close())

const create = (more: Partial<typeof draft>, token = head) =>
  api.post(`${path}/new`, { token, body: { ...draft, ...more } })
const make = async (more: Partial<typeof draft> = {}) => (await create(more)).json
const change = (id: string, body: object, token = head) => api.put(`${path}/${id}`, { token, body })
const names = async (query: string, token = head) =>
  (await api.get(`${path}/list?${query}`, { token })).json.list.map(({ name }: { name: string }) => name)

test('a shop sees its own templates and the common ones, and may change its own', async () => {
  const [own, other] = shops
  for (const [name, shopId] of Object.entries({ 見える自店: own, 見える共通: null, 見える他店: other })) {
    await make({ name, shopId: shopId ?? null })
  }
  const keyword = `keyword=${encodeURIComponent('見える')}`
  expect((await names(keyword, trainer)).sort()).toEqual(['見える共通', '見える自店'])
  expect((await names(`${keyword}&shopId=${own}`)).sort()).toEqual(['見える共通', '見える自店'])
  expect(await names(keyword)).toHaveLength(3)
  const { json } = await api.get(`${path}/list?${keyword}`, { token: manager })
  const editable = json.list.map(({ name, shop, canEdit }: Record<string, unknown>) => [name, shop !== null, canEdit])
  expect(editable.sort()).toEqual([
    ['見える共通', false, false],
    ['見える自店', true, true],
  ])
})

test('only head office may create a common template, and the field says so', async () => {
  expect(await create({}, manager)).toMatchObject({
    status: 422,
    json: { fields: { shopId: '共通のテンプレートは本部のみ登録できます。' } },
  })
  const own = shops[0] as string
  const { json } = await create({ shopId: own }, manager)
  expect(json).toMatchObject({ shopId: own, shop: { id: own }, canEdit: true })
  expect((await change(json.id, { shopId: null }, manager)).json.fields).toEqual({
    shopId: '共通のテンプレートは本部のみ登録できます。',
  })
})

test('a template is returned with its plain text, and each variable once', async () => {
  const made = await make({
    body: '<p>{{会員氏名}}様</p><ul><li><p>プラン: {{ プラン名 }}</p></li></ul>',
    footer: '{{店舗名}}',
  })
  expect(made.variables).toEqual(['会員氏名', 'プラン名', '店舗名'])
  expect(made.bodyText).toBe('{{会員氏名}}様\n\n・プラン: {{ プラン名 }}')
})

test.each([
  ['subject', '{{会員名}}様', '「{{会員名}}」という差し込みはありません。'],
  ['body', '<p>{{constructor}}</p>', '「{{constructor}}」という差し込みはありません。'],
  ['footer', '{{店舗名', '差し込みの「{{」と「}}」が対になっていません。'],
  // These become variables when the text is sanitised.
  ['body', '<p>&#123;&#123;会員名&#125;&#125;</p>', '「{{会員名}}」という差し込みはありません。'],
  ['body', '<p>{<script></script>{会員名}<script></script>}</p>', '「{{会員名}}」という差し込みはありません。'],
  ['body', '<p>{<strong>{会員名}</strong>}</p>', '「{{会員名}}」という差し込みはありません。'],
  [
    'body',
    '<p>{<strong>{会員氏名}</strong>}</p>',
    '「{{会員氏名}}」の途中で書式が変わっています。入れ直してください。',
  ],
])('an unknown variable is refused at the %s: %s', async (field, text, message) => {
  const { status, json } = await create({ [field]: text })
  expect([status, json.fields]).toEqual([422, { [field]: message }])
})

test.each(hostileHtml)('of hostile markup only the text is stored: %s', async (hostile, left) => {
  expect((await make({ body: `<p>本文</p>${hostile}` })).body).toBe(`<p>本文</p>${left}`)
})

test('a template in use must be hidden before it is deleted, and never becomes a draft again', async () => {
  const { id } = await make({ status: 'active' })
  expect((await change(id, { status: 'pending' })).json.fields).toEqual({
    status: '公開したメールテンプレートは保留中に戻せません。非公開にしてください。',
  })
  expect(await api.delete(`${path}/${id}`, { token: head })).toMatchObject({
    status: 422,
    json: { message: '公開中のメールテンプレートは削除できません。先に非公開にしてください。' },
  })
  expect((await change(id, { status: 'disabled' })).status).toBe(200)
  expect((await api.delete(`${path}/${id}`, { token: head })).status).toBe(200)
})

test.each(['name', 'subject', 'body'])('a keyword is found in the %s', async (field) => {
  const word = `さがす${field}`
  const made = await make({ name: `探しもの ${field}`, [field]: field === 'body' ? `<p>${word}</p>` : word })
  expect(await names(`keyword=${encodeURIComponent(word)}`)).toEqual([made.name])
})

test('a concurrent change or deletion gets 409 with the current template', async () => {
  const { id, version } = await make()
  expect((await change(id, { name: '先の変更', version })).json.version).toBe(version + 1)
  for (const { status, json } of [
    await change(id, { name: '後の変更', version }),
    await api.delete(`${path}/${id}?version=${version}`, { token: head }),
  ]) {
    expect([status, json.code, json.current.name]).toEqual([409, 'stale', '先の変更'])
  }
})

test('a sent mail keeps its text when its template is deleted', async () => {
  const { userId } = await api.makeMember(shops[0] as string, { email: 'kaiin@example.jp', mailOptIn: true })
  const { id, name: _, shopId: __, status: ___, ...more } = await make({ status: 'active' })
  const content = Object.fromEntries(
    ['category', 'subject', 'body', 'fromName', 'replyTo', 'footer'].map((field) => [field, more[field]]),
  )
  const to = { by: 'members', userIds: [userId] }
  const sending = { ...content, templateId: id, to, sleepingReason: null, sendAt: null }
  const { json: sent } = await api.post('/api/admin/mail/new', { token: head, body: sending })
  expect((await api.get(`${path}/${id}`, { token: head })).json).toMatchObject({ useCount: 1 })
  await change(id, { status: 'disabled' })
  expect((await api.delete(`${path}/${id}`, { token: head })).status).toBe(200)
  expect((await api.get(`/api/admin/mail/log/${sent.id}`, { token: head })).json).toMatchObject({
    subject: draft.subject,
    template: null,
  })
})
