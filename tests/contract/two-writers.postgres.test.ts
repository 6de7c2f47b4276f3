import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoFacts } from '../../api/import/facts/undo.ts'
import { writeFacts } from '../../api/import/facts/write.ts'
import { undoMembers } from '../../api/import/undo-members.ts'
import { writeMembers } from '../../api/import/write-members.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { writePage } from '../../api/sync/write-page.ts'
import type { Api } from '../support/api.ts'
import { providerContract, providerMember } from '../support/provider.ts'
import { startTwoSources, type TwoSources } from '../support/two-sources.ts'

// Of two writers of one row the second waits for the first and reads what it has written: whatever both do is as if one
// had come after the other.

let api: TwoSources['api']
let imports: TwoSources['imports']
let club: TwoSources['club']
let at = 100

beforeAll(async () => {
  ;({ api, imports, club } = await startTwoSources())
  // The kinds of tickets.
  await club.run()
})
afterAll(() => api.close())

type Tx = Parameters<Parameters<Api['db']['transaction']>[0]>[0]
type Writer = (tx: Tx) => Promise<unknown>

interface Kind {
  kind: 'member' | 'contract' | 'ticket'
  resource: 'members' | 'contracts' | 'memberTickets'
  table: string
  /** With a value that replaces the club system's on request. */
  file: () => string[]
  /** The row there, before and after a change of another value. */
  theirs: (later: boolean) => object & { id: string }
}

const kinds: Kind[] = [
  {
    ...{ kind: 'member', resource: 'members', table: 'member' },
    file: () => ['会員番号,氏名,電話番号', `N${at},会員 名${at},0311112222`],
    theirs: (later) => providerMember(String(at), { tel: '0322223333', address1: later ? '後' : '前' }),
  },
  {
    ...{ kind: 'contract', resource: 'contracts', table: 'contract' },
    file: () => ['会員番号,プラン,開始日,月額(円)', `N${at},レギュラー,2026-01-10,5000`],
    theirs: (later) => providerContract(`9${at}`, String(at), { endOn: later ? '2026-12-31' : null }),
  },
  {
    ...{ kind: 'ticket', resource: 'memberTickets', table: 'member_ticket' },
    file: () => ['会員番号,チケット,付与日,枚数,有効期限', `N${at},10回券,2026/11/01,10,2027/01/31`],
    theirs: (later) => ({
      ...{ id: `7${at}`, memberId: String(at), ticketId: '3', studioId: '11', grantedNum: 10 },
      ...{ usedNum: later ? 5 : 3, grantedAt: '2026-11-01T00:00:00+09:00', expiresOn: '2027-02-28' },
    }),
  },
]

const pageOf =
  ({ resource }: Kind, row: object & { id: string }): Writer =>
  (tx) => {
    const of = { brandCode: 'karada', readRow: club.readRow, sealing: demoSealing, now: api.time.now }
    return writePage(tx, of, resource, null, [{ id: row.id, raw: row }])
  }

/** A new member with the row, and a page of a run, a checked file and an undo of a written one. */
async function writersOf(one: Kind): Promise<Record<'run' | 'file' | 'undo', Writer>> {
  at += 1
  const token = await api.as({ role: 'all' })
  await api.db.transaction((tx) => pageOf({ ...one, resource: 'members' }, providerMember(String(at)))(tx))
  await api.db.transaction(pageOf(one, one.theirs(false)))
  const file = { kind: one.kind, overwrite: true }
  const written = await imports.write(token, one.file(), file)
  const undo: Writer = (tx) =>
    one.kind === 'member' ? undoMembers(tx, written.id, 'all') : undoFacts(one.kind, tx, written.id, 'all')
  const again = one.file().map((line) => line.replace(/0311112222|5000$|2027\/01\/31/, (old) => `${next[old]}`))
  const checked = await imports.check(token, again, file)
  return {
    ...{ run: pageOf(one, one.theirs(true)), undo },
    file: (tx) =>
      one.kind === 'member'
        ? writeMembers(tx, checked.id, 'all', { now: new Date(), by: null })
        : writeFacts(one.kind, tx, checked.id, 'all', api.time.now),
  }
}
const next: Record<string, string> = { '0311112222': '0399998888', '5000': '6000', '2027/01/31': '2027/03/31' }

/** The values of the row of the member `at`. */
async function here({ table }: Kind) {
  const { rows } = await api.db.execute<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(t) as row from ${sql.identifier(table)} t
    where ${table === 'member' ? sql`t.external_id` : sql`(select m.external_id from member m where m.id = t.member_id)`} = ${at}`)
  expect(rows).toHaveLength(1)
  return JSON.stringify(rows[0]?.row, (name, value) =>
    /(^|_)id$|_no$|name|email|_at$|search|kana/.test(name) ? undefined : value,
  )
}

const waiting = async () =>
  (
    await api.db.execute(
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  ).rows.length

const pairs = (['run', 'file', 'undo'] as const).flatMap((first) =>
  (['run', 'file', 'undo'] as const).flatMap((second) =>
    first === second ? [] : kinds.map((one) => [one.kind, first, second, one] as const),
  ),
)

test.each(pairs)('a %s: %s, and %s meanwhile, lose nothing', async (_, first, second, one) => {
  const inTurn = await writersOf(one)
  await api.db.transaction(inTurn[first])
  await api.db.transaction(inTurn[second])
  const expected = await here(one)

  const together = await writersOf(one)
  let later: Promise<unknown> = Promise.resolve()
  await api.db.transaction(async (tx) => {
    await together[first](tx)
    later = api.db.transaction(together[second])
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThan(0)
  })
  await later
  expect(await here(one)).toBe(expected)
})
