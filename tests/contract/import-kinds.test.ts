import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ImportOverview } from '#contract/file-import.ts'
import { firstAnswers } from '#contract/words/import.ts'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// What a file has rows of, the same file twice, and what is here already.

let api: Api
let imports: ReturnType<typeof importsOf>
let shops: { own: string; other: string }
let all: string
let manager: string

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100_000 } })
  imports = importsOf(api)
  shops = { own: await api.makeShop({ name: '新宿店' }), other: await api.makeShop({ name: '渋谷店' }) }
  all = await api.as({ role: 'all' })
  manager = await api.as({ role: 'level3', shops: [shops.own] })
})
afterAll(() => api.close())
afterEach(async () => void (await api.db.execute(sql`delete from import_file`)))

const overview = async (token: string) =>
  (await api.get('/api/admin/import/overview', { token })).json as ImportOverview

test('a file is taken for what its headings say, whatever it was announced as', async () => {
  const id = await imports.upload(manager, imports.bytesOf(['日付,時刻,会員番号', '2026/8/1,9:00,1']), 'member')
  expect((await imports.post(manager, id, 'kind')).json).toMatchObject({ state: 'uploading', kind: 'visit' })
})

test('a file whose headings say nothing waits for the answer, which needs no second upload', async () => {
  const lines = ['番号,コースの名,はじめ', '00010,レギュラー,2026/1/1']
  const id = await imports.upload(all, imports.bytesOf(lines))
  expect((await imports.post(all, id, 'kind')).json).toMatchObject({
    state: 'failed',
    failure: '見出しから内容が分かりません。「ファイルの内容」を選んでください。',
  })
  const columns = { 番号: 'memberNo', コースの名: 'plan', はじめ: 'startOn' }
  const answered = await imports.post(all, id, 'check', { ...firstAnswers(), kind: 'contract', columns })
  expect(answered.json).toMatchObject({ state: 'checking', kind: 'contract' })
  await imports.runStep(id)
  expect((await imports.read(all, id)).result?.faults).toMatchObject([{ rows: 1 }])
})

test('a file that cannot be read says why', async () => {
  const broken = await imports.upload(all, Buffer.from('%PDF-1.7'))
  expect((await imports.post(all, broken, 'kind')).json).toMatchObject({
    state: 'failed',
    failure: 'PDFのファイルです。CSVで書き出してください。',
  })
})

const both = [
  '会員No.,お名前,性別,所属,コース名,契約開始日,月会費',
  '00021,辻 一,男,本店,レギュラー,2026/01/05,8800',
  '00022,森 葵,女,本店,デイ,2026/02/10,6600',
  '00023,林 薫,女,本店,,,',
]

test('a file of members with their contracts is sent once and its shops are answered once', async () => {
  const values = { shop: { 本店: shops.own } }
  const written = await imports.write(all, both, { values })
  expect(written).toMatchObject({ state: 'written', result: { also: ['contract'], counts: { created: 3 } } })
  const again = await imports.post(all, written.id, 'again', { kind: 'contract' })
  expect(again.json).toMatchObject({ state: 'uploading', kind: 'contract', name: written.name, answers: { values } })
  // Pressed twice.
  expect((await imports.post(all, written.id, 'again', { kind: 'contract' })).json.id).toBe(again.json.id)
  const { id, answers } = again.json
  await imports.post(all, id, 'check', answers)
  await imports.runStep(id)
  expect((await imports.read(all, id)).result).toMatchObject({
    counts: { created: 2, unchanged: 1, refused: 0 },
    unknown: { plan: [{ rows: 1 }, { rows: 1 }] },
  })
  expect((await imports.post(all, id, 'write')).status).toBe(200)
  await imports.runStep(id)
  expect((await imports.read(all, id)).state).toBe('written')
  // Each is taken back by itself.
  await imports.undo(all, id)
  expect(await imports.undo(all, written.id)).toMatchObject({ state: 'undone' })
})

test('nobody takes another’s file again, nor one that is not read yet', async () => {
  const { id } = await imports.check(all, both)
  expect((await imports.post(manager, id, 'again', { kind: 'contract' })).status).toBe(404)
  expect((await imports.post(manager, id, 'kind')).status).toBe(404)
  const sent = await imports.upload(all, imports.bytesOf(['会員番号,氏名', '1,辻 一']))
  expect((await imports.post(all, sent, 'again', { kind: 'contract' })).status).toBe(409)
})

test('the overview counts what is in one’s own shops and names the shops of which nothing is known', async () => {
  expect(await overview(all)).toMatchObject({ shops: 2, withoutLeavers: [] })
  const members = await imports.write(all, [
    '会員番号,氏名,性別,店舗',
    '00031,辻 一,男,新宿店',
    '00032,森 葵,女,渋谷店',
  ])
  const contracts = await imports.write(all, ['会員番号,プラン,開始日', '00031,レギュラー,2026-01-05'], {
    kind: 'contract',
  })
  expect([members.state, contracts.state]).toEqual(['written', 'written'])
  const ofKind = async (token: string, kind: string) => (await overview(token)).kinds.find((one) => one.kind === kind)
  expect(await ofKind(all, 'member')).toMatchObject({ rows: 2 })
  expect(await ofKind(manager, 'member')).toMatchObject({ rows: 1 })
  expect(await ofKind(all, 'contract')).toMatchObject({ rows: 1, firstOn: '2026-01-05' })
  expect((await ofKind(all, 'visit'))?.without).toEqual(['新宿店', '渋谷店'])
  expect((await ofKind(manager, 'visit'))?.without).toEqual(['新宿店'])
  expect(await overview(manager)).toMatchObject({ shops: 1, withoutLeavers: ['新宿店'] })
})
