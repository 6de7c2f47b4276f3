import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Stub, startStub } from '../../stub/stub.ts'
import { countedFigures, emptyClub, openClub } from '../../tests/support/club-system-rows.ts'
import { countLater } from '../figures/count-later.ts'
import { rebuildEverything } from '../figures/rollup.ts'
import { demoSealing } from '../lib/sealing.ts'
import { readFolder } from './folder/files.ts'
import { performFolderRun } from './folder/perform.ts'
import { openHacomono } from './hacomono/driver.ts'
import { performRun } from './run.ts'
import { beginRun } from './runs.ts'

// What the state of a sale means, as the club system's API has it and as PL001 has it: both bring the months that the club
// system counts itself.

const brandCode = 'karada'
const redirectUri = 'http://localhost:3000/other-settings/club-system/callback'
let club: Awaited<ReturnType<typeof openClub>>
let stub: Stub
const time = { now: new Date('2026-05-10T12:00:00+09:00') }
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows

beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())
beforeEach(async () => {
  time.now = new Date('2026-05-10T12:00:00+09:00')
  await emptyClub(club)
  for (const source of [brandCode, `${brandCode}/csv`]) {
    const [one, other] = source === brandCode ? ['101', '102'] : ['新宿店', '渋谷店']
    await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at)
      values (${source}, ${one}, '新宿', 'shop', 1, now()), (${source}, ${other}, '渋谷', 'shop', 2, now())`)
  }
  stub = await startStub({
    ...{ members: 0, studios: 2, perSecond: 1_000_000, clock: () => time.now.getTime() },
    without: ['firstSaleInOneLine'],
  })
})
afterEach(async () => {
  await stub.close()
  // The rollups are those of a recomputation.
  const counted = await countedFigures(club.database)
  await club.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await rebuildEverything(tx)
  })
  expect(counted).toEqual(await countedFigures(club.database))
})

const made = <T>(row: T | null): T => {
  expect(row).not.toBeNull()
  return row as T
}
const log = { failure: ({ error }: { error: unknown }) => expect(error).toBeUndefined() }

async function byApi() {
  const surroundings = { now: () => time.now, sleep: async () => {} }
  const driver = openHacomono({ clientId: 'client', clientSecret: 'secret', hosts: stub.hosts }, surroundings)
  const { accessToken } = await driver.exchangeCode({ brandCode, code: stub.tokens.code(redirectUri), redirectUri })
  const begun = { brandCode, kind: 'manual', staffId: null, now: time.now } as const
  const { id } = await club.db.transaction((tx) => beginRun(tx, begun))
  const of = { database: club.database, readRow: driver.readRow, sealing: demoSealing, clock: () => time.now, log }
  await performRun({ ...of, ask: (_, work) => work(driver.open({ brandCode, accessToken })) }, id)
}
async function byFiles() {
  const dir = await mkdtemp(join(tmpdir(), 'states-'))
  try {
    for (const name of ['ML001', 'PL001', 'RL001'] as const) {
      await writeFile(join(dir, `${name}.csv`), stub.exports(name))
      await utimes(join(dir, `${name}.csv`), time.now, time.now)
    }
    const of = { database: club.database, sealing: demoSealing, clock: () => time.now, log }
    await performFolderRun(of, brandCode, await readFolder(dir))
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** Months as the rollups have them. */
async function months() {
  await countLater(club.database)
  return rowsOf(sql`select to_char(date, 'YYYYMM') as month, sum(gross)::integer as gross,
    sum(gross - refund)::integer as net, sum(tax)::integer as tax from shop_day_sales
    group by 1 having sum(gross) <> 0 or sum(refund) <> 0 order by 1`)
}
/** As PA002 has them. */
const theirMonths = () =>
  stub
    .figures('PA002', { from: '2026-05-01', to: '2026-07-31' })
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','))
    .filter(([, gross, net]) => Number(gross) !== 0 || Number(net) !== 0)
    .map(([month, gross, net]) => ({ month, gross: Number(gross), net: Number(net) }))

describe.each([
  ['the API', byApi],
  ['PL001', byFiles],
])('by %s', (_, read) => {
  const next = async (day: string) => {
    time.now = new Date(`2026-${day}T12:00:00+09:00`)
    await read()
  }
  async function expectTheirs(expected: readonly [month: string, gross: number, net: number][]) {
    const counted = await months()
    expect(counted.map(({ month, gross, net }) => [month, gross, net])).toEqual(expected)
    expect(counted.map(({ tax: _, ...month }) => month)).toEqual(theirMonths())
  }
  /** A member with a ticket of 2,200; what else they paid is 取消. */
  function aTicket() {
    const member = made(stub.life.join({ studioId: 101 }))
    for (const { id } of stub.world.purchases) stub.life.cancelSale(id)
    return made(stub.life.buy(member.id, 502))
  }

  test('a sale that is 取消 later leaves its month with its tax, and comes back when it is restored', async () => {
    const sale = aTicket()
    await next('05-11')
    await expectTheirs([['202605', 2200, 2200]])
    made(stub.life.cancelSale(sale.id))
    await next('06-20')
    await expectTheirs([])
    expect(await rowsOf(sql`select sum(tax)::integer as tax from shop_day_sales having sum(tax) <> 0`)).toEqual([])
    expect(await rowsOf(sql`select status from sale where external_id = ${sale.id}`)).toEqual([{ status: 'cancelled' }])
    made(stub.life.restoreSale(sale.id))
    await next('06-21')
    await expectTheirs([['202605', 2200, 2200]])
  })

  test('a sale that is 返金済 without a row that pays it back is paid back on its day, until such a row comes', async () => {
    const sale = aTicket()
    made(stub.life.refundUnsaid(sale.id))
    await next('05-11')
    await expectTheirs([['202605', 2200, 0]])
    // The row comes a month later, and says the day.
    time.now = new Date('2026-06-02T12:00:00+09:00')
    stub.world.purchases.push({
      ...structuredClone(sale),
      ...{
        id: 9_000_001,
        status: '精算済',
        charged_at: '2026-06-02 11:00:00.000',
        settled_at: '2026-06-02 11:00:00.000',
      },
      ...{ _refundOf: sale.id, total_amount: -2200, tax_amount: -200 },
      details: sale.details.map((one) => ({ ...one, quantity: -1, tax_amount: -200, total_amount: -2200 })),
    })
    await next('06-03')
    await expectTheirs([
      ['202605', 2200, 2200],
      ['202606', 0, -2200],
    ])
    // It was a mistake: nothing but the state is left.
    made(stub.life.cancelSale(9_000_001))
    await next('06-04')
    await expectTheirs([['202605', 2200, 0]])
    // As an earlier version had left it.
    await club.db.execute(sql`delete from sale_line where sale_id in (select id from sale where external_id is null)`)
    await club.db.execute(sql`delete from sale where external_id is null`)
    await next('06-05')
    await expectTheirs([['202605', 2200, 0]])
  })

  test('a refund counts once, whichever of its two rows comes first', async () => {
    const sale = aTicket()
    time.now = new Date('2026-06-02T12:00:00+09:00')
    const refund = made(stub.life.refund(sale.id))
    const expected: [string, number, number][] = [
      ['202605', 2200, 2200],
      ['202606', 0, -2200],
    ]
    const both = [...stub.world.purchases]
    for (const first of [sale, refund]) {
      await club.db.execute(sql`truncate sale, sale_line`)
      await club.db.execute(sql`delete from provider_row where resource = 'purchases'`)
      stub.world.purchases.splice(0, both.length, ...both.filter((one) => one === first))
      await next('06-03')
      stub.world.purchases.splice(0, 1, ...both)
      await next('06-04')
      await expectTheirs(expected)
    }
  })

  test('a part that is paid back counts on its day, then the rest, with or without a row', async () => {
    const [sale, other] = [aTicket(), made(stub.life.buy(stub.world.members[0]?.id as number, 502))]
    time.now = new Date('2026-06-02T12:00:00+09:00')
    for (const { id } of [sale, other]) made(stub.life.refundPart(id))
    await next('06-03')
    await expectTheirs([
      ['202605', 4400, 4400],
      ['202606', 0, -2200],
    ])
    time.now = new Date('2026-07-02T12:00:00+09:00')
    made(stub.life.refund(sale.id))
    made(stub.life.refundUnsaid(other.id))
    await next('07-03')
    await expectTheirs([
      ['202605', 4400, 3300],
      ['202606', 0, -2200],
      ['202607', 0, -1100],
    ])
  })

  test('what is 未収, 未払い or 決済エラー is owed and no sale, until it is paid', async () => {
    const { id } = made(stub.life.join({ studioId: 101 }))
    for (const one of stub.world.purchases) stub.life.cancelSale(one.id)
    time.now = new Date('2026-06-01T12:00:00+09:00')
    const charged = made(stub.life.charge(id))
    for (const verb of ['owe', 'failPayment'] as const) {
      made(stub.life[verb](charged.id))
      await next('06-02')
      await expectTheirs([])
    }
    made(stub.life.settle(charged.id))
    await next('06-03')
    await expectTheirs([['202606', 8800, 8800]])
  })

  test('a guest’s refund counts once, too', async () => {
    aTicket()
    const guests = { studio_id: 101, member_id: null, charged_at: '2026-05-10 12:00:00.000', payment_method: '現金' }
    const [ticket] = stub.world.purchases.slice(-1)
    for (const [n, id] of [9_000_001, 9_000_002].entries()) {
      stub.world.purchases.push({
        ...structuredClone(made(ticket ?? null)),
        ...guests,
        id,
        status: n === 0 ? '返金済' : '精算済',
      })
    }
    await next('05-11')
    await expectTheirs([['202605', 6600, 4400]])
    time.now = new Date('2026-05-12T12:00:00+09:00')
    const [sold] = stub.world.purchases.slice(-2)
    stub.world.purchases.push({
      ...structuredClone(made(sold ?? null)),
      ...{
        id: 9_000_003,
        status: '返金',
        settled_at: '2026-05-12 11:00:00.000',
        _refundOf: 9_000_001,
        total_amount: -2200,
      },
      details: made(sold ?? null).details.map((one) => ({
        ...one,
        quantity: -1,
        tax_amount: -200,
        total_amount: -2200,
      })),
    })
    await next('05-13')
    await expectTheirs([['202605', 6600, 4400]])
  })
})
