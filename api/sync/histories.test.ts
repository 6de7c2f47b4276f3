import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { histories, kindsOfEvents } from '../../tests/support/club-history.ts'
import { countedFigures } from '../../tests/support/club-system-rows.ts'
import { leaversThere, unaccounted } from '../../tests/support/history-accounts.ts'
import { openHistories } from '../../tests/support/lived-history.ts'
import { isAssault, tell, times } from '../../tests/support/runs.ts'
import { countLater } from '../figures/count-later.ts'
import { rebuildEverything } from '../figures/rollup.ts'

// The whole way, over a club that lives: what happens at the provider and here, what goes wrong, and our own deaths.
// `HISTORIES=300` runs so many; `HISTORY=17` this one, with what happens in it.

/** Together they have each kind of event. */
const chosen = [36, 28, 44, 19, 27, 5, 41]
/** Recounting all figures costs as much as a history. */
const recounted = (at: number) => at % 8 === 0

const { HISTORIES, HISTORY } = process.env
const first = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const many = HISTORIES ? Number(HISTORIES) : times(0, 40)
const seeds = HISTORY ? [Number(HISTORY)] : many > 0 ? first(many) : chosen

let club: Awaited<ReturnType<typeof openHistories>>
const happened = new Map<string, number>()
beforeAll(async () => {
  club = await openHistories()
})
afterAll(() => club.close())

describe('whatever happens here and there and goes wrong', () => {
  test.each(seeds.map((seed, at) => [seed, at] as const))(
    'history %i ends with everybody and everything here as they are there, or absent for a reason that staff see',
    async (seed, at) => {
      const [history] = fc.sample(histories, { seed, numRuns: 1 }) as [Parameters<typeof club.live>[0]]
      const lived = await club.live(history, seed)
      try {
        if (HISTORY) console.log(JSON.stringify(history), Object.fromEntries(lived.happened))
        for (const [what, n] of lived.happened) happened.set(what, (happened.get(what) ?? 0) + n)
        expect(lived.unexpected).toEqual([])
        const { list } = await club.get('unread/list?limit=200')
        expect(await unaccounted(lived, { rowsOf: club.rowsOf, unread: list })).toEqual([])
        const [last] = await club.rowsOf(sql`select state from sync_run order by id desc limit 1`)
        expect(list.length === 0 ? ['done'] : ['done', 'partial']).toContain(last?.state)
        // A member who is no longer there has left on a known day, or waits for a decision, or was decided to stay.
        const open = await club.rowsOf(sql`
          select m.external_id as id from member m
          where m.external_id = any (${sql.param([...leaversThere(lived)])}::integer[])
            and m.contract_status <> 'cancel' and m.last_synced_at is not null
            and exists (select from contract c where c.member_id = m.id and c.kind <> 'option' and not c.from_file)
            and exists (select from contract c where c.member_id = m.id and c.end_on is null)
            and not exists (select from missing_member x where x.member_id = m.id
              and (x.state = 'kept' or x.state = 'waiting' and (x.confirmed_at is not null or x.kind = 'moved')))`)
        expect(open).toEqual([])
        if (recounted(at)) await expectCounted()
      } finally {
        await lived.stub.close()
      }
    },
    120_000,
  )

  test.skipIf(HISTORY !== undefined)('each kind of event has happened', () => {
    if (isAssault)
      tell(`${seeds.length} histories of a club, ${[...happened.values()].reduce((a, b) => a + b, 0)} events`)
    if (HISTORIES) console.log(Object.fromEntries([...happened].sort()))
    expect(kindsOfEvents.filter((kind) => !happened.has(kind))).toEqual([])
  })
})

/** Figures are those of a recount. */
async function expectCounted() {
  const { database } = club.api
  await countLater(database)
  const counted = await countedFigures(database)
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await rebuildEverything(tx)
  })
  expect(counted).toEqual(await countedFigures(database))
}
