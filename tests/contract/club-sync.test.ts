import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SyncRuns } from '#contract/club-sync.ts'
import { printProbe } from '../../api/commands/probe.ts'
import { inScope } from '../../api/db/scope.ts'
import { countLater } from '../../api/figures/count-later.ts'
import { createLog } from '../../api/process/log.ts'
import { connect } from '../../api/sync/connection.ts'
import { openHacomono } from '../../api/sync/hacomono/driver.ts'
import { syncingWith } from '../../api/sync/keep-syncing.ts'
import { performRun } from '../../api/sync/run.ts'
import { waitingRun } from '../../api/sync/runs.ts'
import { type Stub, startStub } from '../../stub/stub.ts'
import { type Api, startApi } from '../support/api.ts'

// Runs as people begin, watch and stop them, with the driver, against the stub of the club system.

let api: Api
let stub: Stub
let driver: ReturnType<typeof openHacomono>
let token: string
const path = '/api/admin/club-system'
const logged: string[] = []

beforeAll(async () => {
  const now = () => api.time.now
  stub = await startStub({
    ...{ members: 60, studios: 3, months: 1, perSecond: 1_000_000 },
    clock: () => (api?.time.now ?? new Date('2026-11-21T01:00:00.000Z')).getTime(),
  })
  driver = openHacomono(
    { clientId: 'karada-desk', clientSecret: 'stub', hosts: stub.hosts },
    { now, sleep: async () => {} },
  )
  api = await startApi({ driver, rates: { ofRows: 100_000 } })
  token = await api.signIn(await api.makeStaff({ role: 'all', isAdmin: true }))
  const redirectUri = 'https://desk.example.jp/callback'
  const tokens = await driver.exchangeCode({ brandCode: 'karada', redirectUri, code: stub.tokens.code(redirectUri) })
  await inScope(api.database, { shops: 'all' }, 'write', (scoped) =>
    connect(scoped, { sealing: api.sealing }, { brandCode: 'karada', tokens, staffId: '1', now: api.time.now }),
  )
})
afterAll(async () => {
  await api.close()
  await stub.close()
})

const runs = async () => (await api.get(`${path}/runs`, { token })).json as SyncRuns
const post = (step: string, body: object = {}) => api.post(`${path}/${step}`, { token, body })
/** What the process does in the background. */
async function work() {
  const log = createLog('info', { write: (line: string) => void logged.push(line) })
  const clock = () => api.time.now
  const run = await waitingRun(api.db, clock())
  if (!run) throw new Error('There is nothing to do')
  await performRun(syncingWith({ database: api.database, driver, sealing: api.sealing, clock, log }), run)
}
const countOf = async (table: string) => {
  const { rows } = await api.db.execute<{ n: number }>(sql.raw(`select count(*)::integer as n from ${table}`))
  return rows[0]?.n
}

test('a run begins once studios are shops, brings what they have, and says what of it is here', async () => {
  expect((await post('runs/start')).json.message).toContain('対応付け')
  const [first, second] = stub.world.studios
  for (const [at, studio] of [first, second].entries()) {
    const shopId = await api.makeShop({ name: `店舗${at}` })
    await api.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
      values ('karada', ${String(studio?.id)}, 'x', 'shop', ${Number(shopId)}, now())`)
  }
  const begun = await post('runs/start')
  expect([begun.status, begun.json.current.state]).toEqual([200, 'running'])
  // Pressed twice, there is one.
  expect((await post('runs/start')).json.current.id).toBe(begun.json.current.id)
  await work()

  const { current, past, words } = await runs()
  expect(current).toBe(null)
  expect([past[0]?.state, past[0]?.sentence]).toEqual(['done', null])
  const part = (resource: string) => past[0]?.parts.find((one) => one.resource === resource)
  const mapped = new Set([first?.id, second?.id])
  const theirs = stub.world.members.filter((member) => !member._erased)
  const ours = theirs.filter(({ studio_id }) => mapped.has(studio_id))
  expect(part('members')).toMatchObject({ failed: 0, ourTotal: await countOf('member') })
  expect(part('members')?.skipped).toBeGreaterThan(0)
  expect((part('members')?.theirTotal ?? 0) - (part('members')?.skipped ?? 0)).toBe(await countOf('member'))
  expect(await countOf('member')).toBeLessThanOrEqual(ours.length)
  expect(await countOf('contract')).toBeGreaterThan(0)
  expect(await countOf('reservation')).toBeGreaterThan(0)
  expect(await countOf("visit where source = 'checkin'")).toBeGreaterThan(0)
  expect(await countOf('sale')).toBeGreaterThan(0)
  for (const { state, failed } of past[0]?.parts ?? []) expect([state, failed]).toEqual(['done', 0])
  expect(words.every(({ rows }) => rows > 0)).toBe(true)
  await countLater(api.database)
})

test('a second run asks for a part of the contracts, and changes nothing', async () => {
  await post('runs/start')
  const before = stub.requests.length
  await work()
  const { past } = await runs()
  for (const part of past[0]?.parts ?? []) expect(part).toMatchObject({ created: 0, updated: 0, failed: 0 })
  const requests = stub.requests.slice(before).filter((one) => one.includes('/plans')).length
  expect(requests).toBeGreaterThan(0)
  expect(requests).toBeLessThan(((await countOf('member')) as number) / 2)
})

test('a probe asks each resource once, writes nothing, and says what differs without a value', async () => {
  const kept = () => countOf('provider_row')
  const [before, lines] = [await kept(), [] as string[]]
  const probe = () =>
    printProbe({ database: api.database, driver, sealing: api.sealing, clock: () => api.time.now }, (line) =>
      lines.push(line),
    )
  stub.traps.on('otherKeys')
  stub.requests.length = 0
  expect(await probe()).toBe(false)
  expect(stub.requests).toHaveLength(12)
  stub.traps.off('otherKeys')
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}知らない項目: code（\d\d件）$/))
  expect(lines.at(-1)).toMatch(/^\d項目に想定との違いがあります。$/)
  const said = lines.join()
  for (const { name, mail_address } of stub.world.members) {
    expect(said).not.toContain(name)
    if (mail_address) expect(said).not.toContain(mail_address)
  }
  expect(await kept()).toBe(before)
})

test('a run is stopped before its next page and goes on with the same button', async () => {
  await post('runs/start')
  expect((await post('runs/stop')).json.current.state).toBe('stopped')
  const resumed = (await post('runs/start')).json.current
  expect(resumed.state).toBe('running')
  await work()
  expect((await runs()).past[0]?.id).toBe(resumed.id)
  expect((await post('runs/stop')).json.current).toBe(null)
})

test('an unknown word is answered by one of ours, and the answer can be taken back', async () => {
  await api.db.execute(
    sql`insert into unknown_word (brand_code, field, word, count) values ('karada', 'planKind', '早朝', 3)`,
  )
  const answer = (to: string | null) => post('words', { field: 'planKind', word: '早朝', answer: to })
  expect((await answer('active')).status).toBe(422)
  const said = async () => (await runs()).words.find(({ word }) => word === '早朝')
  expect((await answer('option')).status).toBe(200)
  expect(await said()).toMatchObject({ answer: 'option', rows: 3 })
  expect((await answer(null)).status).toBe(200)
  expect(await said()).toMatchObject({ answer: null, answeredBy: null })
})

test('without the permission a run ends at once and says so; no log has a token or a name', async () => {
  stub.tokens.revoke()
  await post('runs/start')
  await work()
  const { past, refusal } = await runs()
  expect(past[0]).toMatchObject({ state: 'failed', sentence: expect.stringContaining('もう一度接続') })
  expect(refusal).toContain('もう一度接続')
  const written = logged.join() + api.logLines.join()
  const [member] = stub.world.members
  expect(written).not.toMatch(/\b[ar]-[0-9a-f]{24}/)
  expect(written).not.toContain(member?.name)
})
