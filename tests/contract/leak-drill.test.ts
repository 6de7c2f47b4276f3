import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Person, startApi } from '../support/api.ts'
import { endProcesses, newFolder } from '../support/api-process.ts'
import { sampleLogs } from '../support/daily-logs.ts'
import { type KeptDatabase, keptDatabase } from '../support/kept-database.ts'

// `npm run leak-drill`, as an operator runs it after an account was compromised.

const lists = '/api/admin/member'
const period = 'from=2026-11-01&to=2026-11-21'

let place: KeptDatabase
let manager: Person
let head: Person
const members: Record<'seen' | 'alsoSeen' | 'seenByAnother' | 'masked', string> = {} as never

/** A member with consent and a day in each of two logs; the member number and the user's id. */
async function logger(api: Api, shopId: string) {
  const { memberId, userId, memberNo } = await api.makeMember(shopId)
  await api.giveConsent({ memberId, kind: 'body' })
  await api.makeDailyLog('condition', { memberId, shopId, log: sampleLogs.condition })
  await api.makeDailyLog('bodyTemp', { memberId, shopId, log: sampleLogs.bodyTemp })
  return { userId, memberNo }
}

beforeAll(async () => {
  place = await keptDatabase()
  const api = await startApi({ database: await place.open() })
  const [shop, other] = [await api.makeShop({ name: '新宿店' }), await api.makeShop()]
  manager = await api.makeStaff({ role: 'level3', shops: [shop], email: 'lost@example.jp' })
  head = await api.makeStaff({ role: 'all', email: 'head@example.jp' })
  const another = await api.as({ role: 'level3', shops: [other] })
  const [seen, alsoSeen, masked] = [await logger(api, shop), await logger(api, shop), await logger(api, shop)]
  const seenByAnother = await logger(api, other)
  for (const [name, one] of Object.entries({ seen, alsoSeen, masked, seenByAnother }))
    members[name as 'seen'] = one.memberNo

  const token = await api.signIn(manager)
  const read = (who: string, kind: string, userId: string) =>
    api.get(`${lists}/${kind}-daily-log/list?userId=${userId}&${period}`, { token: who })
  for (let time = 0; time < 2; time += 1)
    expect((await read(token, 'condition', seen.userId)).json.list).toHaveLength(1)
  expect((await read(token, 'condition', alsoSeen.userId)).json.list[0].log.comment).toBe(sampleLogs.condition.comment)
  expect((await read(token, 'condition', seenByAnother.userId)).status).toBe(404)
  expect((await read(another, 'condition', seenByAnother.userId)).json.list).toHaveLength(1)

  const ofHead = await api.signIn(head)
  expect((await read(ofHead, 'condition', masked.userId)).json.list[0].log).toBeNull()
  const reveal = { userId: seen.userId, kind: 'bodyTemp', from: '2026-11-01', to: '2026-11-21' }
  const body = { ...reveal, reason: 'incident', reasonText: '運動中に倒れたため' }
  expect((await api.call('POST', `${lists}/daily-log/reveal`, { token: ofHead, body })).status).toBe(200)
  expect((await read(ofHead, 'body-temp', seen.userId)).json.list[0].log.temperature).toBe(37.6)
  await api.close()
})
afterAll(async () => {
  await place.drop()
  await endProcesses()
})

function drill(...options: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../api/commands/leak-drill.ts'), ...options, ...place.options],
    { encoding: 'utf8' },
  )
  return { status, output: stdout, failed: stderr.trim() }
}
const november = ['--from', '2026-11-01', '--to', '2026-11-30']

/** The numbers of all members in a text. */
const named = (text: string) => Object.values(members).filter((memberNo) => text.includes(memberNo))
/** The log values of a test's members. */
const values = [sampleLogs.condition.comment, 'lazy', 'だるい', '37.6', '36.58']

test('it names exactly the two members whose logs an account has read, with frequency and time', () => {
  const { status, output } = drill('--staff', 'lost@example.jp', ...november)
  expect(status).toBe(0)
  expect(named(output)).toEqual([members.seen, members.alsoSeen])
  expect(output).toContain('値を見た会員: 2名')
  expect(output).toMatch(/\n操作履歴 \d+件はすべてつながっています。\n$/)
  const line = output.split('\n').find((one) => one.startsWith(members.seen)) ?? ''
  expect(line.split(/ {2,}/)).toEqual([
    ...[members.seen, expect.stringMatching(/^会員 \d+$/), '新宿店', '体調', '2', '0', '0'],
    ...['2026/11/21 10:00:00', '2026/11/21 10:00:00'],
  ])
})

test('the account can be named by id, and other days have no results', () => {
  expect(named(drill('--staff', manager.staffId, ...november).output)).toHaveLength(2)
  const { output, status } = drill('--staff', manager.staffId, '--from', '2026-10-01', '--to', '2026-10-31')
  expect(status).toBe(0)
  expect(output).toContain('値を見た会員: 0名')
  expect(named(output)).toEqual([])
})

test('for head office it lists reveals with their reason, not members whose values stayed masked', () => {
  const { output } = drill('--staff', 'head@example.jp', ...november)
  expect(named(output.slice(0, output.indexOf('操作: ')))).toEqual([members.seen])
  expect(output).toMatch(/値の表示 +体温 .*体調不良・事故への対応: 運動中に倒れたため/)
  expect(output).toMatch(/閲覧 +体温 +1 /)
})

test('the files contain the same; neither they nor the terminal contain a value', () => {
  const csv = join(newFolder(), 'leak.csv')
  const { output } = drill('--staff', 'lost@example.jp', ...november, '--csv', csv)
  const files = [readFileSync(csv, 'utf8'), readFileSync(csv.replace('.csv', '-calls.csv'), 'utf8')]
  expect(files[0]?.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    '\uFEFF会員番号',
    ...[members.seen, members.alsoSeen],
    '',
  ])
  expect(files[1]?.split('\r\n')).toHaveLength(5)
  for (const text of [output, ...files, drill('--staff', 'head@example.jp', ...november).output]) {
    for (const value of values) expect(text).not.toContain(value)
  }
})

test('an unknown account and an invalid day are named', () => {
  expect(drill('--staff', 'nobody@example.jp', ...november)).toMatchObject({
    status: 1,
    failed: 'スタッフ「nobody@example.jp」は登録されていません。',
  })
  expect(drill('--staff', '1', '--from', '2026-02-30', '--to', '2026-03-01').failed).toBe(
    '--from は YYYY-MM-DD で指定してください。',
  )
})

test('it reports missing rows of the log', async () => {
  const database = await place.open()
  await database.exec(`
    alter table audit_log disable trigger audit_log_no_change;
    delete from audit_log where seq = 2;
    alter table audit_log enable trigger audit_log_no_change`)
  await database.close()
  const { status, output } = drill('--staff', 'lost@example.jp', ...november)
  expect(status).toBe(1)
  expect(output).toContain('操作履歴の番号 3')
  expect(output).toContain('記録が足りないか書き換えられているため、上の一覧がすべてとは限りません。')
})
