import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { World } from '../areas/area.ts'
import type { Api } from '../support/api.ts'
import { endProcesses, newFolder } from '../support/api-process.ts'
import { acceptedRequest, isChosen, startWorld } from '../support/areas.ts'
import { openTestDatabase } from '../support/database.ts'
import { failing } from '../support/failing-database.ts'
import { injected } from '../support/thread-faults.ts'

let world: World
let api: Api
let failNext: ReturnType<typeof failing>['failNext']
let hasFailed: ReturnType<typeof failing>['hasFailed']
let token: string

beforeAll(async () => {
  const faulty = failing(await openTestDatabase(newFolder()))
  ;({ failNext, hasFailed } = faulty)
  world = await startWorld(faulty.database)
  api = world.api
})
beforeEach(async () => {
  token = (await world.tokenOf('admin')) as string
})
afterAll(async () => {
  await api.close()
  await endProcesses()
})

/** Three of each kind of verb: of the whole chain, of shops, and of members or figures. */
const kindsOfVerbs = [
  ...['column.list', 'report.monthlyStats', 'member.list'],
  ...['column.create', 'announcement.create', 'mail.preview'],
  ...['column.update', 'shop.update', 'member.update'],
  ...['column.remove', 'announcement.remove', 'reportAction.remove'],
].filter(isChosen)

describe.each(kindsOfVerbs)('an error of the database during %s', (name) => {
  test.each(injected)('of the code %s is an answer of the contract, and the next call succeeds', async (code) => {
    const { method, path, body } = await acceptedRequest(world, name)
    const call = () => api.call(method, path, { token, ...(body && { body }) })
    failNext(code)
    const answer = await call()
    expect(hasFailed()).toBe(true)
    // Of a database server: another one has taken over, which the next call reaches.
    const isElsewhere = code === '25006' && api.database.kind === 'postgres'
    const expected = code === '53100' ? [507, 'storage_full'] : isElsewhere ? [502, 'upstream'] : [500, 'internal']
    expect([answer.status, answer.json.code, answer.json.ref]).toEqual([...expected, expect.any(String)])
    expect(answer.json.message).toMatch(/。$/)
    expect((await api.get('/healthz')).status).toBe(200)
    expect((await call()).status).toBe(200)
  })
})
