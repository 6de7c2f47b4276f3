import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../api/db/client.ts'
import { folderTarget, openSource } from '../../api/export/archive.ts'
import { checkExport } from '../../api/export/read-export.ts'
import { restoreExport } from '../../api/export/restore.ts'
import { writeExport } from '../../api/export/write-export.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { localStorage } from '../../api/storage/local.ts'
import { followDecisions } from '../../api/sync/follow-decisions.ts'
import { performRun, type Syncing } from '../../api/sync/run.ts'
import { beginRun } from '../../api/sync/runs.ts'
import { emptyClub, openClub } from '../support/club-system-rows.ts'
import { openTestDatabase } from '../support/database.ts'
import { memoryProvider, providerContract, providerMember } from '../support/provider.ts'

// What a club has answered, and what a new connection needs, goes along with 全データの出力.

let club: Awaited<ReturnType<typeof openClub>>
let target: Database
let folder: string
const provider = memoryProvider({ perPage: 100 })
const time = { now: new Date('2026-06-20T02:00:00+09:00') }
const storage = () => localStorage(join(folder, 'uploads'))

const syncing = (database: Database): Syncing => ({
  ...{ database, readRow: provider.readRow, sealing: demoSealing, clock: () => time.now },
  ask: (_, work) => work(provider.reader),
  log: { failure: ({ error }) => expect(error).toBeUndefined() },
})

async function night(database: Database, day: string) {
  time.now = new Date(`${day}T02:00:00+09:00`)
  const of = { brandCode: 'karada', kind: 'night', staffId: null, now: time.now } as const
  const { id } = await database.db.transaction((tx) => beginRun(tx, of))
  await performRun(syncing(database), id)
}
const rowsOf = async (database: Database, query: ReturnType<typeof sql>) =>
  (await database.db.execute<Record<string, unknown>>(query)).rows

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'karada-connection-'))
  club = await openClub()
  await emptyClub(club)
  const { db } = club
  await db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    ('karada', '11', '新宿', 'shop', 1, '2026-01-01'), ('karada', '13', '閉店', 'leftOut', null, '2026-01-01')`)
  for (let id = 101; id <= 114; id += 1) {
    provider.world.members.push(providerMember(String(id)))
    const plan = { id: '5', code: 'P5', name: 'レギュラー', kind: 'なぞ', monthlyFee: 8800 }
    provider.world.contracts.push(providerContract(`9${id}`, String(id), { plan }))
  }
  await night(club.database, '2026-06-20')
  await db.execute(sql`update unknown_word set answer = 'suspension', answered_at = now() where word = 'なぞ'`)
  // The head office keeps a member that the club system does not have.
  provider.world.members.splice(13, 1)
  provider.world.contracts.splice(13, 1)
  await night(club.database, '2026-06-21')
  await db.execute(sql`update missing_member set state = 'reopening', decided_at = now()`)
  await followDecisions(syncing(club.database))

  const path = join(folder, 'all')
  const files = await folderTarget(path)
  const writing = { storage: storage(), now: time.now, withHealthDays: false }
  await db.transaction((tx) => writeExport(tx, files, writing), { isolationLevel: 'repeatable read' })
  target = await openTestDatabase()
  const source = await openSource(path)
  const checked = await checkExport(source, null)
  await target.db.transaction((tx) => restoreExport(tx, source, checked, writing))
  await source.close()
})
afterAll(async () => {
  await Promise.all([club?.close(), target?.close()])
  await rm(folder, { recursive: true, force: true })
})

test('the mapping of studios and the answers to words are in it', async () => {
  expect(
    await rowsOf(target, sql`select their_id as id, name, choice, shop_id as shop from club_studio order by 1`),
  ).toEqual([
    { id: '11', name: '新宿', choice: 'shop', shop: 1 },
    { id: '13', name: '閉店', choice: 'leftOut', shop: null },
  ])
  expect(await rowsOf(target, sql`select field, word, answer from unknown_word`)).toEqual([
    { field: 'planKind', word: 'なぞ', answer: 'suspension' },
  ])
})

test('nothing of the rows as they came is in it', async () => {
  expect(
    await rowsOf(
      target,
      sql`select distinct resource, hash, key_id as key, length(sealed) as sealed from provider_row order by 1`,
    ),
  ).toEqual([
    { resource: 'contracts', hash: '', key: '', sealed: 0 },
    { resource: 'members', hash: '', key: '', sealed: 0 },
  ])
})

test('a new connection of the brand finds who has vanished meanwhile, and leaves who was kept by the head office', async () => {
  provider.world.members.splice(0, 1)
  provider.world.contracts.splice(0, 1)
  await night(target, '2026-07-05')
  expect(
    await rowsOf(
      target,
      sql`select x.their_id as id, x.state, x.last_seen_on::text as last, m.contract_status as status
      from missing_member x join member m on m.id = x.member_id order by 1`,
    ),
  ).toEqual([
    { id: '101', state: 'closed', last: '2026-06-21', status: 'cancel' },
    { id: '114', state: 'kept', last: '2026-06-20', status: 'suspended' },
  ])
  expect(
    await rowsOf(target, sql`select count(*)::integer as n from member where contract_status = 'suspended'`),
  ).toEqual([{ n: 13 }])
})
