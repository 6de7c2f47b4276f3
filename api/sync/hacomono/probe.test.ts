import { afterEach, beforeEach, expect, test } from 'vitest'
import { kinds } from '../../../provider/answers.ts'
import { type Stub, startStub } from '../../../stub/stub.ts'
import type { ClubSystem } from '../club-system.ts'
import { openHacomono } from './driver.ts'
import { readRow } from './read-row.ts'

// What `npm run sync -- --probe` says of a connection, and the one table of what is assumed.

let stub: Stub
let system: ClubSystem
const today = '2026-09-10'
const brandCode = 'asa'

beforeEach(async () => {
  stub = await startStub({
    ...{ members: 20, studios: 2, months: 1, seed: 2, perSecond: 1000 },
    clock: () => Date.parse(`${today}T10:00:00+09:00`),
  })
  stub.life.buy(stub.world.members[0]?.id ?? 0, 501)
  const settings = { clientId: 'desk', clientSecret: 'secret', hosts: stub.hosts }
  const driver = openHacomono(settings, { now: () => new Date(`${today}T10:00:00+09:00`), sleep: async () => {} })
  const redirectUri = 'http://localhost/callback'
  const { accessToken } = await driver.exchangeCode({ brandCode, code: stub.tokens.code(redirectUri), redirectUri })
  system = driver.open({ brandCode, accessToken })
  stub.requests.length = 0
})
afterEach(() => stub.close())

const probed = async () => {
  const said = await system.probe(today)
  return Object.fromEntries(
    said.flatMap(({ name, differences }) => (differences.length > 0 ? [[name, differences]] : [])),
  )
}

test('a connection that answers as assumed differs in nothing, and each resource is requested once', async () => {
  const said = await system.probe(today)
  expect(said.flatMap(({ differences, notes }) => [...differences, ...notes])).toEqual([])
  expect(said.map(({ name }) => name)).toEqual([
    ...['スタジオ', 'インストラクター', 'ルーム', 'プログラム', 'チケット', '会員', '契約', '会員のチケット'],
    ...['レッスン', '予約', '売上', 'ない番号への回答'],
  ])
  expect(stub.requests).toHaveLength(12)
})

test('another envelope is named with what is there instead', async () => {
  stub.traps.on('otherEnvelope')
  expect((await probed()).会員).toEqual(['「data」がありません。ある項目: members、meta'])
})

test('keys of another name are named as missing and as unknown, and no other resource is', async () => {
  stub.traps.on('otherKeys')
  const said = await probed()
  expect(Object.keys(said)).toEqual(['会員', 'レッスン', '予約'])
  expect(said.会員).toEqual([
    expect.stringMatching(/^ない項目: member_no（\d+件）$/),
    expect.stringMatching(/^知らない項目: code（\d+件）$/),
  ])
  expect(said.レッスン).toEqual([
    expect.stringMatching(/^ない項目: start_at（\d+件）$/),
    expect.stringMatching(/^知らない項目: date_time（\d+件）$/),
  ])
})

test('a filter that is passed over is named', async () => {
  stub.traps.on('filterIgnored')
  const said = await probed()
  expect(Object.keys(said)).toEqual(['レッスン', '予約', '売上'])
  expect(said.予約).toEqual([expect.stringMatching(/^指定した条件（date_from、date_to）の外の行: \d+件$/)])
})

test('values and words that are not understood are counted, and none of them is said', async () => {
  const [member] = stub.world.members
  const [sale] = stub.world.purchases.filter(({ settled_at }) => String(settled_at) > '2026-08-20')
  Object.assign(member as object, {
    birthday: '平成2年2月28日',
    joined_at: '2026-04-01T09:00:00Z',
    nickname: 'はなちゃん',
  })
  Object.assign(sale as object, { status: '仮計上' })
  const said = await probed()
  expect(said).toEqual({
    会員: [
      '知らない項目: nickname（1件）',
      '読み取れない値のある項目: birthday（1件）',
      '日時の形が異なる項目: birthday（1件）、joined_at（1件）',
    ],
    売上: ['分からない言葉のある項目: status（1件）'],
  })
})

test('a refusal in other words is named', async () => {
  stub.faults.on('screenWith404')
  expect((await probed()).ない番号への回答).toEqual([
    'エラーの形が { errors: [{ code, message }], data: null } ではありません。',
  ])
})

test('a key that is changed in the one table is sent and read by its new name', async () => {
  const keys = kinds.members.keys
  const before = { ...keys }
  try {
    Object.assign(keys, { member_no: 'code', id: 'member_id' })
    const { rows } = await system.page('members', {}, 1)
    expect(Object.keys(rows[0]?.raw as object)).toEqual(expect.arrayContaining(['code', 'member_id']))
    const [member] = stub.world.members
    expect(readRow('members', rows[0]?.raw)).toMatchObject({ id: String(member?.id), memberNo: member?.member_no })
    expect((await system.one('members', String(member?.id)))?.id).toBe(String(member?.id))
    expect(await probed()).toEqual({})
  } finally {
    Object.assign(keys, before)
  }
})
