import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFacts } from '../../tests/support/facts.ts'
import {
  changes,
  contractFact,
  dayStartHours,
  derivedOf,
  history,
  people,
  shops,
} from '../../tests/support/histories.ts'
import { runs } from '../../tests/support/runs.ts'
import type { Db } from '../db/client.ts'
import { countLater } from './count-later.ts'
import type { Facts } from './plain-count.ts'
import { rebuildEverything, rebuildMemberList, rebuildMembership } from './rollup.ts'

// What a bulk writer leaves to be counted is counted after its transaction, newest month first (decision 0069).

let club: Awaited<ReturnType<typeof openFacts>>
beforeAll(async () => {
  club = await openFacts({ shops: shops.length, members: people, dayStartHours })
})
afterAll(() => club.close())

const everybody = Array.from({ length: people }, (_, at) => String(at + 1))
const allMembers = sql`array(select id from member)`

/** What an import does: its rows, memberships and list at once, the months later. */
const imported = (facts: Facts, since: string | null, also: (tx: Db) => Promise<unknown> = async () => {}) =>
  club.inBulk(async (tx, record) => {
    await record(facts)
    await also(tx)
    await rebuildMembership(tx, everybody)
    await rebuildMemberList(tx, everybody)
    await tx.execute(sql`select count_later(null, ${since}::date, ${allMembers})`)
  })

const left = async () => {
  const { rows } = await club.db.execute<{ shop: number; month: string }>(
    sql`select shop_id as shop, to_char(month, 'YYYY-MM') as month from rollup_later order by month desc, shop`,
  )
  return rows
}
const monthsLeft = async () => [...new Set((await left()).map(({ month }) => month))]
const step = () =>
  club.db.execute(
    sql`select * from count_step('{"visits": 1, "list": 1, "moves": 1, "month": 1, "sales": 1, "classes": 1}')`,
  )

const facts: Facts = {
  contracts: [
    { member: 1, shop: 1, from: '2025-12-05' },
    { member: 2, shop: 2, from: '2026-01-10', to: '2026-02-15' },
  ],
  visits: [
    { member: 1, shop: 2, home: 1, at: '2026-01-05T10:00' },
    { member: 2, shop: 2, home: 2, at: '2026-02-10T10:00' },
  ],
  sales: [{ shop: 1, at: '2026-02-03T12:00', lines: [{ category: 'product', net: 1100, tax: 100 }] }],
  bills: [{ shop: 1, month: '2026-02-01', dueOn: '2026-02-20', amount: 8000, status: 'paid' }],
}

beforeEach(() => club.happened('2026-03-20', { contracts: [{ member: 3, shop: 3, from: '2025-12-20' }] }))

test('the months of an import are counted from the newest to the oldest', async () => {
  await imported(facts, '2025-12-05')
  expect(await monthsLeft()).toEqual(['2026-03', '2026-02', '2026-01', '2025-12'])
  const counted: string[] = []
  await countLater(club.database, { onStep: ({ what, month }) => what === 'chain' && counted.push(month as string) })
  expect(counted).toEqual(['2026-03-01', '2026-02-01', '2026-01-01', '2025-12-01'])
  expect(await left()).toEqual([])
  await expectRebuilt()
})

test('an import stopped between two steps goes on where it was', async () => {
  await imported(facts, '2025-12-05')
  const stopping = new AbortController()
  await countLater(club.database, {
    stopping: stopping.signal,
    onStep: ({ what }) => what === 'chain' && stopping.abort(),
  })
  expect(await monthsLeft()).toEqual(['2026-02', '2026-01', '2025-12'])
  await countLater(club.database)
  await expectRebuilt()
})

test('a step that fails leaves its month to be counted', async () => {
  await imported(facts, '2025-12-05')
  const before = await left()
  await club.db.execute(sql`alter table shop_billing rename to shop_billing_away`)
  await expect(countLater(club.database)).rejects.toThrow()
  await club.db.execute(sql`alter table shop_billing_away rename to shop_billing`)
  expect(await left()).toEqual(before)
  await countLater(club.database)
  await expectRebuilt()
})

test('what the desk enters in a month that is still to be counted is counted with it', async () => {
  await imported(facts, '2025-12-05')
  await club.record({
    contracts: [{ member: 4, shop: 1, from: '2026-01-20' }],
    visits: [{ member: 4, shop: 3, home: 1, at: '2026-03-02T10:00' }],
  })
  expect(await monthsLeft()).toHaveLength(4)
  await step()
  await club.db.execute(sql`update contract set end_on = '2026-02-01' where member_id = 4`)
  await countLater(club.database)
  await expectRebuilt()
})

test('the first data of an empty product, and a new data date, leave every month that they reach', async () => {
  await club.happened(null, {})
  await imported(facts, '2025-12-05', (tx) =>
    tx.execute(sql`insert into data_state (data_as_of, synced_at) values ('2026-02-20T23:59+09:00', now())`),
  )
  expect(await monthsLeft()).toEqual(['2026-02', '2026-01', '2025-12'])
  await countLater(club.database)
  await expectRebuilt()
  await club.inBulk((tx) => tx.execute(sql`update data_state set data_as_of = '2026-03-10T23:59+09:00'`))
  expect(await monthsLeft()).toEqual(['2026-03', '2026-02'])
  await countLater(club.database)
  await expectRebuilt()
})

test('the visits of a member whose contract moves follow to the new shop', async () => {
  await imported(facts, '2025-12-05')
  await countLater(club.database)
  await club.inBulk(async (tx) => {
    await tx.execute(sql`update contract set shop_id = 3 where member_id = 1`)
    await rebuildMembership(tx, ['1'])
    await rebuildMemberList(tx, ['1'])
    await tx.execute(sql`select count_later('{1,3}', '2025-12-05', '{1}')`)
  })
  await countLater(club.database)
  const { rows } = await club.db.execute(sql`select home_shop_id as home from visit where member_id = 1`)
  expect(rows).toEqual([{ home: 3 }])
  await expectRebuilt()
})

test('the list follows visits of the 56 days that 来館傾向 compares', async () => {
  await club.happened('2026-03-16', { contracts: [{ member: 1, shop: 1, from: '2025-12-05' }] })
  await imported(
    {
      visits: [
        { member: 1, shop: 1, home: 1, at: '2026-01-21T10:00' },
        { member: 1, shop: 1, home: 1, at: '2026-03-10T10:00' },
      ],
    },
    '2025-12-05',
  )
  await countLater(club.database)
  await expectRebuilt()
})

test('the visits of the first 30 days follow one that is neither the first nor the last', async () => {
  const visit = (date: string) => ({ member: 1, shop: 1, home: 1, at: `${date}T10:00` })
  await club.happened('2026-03-16', {
    contracts: [{ member: 1, shop: 1, from: '2025-12-20' }],
    visits: [visit('2025-12-21'), visit('2026-02-10')],
  })
  await imported({ visits: [visit('2026-01-18')] }, '2026-01-01')
  await countLater(club.database)
  const { rows } = await club.db.execute(sql`select first_visit_days as days from member_move`)
  expect(rows).toEqual([{ days: 2 }])
  await expectRebuilt()
})

test('whoever counts everything by hand leaves nothing for later', async () => {
  await imported(facts, '2025-12-05')
  await rebuildEverything(club.db)
  expect(await left()).toEqual([])
})

test('in any order of imports, changes at the desk and steps of counting, the end equals a full recomputation', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.array(act, { minLength: 2, maxLength: 8 }), async (before, acts) => {
      await asOpened()
      await club.happened(before.until, before.facts)
      for (const { kind, later, contracts, shop, change, steps } of acts) {
        // A deleted sale leaves its lines, and the next one its number.
        await club.db.execute(sql`delete from sale_line where sale_id not in (select id from sale)`)
        if (kind === 'import') await imported({ ...later.facts, contracts }, null)
        if (kind === 'correct') {
          await club.inBulk(async (tx) => {
            await tx.execute(change)
            await rebuildMembership(tx, everybody)
            await rebuildMemberList(tx, everybody)
            await tx.execute(sql`select count_later(null, null, ${allMembers})`)
          })
        }
        if (kind === 'enter') await club.record({ contracts, visits: later.facts.visits.slice(0, 3) })
        if (kind === 'change') await club.db.execute(change)
        if (kind === 'mark')
          await club.inBulk((tx) => tx.execute(sql`select count_later(array[${shop}]::integer[], '2026-02-01')`))
        for (let at = 0; at < steps; at += 1) await step()
      }
      await countLater(club.database)
      await expectRebuilt()
    }),
    runs(5),
  )
  await asOpened()
})

const act = fc.record({
  kind: fc.constantFrom('import', 'correct', 'enter', 'change', 'mark'),
  later: history,
  contracts: fc.array(contractFact, { maxLength: 2 }),
  shop: fc.constantFrom(...shops),
  change: changes.filter((all) => all.length > 0).map((all) => all[0] as NonNullable<(typeof all)[0]>),
  steps: fc.nat(6),
})

const asOpened = () =>
  club.inBulk(async (tx) => {
    await tx.execute(sql`update product set category = code where category <> code`)
    await tx.execute(sql`update shop set day_start_hour = case id when 3 then 5 else 0 end`)
  })

async function expectRebuilt() {
  const counted = [await derivedOf(club.database), await listed()]
  await rebuildEverything(club.db)
  expect(counted).toEqual([await derivedOf(club.database), await listed()])
}

const listed = async () => (await club.db.execute(sql`select * from member_list order by member_id`)).rows
