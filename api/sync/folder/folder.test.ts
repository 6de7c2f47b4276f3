import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Stub, startStub } from '../../../stub/stub.ts'
import { countedFigures, emptyClub, openClub } from '../../../tests/support/club-system-rows.ts'
import { countLater } from '../../figures/count-later.ts'
import { rebuildEverything } from '../../figures/rollup.ts'
import { demoSealing } from '../../lib/sealing.ts'
import { openHacomono } from '../hacomono/driver.ts'
import { performRun, workOn } from '../run.ts'
import { beginRun, stopRun } from '../runs.ts'
import { beginFolderRun } from './begin.ts'
import { readFolder } from './files.ts'
import { performFolderRun } from './perform.ts'
import { answerStudios } from './studios.ts'

// The club system's exports in a folder bring what its API brings, as far as they know it.

const brandCode = 'karada'
const redirectUri = 'http://localhost:3000/other-settings/club-system/callback'
let club: Awaited<ReturnType<typeof openClub>>
let stub: Stub
let dir: string
const time = { now: new Date('2026-06-10T12:00:00+09:00') }
const rowsOf = async (query: ReturnType<typeof sql>) => (await club.db.execute<Record<string, unknown>>(query)).rows

beforeAll(async () => {
  club = await openClub()
  stub = await startStub({
    ...{ members: 60, studios: 3, months: 1, perSecond: 1_000_000 },
    clock: () => time.now.getTime(),
  })
})
afterAll(() => Promise.all([club.close(), stub.close()]))

beforeEach(async () => {
  time.now = new Date('2026-06-10T12:00:00+09:00')
  await emptyClub(club)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    (${brandCode}, '101', '新宿', 'shop', 1, now()), (${brandCode}, '102', '渋谷', 'shop', 2, now()), (${brandCode}, '103', '池袋', 'leftOut', null, now())`)
  dir = await mkdtemp(join(tmpdir(), 'exports-'))
  return () => rm(dir, { recursive: true })
})

const surroundings = () => ({
  ...{ database: club.database, sealing: demoSealing, clock: () => time.now },
  log: { failure: ({ error }: { error: unknown }) => expect(error).toBeNull() },
})

/** Writes a file that has not changed for so many hours. */
async function put(name: string, content: string | Uint8Array, hours = 1) {
  await writeFile(join(dir, name), content)
  const at = new Date(time.now.getTime() - hours * 3_600_000)
  await utimes(join(dir, name), at, at)
}
async function putExports() {
  for (const name of ['ML001', 'PL001', 'RL001'] as const) await put(`${name}_20260610.csv`, stub.exports(name))
}

const codesOfShops = async () => {
  const shops = await rowsOf(sql`select code from shop order by id limit 2`)
  return [`新宿店=${shops[0]?.code}`, `渋谷店=${shops[1]?.code}`, '池袋店=-']
}
async function fromFolder() {
  await answerStudios(club.db, brandCode, await codesOfShops(), new Date('2026-06-01T00:00:00Z'))
  const { runId, openStudios } = await performFolderRun(surroundings(), brandCode, await readFolder(dir))
  const [run] = await rowsOf(sql`select state, sentence from sync_run where id = ${Number(runId)}`)
  const parts =
    await rowsOf(sql`select resource, state, sentence, fetched, created, updated, unchanged, locked, skipped, failed,
    gone_suspected as gone, reasons from sync_part where run_id = ${Number(runId)}`)
  const byResource = Object.fromEntries(parts.map(({ resource, ...part }) => [resource, part]))
  // biome-ignore lint/suspicious/noExplicitAny: a test names the columns
  return { state: run?.state, openStudios, parts: byResource as Record<string, any> }
}

async function fromApi() {
  const driver = openHacomono(
    { clientId: 'client', clientSecret: 'secret', hosts: stub.hosts },
    { now: () => time.now, sleep: async () => {} },
  )
  const code = stub.tokens.code(redirectUri)
  const { accessToken } = await driver.exchangeCode({ brandCode, code, redirectUri })
  const begun = { brandCode, kind: 'manual', staffId: null, now: time.now } as const
  const { id } = await club.db.transaction((tx) => beginRun(tx, begun))
  const ask = {
    ask: (_: string, work: (system: never) => never) => work(driver.open({ brandCode, accessToken }) as never),
  }
  await performRun({ ...surroundings(), readRow: driver.readRow, ...(ask as object) } as never, id)
  const [run] = await rowsOf(sql`select state from sync_run where id = ${Number(id)}`)
  expect(run?.state).toBe('done')
}

/** All that is here of members, contracts, bookings and sales. */
const everything = async () => ({
  members:
    await rowsOf(sql`select external_id, member_no, shop_id, last_name, first_name, last_name_kana, first_name_kana,
    email, representative_email, tel, gender, birthday::text, zip_code, prefecture, address1, address2, joined_on::text,
    status, contract_status, cancelled_on::text from member order by 1`),
  contracts: await rowsOf(sql`select c.external_id, m.external_id as member, c.shop_id, p.name, p.code, c.kind,
    c.contracted_on::text, c.start_on::text, c.end_on::text, c.cancel_requested_on::text, c.monthly_fee, c.payment_method,
    c.payment_status from contract c join member m on m.id = c.member_id join shop_plan p on p.id = c.plan_id
    order by 2, 8, 4, 1`),
  bookings: await rowsOf(sql`select r.external_id, m.external_id as member, r.shop_id, r.program_name, r.start_at::text,
    r.end_at::text, r.status, r.booked_at::text, r.kind, r.is_trial, r.seat_no, r.cancelled_at::text, r.checked_in_at::text,
    (select count(*)::integer from visit v where v.reservation_id = r.id) as visits
    from reservation r left join member m on m.id = r.member_id order by 1`),
  sales:
    await rowsOf(sql`select s.external_id, m.external_id as member, s.shop_id, s.settled_at::text, s.target_month::text,
    s.method, s.status, l.line_no, p.name, p.category, l.quantity, l.unit_price, l.discount, l.tax, l.net
    from sale s left join member m on m.id = s.member_id join sale_line l on l.sale_id = s.id
    join product p on p.id = l.product_id order by 1, l.line_no`),
})
type Everything = Awaited<ReturnType<typeof everything>>

const pick = (rows: Everything[keyof Everything], ...names: string[]) =>
  rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))

/** What files know of it: bookings of members in the days that the API reads, contracts that are not over. */
const known = ({ members, contracts, bookings, sales }: Everything) => ({
  members: pick(members, ...Object.keys(members[0] ?? {}).filter((name) => name !== 'tel')),
  contracts: pick(
    contracts.filter(({ end_on }) => end_on === null || String(end_on) >= '2026-06-10'),
    ...['member', 'shop_id', 'name', 'code', 'kind', 'contracted_on', 'start_on', 'end_on', 'cancel_requested_on'],
  ),
  bookings: pick(
    bookings.filter(({ start_at }) => Date.parse(String(start_at)) >= Date.parse('2026-06-03T00:00:00+09:00')),
    ...['external_id', 'member', 'shop_id', 'program_name', 'start_at', 'end_at', 'status'],
  ),
  sales: pick(
    sales,
    ...[
      'external_id',
      'member',
      'shop_id',
      'settled_at',
      'method',
      'status',
      'line_no',
      'name',
      'discount',
      'tax',
      'net',
    ],
  ),
})

test('the folder brings what the API brings, as far as files know it, and a second time nothing', async () => {
  await fromApi()
  const throughApi = known(await everything())
  expect(throughApi.members.length).toBeGreaterThan(20)
  await emptyClub(club)
  await putExports()

  const run = await fromFolder()
  expect(run).toMatchObject({ state: 'done', openStudios: [] })
  expect(Object.keys(run.parts).sort()).toEqual(['bookings', 'contracts', 'members', 'purchases'])
  const read = await everything()
  expect(known(read)).toEqual(throughApi)
  // The data reach to the last change of the oldest file, and figures are those of a recomputation.
  expect(await rowsOf(sql`select data_as_of = '2026-06-10T11:00:00+09:00' as it from data_state`)).toEqual([
    { it: true },
  ])
  await countLater(club.database)
  const counted = await countedFigures(club.database)
  await club.db.transaction(async (tx) => {
    await tx.execute(sql`set local app.bulk = 'on'`)
    await rebuildEverything(tx)
  })
  expect(await countedFigures(club.database)).toEqual(counted)

  const again = await fromFolder()
  for (const { created, updated, gone } of Object.values(again.parts) as {
    created: number
    updated: number
    gone: number
  }[])
    expect({ created, updated, gone }).toEqual({ created: 0, updated: 0, gone: 0 })
  expect(await everything()).toEqual(read)
})

test('what the API knows more of stays when the folder follows it, and nothing is doubled', async () => {
  await fromApi()
  const before = await everything()
  await putExports()
  const { parts } = await fromFolder()
  expect(parts.members).toMatchObject({ created: 0, updated: 0, failed: 0, gone: 0 })
  expect(parts.contracts).toMatchObject({ created: 0, updated: 0, failed: 0 })
  expect(parts.purchases).toMatchObject({ updated: 0, failed: 0 })
  const after = await everything()
  // Bookings and sales of days that the API does not read are new.
  const numbers = (rows: Everything['sales']) => new Set(rows.map(({ external_id }) => external_id))
  const [bookings, sales] = [numbers(before.bookings), numbers(before.sales)]
  expect({
    ...after,
    bookings: after.bookings.filter(({ external_id }) => bookings.has(external_id)),
    sales: after.sales.filter(({ external_id }) => sales.has(external_id)),
  }).toEqual(before)
})

test('contracts of the folder get the numbers of the API when it follows, and nothing is doubled', async () => {
  await putExports()
  await fromFolder()
  await fromApi()
  const after = await everything()
  await emptyClub(club)
  await club.db.execute(sql`insert into club_studio (brand_code, their_id, name, choice, shop_id, answered_at) values
    (${brandCode}, '101', '新宿', 'shop', 1, now()), (${brandCode}, '102', '渋谷', 'shop', 2, now()), (${brandCode}, '103', '池袋', 'leftOut', null, now())`)
  await fromApi()
  const alone = await everything()
  const inside = new Set(alone.bookings.map(({ external_id }) => external_id))
  expect(after.bookings.length).toBeGreaterThan(inside.size)
  expect({ ...after, bookings: after.bookings.filter(({ external_id }) => inside.has(external_id)) }).toEqual(alone)
})

test('a file that cannot be read ends its resource with a sentence, and the others go on', async () => {
  await putExports()
  const members = stub.exports('ML001')
  await put('ML001_20260610.csv', members.slice(0, members.length / 2))
  await put('PL001_20260610.csv', '<!DOCTYPE html><html><body>ログイン</body></html>')
  await put('RL001_20260610.csv', iconv.encode(stub.exports('RL001'), 'shift_jis'))
  const half = await fromFolder()
  expect(half.state).toBe('partial')
  expect(half.parts.members.sentence).toMatch(/^ML001（ML001_20260610\.csv）: 最後の行（\d+行目）が途中で切れています/)
  expect(half.parts.purchases.sentence).toContain('ファイルの中身がWebページです')
  // Whoever is not here yet has no bookings here, but guests have.
  expect(half.parts.bookings).toMatchObject({ state: 'done', failed: 0 })
  expect(half.parts.bookings.skipped).toBeGreaterThan(50)
  await put('ML001_20260610.csv', members)
  const whole = await fromFolder()
  expect(whole.parts).toMatchObject({ members: { state: 'done' }, bookings: { state: 'done', failed: 0 } })
  expect(whole.parts.bookings.created).toBeGreaterThan(50)
})

test('the newest file of a kind is read, and no link, whatever the names', async () => {
  await put('a.csv', stub.exports('ML001').replaceAll('会員番号', '会員コード'), 9)
  await put('古い.csv', stub.exports('ML001'), 8)
  await put('新しい.tsv', stub.exports('ML001').replaceAll(',', '\t'), 2)
  await put('notes.txt', 'メモ')
  await put('.RL001.csv', stub.exports('RL001'))
  await symlink('/etc/hostname', join(dir, 'PL001.csv'))
  const folder = await readFolder(dir)
  expect([...folder.files.values()].map(({ kind, name }) => [kind, name])).toEqual([['ML001', '新しい.tsv']])
  expect(folder.passedOver.sort()).toEqual([
    'PL001.csv: リンクかフォルダーのため、読みません。',
    'a.csv: 会員（ML001）・売上（PL001）・予約（RL001）のどれでもありません。',
    'notes.txt: 会員（ML001）・売上（PL001）・予約（RL001）のどれでもありません。',
    '古い.csv: 新しい.tsvのほうが新しいため、読みません。',
  ])
})

test('a file of one shop, without some columns and cells, changes and suspects nothing of the rest', async () => {
  await putExports()
  await fromFolder()
  const before = await everything()
  const [head = '', ...lines] = stub.exports('ML001').trimEnd().split('\r\n')
  const cells = (line: string) => line.split(',')
  const at = (name: string) => cells(head).indexOf(name)
  const shorter = lines
    .filter((line) => line.includes('新宿店'))
    .map((line) => cells(line).map((cell, n) => (n === at('郵便番号') || n === at('入会日時') ? '' : cell)))
  const kept = cells(head).flatMap((name, n) => (name === '住所1' || name === '生年月日' ? [] : [n]))
  const rows = [cells(head), ...shorter].map((row) => kept.map((n) => row[n]).join(','))
  await put('ML001_20260610.csv', `${rows.join('\r\n')}\r\n`)
  await rm(join(dir, 'RL001_20260610.csv'))
  const { state, parts } = await fromFolder()
  expect(parts.members).toMatchObject({
    state: 'done',
    updated: 0,
    gone: 0,
    fetched: new Set(shorter.map(([id]) => id)).size,
  })
  expect(parts.contracts).toMatchObject({ state: 'done', updated: 0, gone: 0 })
  // A file that was there before and is missing now is said.
  expect({ state, sentence: parts.bookings.sentence }).toEqual({
    state: 'partial',
    sentence: 'RL001のファイルがフォルダーにありません。',
  })
  expect(await everything()).toEqual(before)
  expect(await rowsOf(sql`select 1 from provider_row where missing_since is not null`)).toEqual([])
})

test('no run begins before a shop of the files is one of ours, nor while the API draws; one that died is begun anew', async () => {
  await putExports()
  const folder = await readFolder(dir)
  const begin = () => performFolderRun(surroundings(), brandCode, folder)
  await expect(begin()).rejects.toThrow(/ファイルの店舗名: .*新宿店/)
  await answerStudios(club.db, brandCode, await codesOfShops(), time.now)
  const api = await club.db.transaction((tx) =>
    beginRun(tx, { brandCode, kind: 'manual', staffId: null, now: time.now }),
  )
  await expect(begin()).rejects.toThrow('会員管理システムからの取得が終わっていません')
  await club.db.execute(sql`update sync_run set state = 'done' where id = ${Number(api.id)}`)

  const dead = await club.db.transaction((tx) => beginFolderRun(tx, { brandCode, folder, now: time.now }))
  await expect(begin()).rejects.toThrow('別の処理がフォルダーを読んでいます')
  time.now = new Date(time.now.getTime() + 6 * 60_000)
  // The API's process ends it: only whoever has the folder can read it.
  await performRun({ ...surroundings(), readRow: never, ask: never }, dead.id)
  expect(await rowsOf(sql`select state, sentence from sync_run where id = ${Number(dead.id)}`)).toEqual([
    { state: 'failed', sentence: 'ファイルを読み終わる前に止まりました。もう一度実行すると、はじめから読みます。' },
  ])
  // Somebody stops one on the screen: it is not gone on with either.
  const stopped = await club.db.transaction((tx) => beginFolderRun(tx, { brandCode, folder, now: time.now }))
  await club.db.transaction((tx) => stopRun(tx, time.now))
  await workOn({ ...surroundings(), readRow: never, ask: never }, { ...stopped, state: 'stopping' })
  expect(await rowsOf(sql`select state from sync_run where id = ${Number(stopped.id)}`)).toEqual([{ state: 'failed' }])
  const { runId } = await begin()
  expect(await rowsOf(sql`select state from sync_run where id = ${Number(runId)}`)).toEqual([{ state: 'done' }])
})
const never = () => {
  throw new Error('nothing may be read')
}
