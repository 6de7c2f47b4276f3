import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Stub, startStub } from '../../../stub/stub.ts'
import { ProviderFailure } from '../club-system.ts'
import type { ClubSystemDriver } from '../driver.ts'
import { addressesOf } from './addresses.ts'
import { openHacomono } from './driver.ts'
import { isPublicAddress, openTransport } from './transport.ts'

let stub: Stub
let driver: ClubSystemDriver
/** What the driver waited, in milliseconds. */
let waits: number[]
let time: number
const brandCode = 'asa'
const redirectUri = 'http://localhost:3000/other-settings/club-system/callback'

beforeEach(async () => {
  time = Date.parse('2026-11-20T09:00:00+09:00')
  waits = []
  stub = await startStub({ members: 0, studios: 230, clock: () => time, perSecond: 1000 })
  driver = openHacomono(
    { clientId: 'desk', clientSecret: 'secret', hosts: stub.hosts },
    {
      now: () => new Date(time),
      sleep: async (ms) => {
        waits.push(ms)
        time += ms
      },
    },
  )
})
afterEach(() => stub.close())

const signedIn = async () => {
  const code = stub.tokens.code(redirectUri)
  const tokens = await driver.exchangeCode({ brandCode, code, redirectUri })
  return { tokens, code, system: driver.open({ brandCode, accessToken: tokens.accessToken }) }
}
const failure = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ProviderFailure)
  return (error as ProviderFailure).kind
}

test('every studio of every page is read once', async () => {
  const { system } = await signedIn()
  const studios = await system.studios()
  expect(studios).toHaveLength(230)
  expect(studios[0]).toEqual({ id: '101', code: 'S101', name: '新宿店' })
  // Three pages, read twice.
  expect(stub.requests.filter((path) => path.includes('/master/studios'))).toHaveLength(6)
})

test('a list of one page is read once', async () => {
  const { system } = await signedIn()
  stub.world.studios.splice(100)
  expect(await system.studios()).toHaveLength(100)
  expect(stub.requests.filter((path) => path.includes('/master/studios'))).toHaveLength(1)
})

test("the club system's own limit slows a reading down and loses nothing", async () => {
  await stub.close()
  stub = await startStub({ members: 0, studios: 230, clock: () => time, perSecond: 2 })
  driver = openHacomono(
    { clientId: 'desk', clientSecret: 'secret', hosts: stub.hosts },
    {
      sleep: async (ms) => {
        waits.push(ms)
        time += ms
      },
    },
  )
  const { system } = await signedIn()
  expect(await system.studios()).toHaveLength(230)
  expect(waits).toEqual([2000, 2000])
})

test('a list that never stands still ends in a sentence', async () => {
  const { system } = await signedIn()
  stub.faults.on('totalChanges')
  expect(await failure(system.studios())).toBe('unavailable')
})

test('rows that the club system counts but does not send end in a sentence', async () => {
  const { system } = await signedIn()
  // One row comes twice: 230 are counted, 229 are there.
  stub.world.studios[229] = { ...(stub.world.studios[0] as Stub['world']['studios'][number]) }
  expect(await failure(system.studios())).toBe('unavailable')
})

test.each(['totalChanges', 'idMoves', 'rowReplaced'] as const)(
  'no studio is lost while a list changes between pages: %s',
  async (fault) => {
    const { system } = await signedIn()
    stub.faults.on(fault, 1)
    const ids = (await system.studios()).map(({ id }) => id)
    expect(new Set(ids)).toEqual(new Set(stub.world.studios.map(({ id }) => String(id))))
    expect(ids).toHaveLength(stub.world.studios.length)
  },
)

test.each(['http500', 'halfPage'] as const)('a busy club system is called again: %s', async (fault) => {
  const { system } = await signedIn()
  stub.faults.on(fault, 2)
  expect(await system.studios()).toHaveLength(230)
  expect(waits).toEqual([500, 2000])
})

test('a limit is waited for as long as the club system says', async () => {
  const { system } = await signedIn()
  stub.faults.on('http429', 1)
  expect(await system.studios()).toHaveLength(230)
  expect(waits).toEqual([2000])
})

test('a long limit is waited for in a run, and told to a person', async () => {
  const { system } = await signedIn()
  stub.faults.on('http429Long', 2)
  expect(await failure(system.studios())).toBe('limited')
  expect(await system.page('programs', {}, 1)).toMatchObject({ total: 12 })
  expect(waits).toEqual([40_000])
})

test('a limit that is said as a time is waited for by the clock of who said it', async () => {
  const { system } = await signedIn()
  stub.faults.on('clockAhead7min')
  stub.faults.on('http429Dated', 1)
  expect(await system.studios()).toHaveLength(230)
  expect(waits).toEqual([3000])
})

test.each([
  ['http500', 'unavailable'],
  ['http429', 'limited'],
  ['halfPage', 'unavailable'],
  ['htmlWith200', 'notJson'],
  ['redirect', 'refused'],
] as const)('a lasting fault ends in a sentence: %s', async (fault, kind) => {
  const { system } = await signedIn()
  stub.faults.on(fault)
  expect(await failure(system.studios())).toBe(kind)
})

test('an answer that never comes ends in a sentence', async () => {
  const { tokens } = await signedIn()
  stub.faults.on('timeout')
  const settings = { clientId: 'desk', clientSecret: 'secret', hosts: stub.hosts }
  const hasty = openHacomono(settings, { sleep: async () => {}, timeoutMs: 50 })
  expect(await failure(hasty.open({ brandCode, accessToken: tokens.accessToken }).studios())).toBe('unavailable')
})

test('a code is exchanged once, and only for the address it was given for', async () => {
  const { code } = await signedIn()
  expect(await failure(driver.exchangeCode({ brandCode, code, redirectUri }))).toBe('unauthorized')
  const other = stub.tokens.code('http://localhost:3000/elsewhere')
  expect(await failure(driver.exchangeCode({ brandCode, code: other, redirectUri }))).toBe('unauthorized')
})

test('renewed tokens are good, and the refresh token before is not', async () => {
  const { tokens } = await signedIn()
  const refreshToken = tokens.refreshToken as string
  const renewed = await driver.renew({ brandCode, refreshToken })
  expect(renewed.expiresAt).toEqual(new Date(time + 3_600_000))
  expect(await driver.open({ brandCode, accessToken: renewed.accessToken }).instructors()).toHaveLength(460)
  expect(await failure(driver.renew({ brandCode, refreshToken }))).toBe('unauthorized')
})

test('a renewal whose answer is lost asks for a new permission', async () => {
  const { tokens } = await signedIn()
  stub.faults.on('tokenAnswerLost', 1)
  expect(await failure(driver.renew({ brandCode, refreshToken: tokens.refreshToken as string }))).toBe('unauthorized')
})

test('a wrong secret of ours says so, and says nothing of the permission', async () => {
  const { tokens } = await signedIn()
  const refreshToken = tokens.refreshToken as string
  stub.faults.on('clientUnknown', 1)
  expect(await failure(driver.renew({ brandCode, refreshToken }))).toBe('refused')
  expect(await driver.renew({ brandCode, refreshToken })).toMatchObject({ accessToken: expect.any(String) })
})

test('a clock of theirs that is ahead ends no token of ours early', async () => {
  stub.faults.on('clockAhead7min')
  const { tokens, system } = await signedIn()
  expect(tokens.expiresAt).toEqual(new Date(time + 3_600_000))
  time += 59 * 60_000
  expect(await system.studios()).toHaveLength(230)
})

test('tokens that have ended or were taken back are refused', async () => {
  const { system } = await signedIn()
  stub.tokens.revoke()
  expect(await failure(system.studios())).toBe('unauthorized')
})

test('the addresses come from the brand code alone', () => {
  expect(addressesOf('asa-fit', null)).toEqual({
    api: 'https://asa-fit.admin.egw.hacomono.app/api/v2',
    admin: 'https://asa-fit-admin.hacomono.jp',
  })
  for (const bad of ['', 'a', 'a.b', 'a/b', 'a@b', '-ab', 'ab-', 'Ab', 'a b', 'a:1', 'ab\n']) {
    expect(() => addressesOf(bad, null)).toThrow(TypeError)
  }
})

test('only hosts of the internet are called, and only over TLS', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    'fe80::1%eth0',
    '2002:a00:1::1',
    'x',
  ]) {
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  }
  expect([isPublicAddress('203.0.113.9'), isPublicAddress('2001:4860:4860::8888')]).toEqual([true, true])
  const send = openTransport({ isTrusted: false })
  const get = (url: string) => failure((async () => send({ method: 'GET', url, headers: {} }))())
  expect(await get('http://example.com/')).toBe('refused')
  expect(await get('https://127.0.0.1/')).toBe('refused')
  expect(await get('https://[::1]/')).toBe('refused')
  // A name that points into this machine.
  expect(await get('https://localhost/')).toBe('refused')
})
