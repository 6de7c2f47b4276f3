import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../../tests/support/api.ts'
import { isMigrated, migrate, OtherVersionError } from './migrate.ts'
import { readSqlFiles, type SqlFile, stepsOf, tableAccess } from './sql-files.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  const shop = await api.makeShop()
  await api.makeMember(shop, { lastName: '佐藤' })
})
afterAll(() => api.close())
beforeEach(() => migrate(api.database, { back: true }))

async function one<T extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T | undefined> {
  return (await api.db.execute<T>(query)).rows[0]
}

/** Migrates the database to a version with changed files and tables. */
async function migrateTo({
  change = {},
  migrations = 'as they are',
  onProgress,
}: {
  change?: Record<string, (text: string) => string>
  migrations?: string
  onProgress?: (done: number, label: string) => void
}) {
  const changed = (files: SqlFile[]) =>
    files.map(({ name, text }) => ({ name, text: change[name] ? change[name](text) : text }))
  const steps = stepsOf(changed(await readSqlFiles()), changed(tableAccess()), migrations)
  await migrate(api.database, { steps, back: true, ...(onProgress && { onProgress }) })
}

/** Marks rows with values that no version writes: the marks stay until the rows are rewritten. */
const mark = () => api.database.exec(`update member_list set names = 'marked'; update member_count set members = 100`)
const listIsMarked = async () => (await one<{ names: string }>(sql`select names from member_list`))?.names === 'marked'
const totalsAreMarked = async () =>
  (await one<{ members: number }>(sql`select max(members) as members from member_count`))?.members === 100
const mayWrite = async (table: string) =>
  (await one<{ may: boolean }>(sql`select has_table_privilege('karada_app', ${table}, 'insert') as may`))?.may

const allMarked = { list: true, totals: true }
async function marks() {
  return { list: await listIsMarked(), totals: await totalsAreMarked() }
}

test('a new grant takes effect without touching derived rows', async () => {
  await migrateTo({})
  await mark()
  expect(await mayWrite('product')).toBe(false)
  await migrateTo({ change: { 'access of product': (text) => `${text} grant insert on product to karada_app;` } })
  expect(await mayWrite('product')).toBe(true)
  expect(await marks()).toEqual(allMarked)
  await migrateTo({})
  expect(await mayWrite('product')).toBe(false)
})

test.each([
  ['a new migration', { migrations: 'one more' }],
  ['another trigger of the audit log', { change: { '020-audit-log': (text: string) => `${text} select 1;` } }],
  [
    'another word in a comment on the list',
    { change: { '090-member-list': (text: string) => `-- So to say.\n${text}` } },
  ],
])('%s rewrites no derived row', async (_, version) => {
  await migrateTo({})
  await mark()
  await migrateTo(version)
  expect(await marks()).toEqual(allMarked)
})

test.each([
  ['the list', '090-member-list', { list: false, totals: true }],
  ['how text is folded', '030-search-text', { list: false, totals: true }],
  ['the counting', '050-membership', { list: false, totals: true }],
  ['the totals', '100-member-totals', { list: true, totals: false }],
])('a changed version of %s rewrites only what depends on it', async (_, name, expected) => {
  await migrateTo({})
  await mark()
  await migrateTo({ change: { [name]: (text) => `${text} select 1;` } })
  expect(await marks()).toEqual(expected)
})

test('another way of folding text folds stored texts too, and reports its progress', async () => {
  await migrateTo({})
  const id = await api.makeContent()
  await api.database.exec(`update lean_body_content set search_text = 'ヨガ〜髙橋' where id = ${id}`)
  const progress: [number, string][] = []
  const onProgress = (done: number, label: string) => void progress.push([done, label])
  await migrateTo({ change: { '030-search-text': (text) => `${text} select 1;` }, onProgress })
  const stored = await one<{ text: string }>(
    sql`select search_text as text from lean_body_content where id = ${Number(id)}`,
  )
  expect(stored?.text).toBe('ヨガ~高橋')
  expect(progress[0]).toEqual([0, '会員の一覧と検索を更新しています'])
  expect(progress.map(([done]) => done)).toEqual(progress.map(([done]) => done).sort((a, b) => a - b))
  expect(progress.length).toBeGreaterThan(10)
  expect(progress.at(-1)).toEqual([1, '更新が終わりました'])
})

test('letters that nobody sees leave what was stored with them, unless another has the rest; who was let in stays', async () => {
  await migrateTo({})
  const shop = await api.makeShop()
  const person = await api.makeStaff({ role: 'level2', shops: [shop], email: 'hidden\u200b@example.jp' })
  const invited = await api.makeStaff({
    role: 'level2',
    shops: [shop],
    email: 'to\u2060me@example.jp',
    status: 'waiting',
  })
  const link = await api.invite(invited)
  const own = await api.signIn(person)
  await api.makeStaff({ role: 'level2', shops: [shop], email: 'same@example.jp' })
  const other = await api.makeStaff({ role: 'level2', shops: [shop], email: 'sa\u200bme@example.jp' })
  const odd = {
    memberNo: 'N\u200b1',
    lastName: '葛\u{e0100}\u200b',
    lastNameKana: 'カツ\u200b',
    email: 'mailto:a\u200b@b.jp',
  }
  const mended = await api.makeMember(shop, odd)
  await api.makeMember(shop, { memberNo: 'N2' })
  const kept = await api.makeMember(shop, { memberNo: 'N\u200b2' })
  await migrateTo({ change: { '035-visible-text': (text) => `${text} select 1;` } })

  const addressOf = async ({ staffId }: { staffId: string }) =>
    (await one<{ email: string }>(sql`select email from staff where id = ${Number(staffId)}`))?.email
  expect([await addressOf(person), await addressOf(invited), await addressOf(other)]).toEqual([
    ...['hidden@example.jp', 'tome@example.jp', 'sa\u200bme@example.jp'],
  ])
  expect((await api.get('/api/admin/user/me', { token: own })).status).toBe(200)
  const body = { token: link, password: 'mikan-to-ringo-no-kisetsu', passwordConf: 'mikan-to-ringo-no-kisetsu' }
  expect((await api.post('/api/admin/auth/accept-invitation', { body })).status).toBe(200)
  const memberOf = ({ memberId }: { memberId: string }) =>
    one(sql`select member_no, last_name, last_name_kana, email from member where id = ${Number(memberId)}`)
  expect(await memberOf(mended)).toEqual({
    ...{ member_no: 'N1', last_name: '葛\u{e0100}', last_name_kana: 'カツ', email: 'a@b.jp' },
  })
  expect(await memberOf(kept)).toMatchObject({ member_no: 'N\u200b2' })
  const listed = await one<{ number: string }>(
    sql`select member_no as number from member_list where member_id = ${Number(mended.memberId)}`,
  )
  expect(listed).toEqual({ number: 'N1' })
})

test('a failing definition changes nothing, and the next start continues', async () => {
  const statusOf = () =>
    one(sql`select (select prosrc from pg_proc where proname = 'app_staff') as source,
      (select count(*) from drizzle.applied_step) as steps, (select max(version) from drizzle.applied_step) as versions`)
  const before = await statusOf()
  const change = {
    '010-app-role': (text: string) =>
      text.replace("current_setting('app.staff', true)", "current_setting('app.person', true)"),
    'access of product': (text: string) => `${text} grant insert on product to karada_app;`,
    '190-data-export': (text: string) => `${text} select 1 / 0;`,
  }
  await expect(migrateTo({ change })).rejects.toThrow('190-data-export: division by zero')
  expect(await statusOf()).toEqual(before)
  expect(await mayWrite('product')).toBe(false)
  expect(await isMigrated(api.database)).toBe(true)

  const { '190-data-export': _, ...rest } = change
  await migrateTo({ change: rest })
  expect(await statusOf()).not.toEqual(before)
  expect(await mayWrite('product')).toBe(true)
  expect(await isMigrated(api.database)).toBe(false)
})

test('after a failing rebuild the database is at neither version, and the next start continues', async () => {
  await migrateTo({})
  await mark()
  const change = { '220-recount-member-totals': (text: string) => `${text} select 1 / 0;` }
  await expect(migrateTo({ change })).rejects.toThrow('220-recount-member-totals: division by zero')
  expect(await marks()).toEqual(allMarked)
  await migrateTo({ change: { '220-recount-member-totals': (text) => `${text} select 1;` } })
  expect(await marks()).toEqual({ list: true, totals: false })
})

test('a rebuild that names a missing file is refused', async () => {
  const change = { '210-rewrite-member-list': (text: string) => text.replace('090-member-list', '095-nothing') }
  await expect(migrateTo({ change })).rejects.toThrow('095-nothing')
})

test('a database of an unknown version is refused with a message and stays unchanged', async () => {
  await api.database.exec(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of another version', 1)`,
  )
  await expect(migrate(api.database)).rejects.toThrow(OtherVersionError)
  expect(await isMigrated(api.database)).toBe(true)
  await api.database.exec(`delete from drizzle.__drizzle_migrations where hash = 'of another version'`)
})
