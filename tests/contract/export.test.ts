import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName, sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderTarget, openSource, zipFileTarget } from '../../api/export/archive.ts'
import { columnsOf } from '../../api/export/cells.ts'
import type { Manifest } from '../../api/export/manifest.ts'
import { checkExport, rowsIn } from '../../api/export/read-export.ts'
import { restoreExport } from '../../api/export/restore.ts'
import { exportedTables } from '../../api/export/tables.ts'
import { writeExport } from '../../api/export/write-export.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { seed } from '../../api/seed/seed.ts'
import { localStorage } from '../../api/storage/local.ts'
import { type Api, fingerprints, startApi } from '../support/api.ts'
import { openTestDatabase } from '../support/database.ts'

// Everything that is the club's, from one product into another.

const pictureName = `${'a'.repeat(32)}.webp`
const picture = Buffer.from('RIFF\0\0\0\0WEBPVP8 a picture')
const hard = [
  `=1+1`,
  `'=1+1`,
  `''-x`,
  `="0012"`,
  `00012`,
  `+81-90`,
  'a\r\n"b",\tc\rd',
  '　',
  '＝SUM(A1)',
  "'",
  '@x',
  '髙﨑㈱ 𠮷',
]

let source: Api
let target: Api
let folder: string

const writing = (api: Api, withHealthDays = false) => ({
  ...{ storage: localStorage(api.uploads), now: api.time.now, withHealthDays },
})

async function exportTo(path: string, withHealthDays = false): Promise<Manifest> {
  const place = path.endsWith('.zip') ? await zipFileTarget(path) : await folderTarget(path)
  return source.db.transaction((tx) => writeExport(tx, place, writing(source, withHealthDays)), {
    isolationLevel: 'repeatable read',
  })
}

async function importFrom(path: string, api: Api) {
  const files = await openSource(path)
  try {
    const checked = await checkExport(files, demoSealing)
    await api.db.transaction((tx) => restoreExport(tx, files, checked, writing(api)))
  } finally {
    await files.close()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'karada-export-'))
  const database = await openTestDatabase()
  await seed(database, { until: '2026-11-20', members: 60, shops: 2, months: 13 })
  source = await startApi({ database })
  await localStorage(source.uploads).put(pictureName, picture)
  await source.db.execute(sql`update shop set img_url = ${`/uploads/${pictureName}`} where id = 1`)
  for (const [at, text] of hard.entries()) {
    await source.db.execute(
      sql`update member set staff_note = ${text}, tags = ${sql`array[${text}]`} where id = ${at + 1}`,
    )
  }
  await source.db.execute(sql`
    insert into saved_view (screen, name, search, target_scope, target_shop_ids, created_at, updated_at)
    values ('shopComparison', '2店舗', '{"shops": "1,2"}', 'shops', '{1,2}', now(), now())`)
  target = await startApi()
  await target.makeStaff({ role: 'all', isAdmin: true, email: 'admin@example.jp' })
}, 120_000)
afterAll(async () => {
  await Promise.all([source?.close(), target?.close(), rm(folder, { recursive: true, force: true })])
})

describe('into an empty product', () => {
  let manifest: Manifest

  beforeAll(async () => {
    const zip = join(folder, 'all.zip')
    manifest = await exportTo(zip, true)
    await importFrom(zip, target)
  }, 120_000)

  test('every figure of twelve months is the same', { timeout: 120_000 }, async () => {
    const [here, there] = await Promise.all([source.as({ role: 'all' }), target.as({ role: 'all' })])
    const months = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2025, 11 + at)).toISOString().slice(0, 7))
    const paths = months.flatMap((month) => {
      const of = `year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`
      return [
        ...['', '&shopId=1'].map((shop) => `/api/admin/report/monthly-stats?${of}${shop}`),
        `/api/admin/report/monthly-stats/shops?${of}`,
        ...[
          ...['members?figure=admissions', 'members?figure=closingMembers', 'visits?', 'sales?figure=netSales'],
          ...['reservations?figure=booked', 'slots?figure=slots', 'leads?figure=trials'],
        ].map((figure) => `/api/admin/report/figure/${figure}&${of}`),
      ]
    })
    paths.push('/api/admin/report/yearly-stats?year=2026')
    let figures = 0
    for (const path of paths) {
      const [one, other] = await Promise.all([source.get(path, { token: here }), target.get(path, { token: there })])
      expect(one.status, path).toBe(200)
      figures += one.text.match(/\d+/g)?.length ?? 0
      expect(comparable(other.json), path).toEqual(comparable(one.json))
    }
    expect(figures).toBeGreaterThan(10_000)
  })

  test('every row that names no staff and proves nothing is the same', async () => {
    const [before, after] = await Promise.all([fingerprints(source.database), fingerprints(target.database)])
    const rows = exportedTables.filter(
      (one) => !columnsOf(one).some(({ of }) => of === 'staff' || of === 'user') && !one.columns.token,
    )
    const names = [...rows.map(({ table }) => getTableName(table)), 'membership_interval', 'member_visit_month']
    names.push(
      'shop_day',
      'shop_month',
      'shop_month_people',
      'shop_month_sales',
      'shop_billing',
      'shop_overdue',
      'lean_body_day_count',
    )
    names.push(
      'member_count',
      'member_day_count',
      'shop_visit_hour',
      'shop_month_group',
      'shop_cohort',
      'shop_cohort_sales',
    )
    names.push('shop_leaver', 'shop_month_move', 'shop_month_joined_fees', 'shop_visit_class', 'member_move')
    names.push('shop_day_product', 'shop_month_product')
    expect(names.length).toBeGreaterThan(25)
    // Scenarios have ended.
    for (const name of names.filter((name) => name !== 'mail_step_enrolment')) {
      expect(`${name} ${after[name]}`).toBe(`${name} ${before[name]}`)
    }
  })

  test('texts that a spreadsheet would run, and pictures, come back as they were', async () => {
    const { rows } = await target.db.execute<{ note: string; tags: string[] }>(
      sql`select staff_note as note, tags from member where id <= ${hard.length} order by id`,
    )
    expect(rows.map(({ note }) => note)).toEqual(hard)
    expect(rows.map(({ tags }) => tags)).toEqual(hard.map((text) => [text]))
    expect(await readFile(join(target.uploads, pictureName))).toEqual(picture)
  })

  test('nobody can sign in, is an admin or reads health days before somebody says so; nothing is sent', async () => {
    const count = async (rows: string) =>
      (await target.db.execute<{ n: number }>(`select count(*)::integer as n from ${rows}`)).rows[0]?.n
    expect(
      await count(
        `staff where (status = 'active' or is_admin or password_hash is not null) and email not like 'person%'`,
      ),
    ).toBe(1)
    expect(await count(`staff where status = 'waiting'`)).toBeGreaterThan(3)
    expect(
      await count(`staff where email = 'admin@example.jp' and password_hash is not null and status = 'active'`),
    ).toBe(1)
    expect(await count('member where trainer_staff_id is not null and trainer_approved_at is not null')).toBe(0)
    expect(await count('member where trainer_staff_id is not null')).toBeGreaterThan(0)
    for (const table of ['invitation', 'second_factor', 'staff_appointer', 'sign_in_ticket']) {
      expect(`${table} ${await count(table)}`).toBe(`${table} 0`)
    }
    expect(await count(`mail_recipient where status = 'waiting' or token is not null`)).toBe(0)
    expect(await count(`mail where status in ('scheduled', 'sending')`)).toBe(0)
    expect(await count(`mail_step where status = 'active'`)).toBe(0)
  })

  test('shared conditions of a list and views of reports are all there', async () => {
    const viewsIn = async (api: Api) =>
      (
        await api.db.execute(sql`select screen, name, search, columns, target_scope, target_shop_ids, version
          from saved_view order by name`)
      ).rows
    const before = await viewsIn(source)
    expect(new Set(before.map(({ screen }) => screen))).toEqual(new Set(['members', 'shopComparison']))
    expect(await viewsIn(target)).toEqual(before)
  })

  test('who has the address of somebody here is that person, in every row', async () => {
    const named = (api: Api) =>
      api.db.execute(sql`select o.id, s.email, a.email as author from report_action o
        join staff s on s.id = o.owner_staff_id left join staff a on a.id = o.created_by order by o.id`)
    const [before, after] = await Promise.all([named(source), named(target)])
    expect(before.rows.length).toBeGreaterThan(0)
    expect(after.rows).toEqual(before.rows)
  })

  test('once there are members it is refused, and nothing changes', async () => {
    const before = await fingerprints(target.database)
    await expect(importFrom(join(folder, 'all.zip'), target)).rejects.toThrow(
      /このデータベースにはすでに「.+」があります/,
    )
    expect(await fingerprints(target.database)).toEqual(before)
  })

  test('the files hold no proof of who anybody is', async () => {
    const files = await openSource(join(folder, 'all.zip'))
    const { rows } = await source.db.execute<{ secret: string }>(sql`
      select password_hash as secret from staff where password_hash is not null
      union select token from mail_recipient where token is not null union select token_hash from invitation`)
    const secrets = rows.map(({ secret }) => secret).filter((secret) => secret !== null)
    expect(secrets.length).toBeGreaterThan(5)
    for (const { name, rows } of manifest.files) {
      const chunks: Uint8Array[] = []
      for await (const chunk of files.read(name) ?? []) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString('utf8')
      expect(
        secrets.filter((secret) => text.includes(secret)),
        name,
      ).toEqual([])
      if (rows !== null) expect(text.startsWith('\uFEFF'), name).toBe(true)
    }
    await files.close()
  })
})

describe('files that lie', () => {
  let base: string
  beforeAll(async () => {
    base = join(folder, 'plain')
    await exportTo(base)
  })

  type Change = (files: Record<string, Buffer>, manifest: Manifest) => void

  /** A copy of the export, with the manifest's sums put right where `isSigned`. */
  async function copyOf(change: Change, { isSigned = true, isZip = false } = {}) {
    const manifest: Manifest = JSON.parse(readFileSync(join(base, 'manifest.json'), 'utf8'))
    const files = Object.fromEntries(manifest.files.map(({ name }) => [name, readFileSync(join(base, name))]))
    change(files, manifest)
    if (isSigned) {
      for (const file of manifest.files) {
        const bytes = files[file.name]
        if (!bytes) continue
        Object.assign(file, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      }
    }
    const all = { ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) }
    const path = await mkdtemp(join(folder, 'lie-'))
    if (isZip) await writeFile(join(path, 'it.zip'), zipSync(all))
    else {
      await cp(base, path, { recursive: true })
      for (const [name, bytes] of Object.entries(all)) if (!name.includes('..')) writeFileSync(join(path, name), bytes)
    }
    return openSource(isZip ? join(path, 'it.zip') : path)
  }

  /** The reason against a copy of the export. */
  async function refusalOf(change: Change, options: Parameters<typeof copyOf>[1] = {}): Promise<string> {
    const source = await copyOf(change, options)
    const refusal = await checkExport(source, null).then(
      () => 'none',
      (error: Error) => error.message,
    )
    await source.close()
    return refusal
  }
  const edited = (files: Record<string, Buffer>, name: string, from: string | RegExp, to: string) => {
    const before = files[name]?.toString('utf8') ?? ''
    const after = before.replace(from, to)
    expect(after).not.toBe(before)
    files[name] = Buffer.from(after)
  }

  test('the export itself is accepted, as a folder and as a zip', async () => {
    expect(await refusalOf(() => {})).toBe('none')
    expect(await refusalOf(() => {}, { isZip: true })).toBe('none')
  })

  test('an export of format 4, with its headings in their order, has the same rows', async () => {
    const lines = readFileSync('tests/support/export-headings-4.csv', 'utf8').trim().split('\n')
    const old = await copyOf((files, manifest) => {
      manifest.version = 4
      const later = exportedTables.flatMap(({ file, since = 0 }) => (since > 4 ? [`${file}.csv`] : []))
      manifest.files = manifest.files.filter(({ name }) => !later.includes(name))
      for (const [file = '', ...headings] of lines.map((line) => line.split(','))) {
        const table = exportedTables.find((one) => `${one.file}.csv` === file)
        if (!table || !files[file]) continue
        const columns = columnsOf(table)
        const places = headings.map((one) =>
          columns.findIndex(({ heading, formerly = [] }) => heading === one || formerly.includes(one)),
        )
        const [, ...rows] = papa.parse<string[]>(files[file].toString('utf8').replace(/^\uFEFF/, ''), {
          skipEmptyLines: true,
        }).data
        const sheet = [headings, ...rows.map((row) => places.map((place) => row[place]))]
        files[file] = Buffer.from(`\uFEFF${papa.unparse(sheet)}\r\n`)
      }
    })
    const now = await openSource(base)
    const [before, after] = [await checkExport(old, null), await checkExport(now, null)]
    const rowsOf = async (source: typeof now, { tables }: typeof after, file: string) => {
      const found = tables.find(({ table }) => table.file === file)
      if (!found) throw new Error(file)
      const rows: object[] = []
      for await (const page of rowsIn(source, found.table, found.file)) rows.push(...page)
      return rows
    }
    for (const file of ['actions', 'columns', 'members', 'plans', 'shops', 'staff']) {
      expect(await rowsOf(old, before, file), file).toEqual(await rowsOf(now, after, file))
    }
    await Promise.all([old.close(), now.close()])
  })

  const isNew = (name: string) =>
    exportedTables.some(({ file, since }) => `${file}.csv` === name && since !== undefined)

  test('an export of the version before, without answers to the club system, is accepted', async () => {
    const older = (_: unknown, manifest: Manifest) =>
      void Object.assign(manifest, { version: 2, files: manifest.files.filter(({ name }) => !isNew(name)) })
    expect(await refusalOf(older, { isZip: true })).toBe('none')
  })

  test('an export of format 5, without 連絡 and people of actions, is accepted', async () => {
    const later = exportedTables.flatMap(({ file, since = 0 }) => (since > 5 ? [`${file}.csv`] : []))
    expect(later).toContain('outreach.csv')
    const older = (_: unknown, manifest: Manifest) =>
      void Object.assign(manifest, { version: 5, files: manifest.files.filter(({ name }) => !later.includes(name)) })
    expect(await refusalOf(older, { isZip: true })).toBe('none')
  })

  test('an export of format 6, whose costs have no parts, is accepted', async () => {
    const older: Parameters<typeof refusalOf>[0] = (files, manifest) => {
      const rows = papa.parse<string[]>(files['costs.csv']?.toString('utf8').replace(/^\uFEFF/, '') ?? '', {
        skipEmptyLines: true,
      }).data
      const at = rows[0]?.indexOf('広告費の内訳') ?? -1
      expect(at).toBeGreaterThan(0)
      const sheet = rows.map((row) => row.toSpliced(at, 1))
      Object.assign(files, { 'costs.csv': Buffer.from(`\uFEFF${papa.unparse(sheet)}\r\n`) })
      Object.assign(manifest, { version: 6 })
    }
    expect(await refusalOf(older, { isZip: true })).toBe('none')
  })

  test.each<[string, Parameters<typeof refusalOf>[0], string, boolean]>([
    [
      'a changed amount',
      (files) => edited(files, 'bills.csv', /,(\d{4}),/, ',9999999,'),
      'bills.csv は、出力したときのファイルと異なります',
      false,
    ],
    [
      'more than it states, as a zip bomb',
      (files) => void Object.assign(files, { 'members.csv': Buffer.alloc(50_000_000, 'a') }),
      'members.csv は、出力したときのファイルと異なります',
      false,
    ],
    ['fewer rows than stated', (files) => edited(files, 'visits.csv', /[^\n]+\n$/, ''), 'visits.csv の行数が', true],
    ['another column', (files) => edited(files, 'staff.csv', '番号,', 'パスワード,'), 'staff.csv の見出しが', true],
    [
      'a role that there is not',
      (files) => edited(files, 'staff.csv', ',本部,', ',神,'),
      '行目「権限」: 「神」は使えない値です',
      true,
    ],
    [
      'a day that there is not',
      (files) => edited(files, 'bills.csv', /\d{4}-\d\d-01/, '2026-02-30'),
      '日付ではありません',
      true,
    ],
    [
      'a number of a member that would fill the disk',
      (files) => edited(files, 'members.csv', '\r\n1,', '\r\n2000000000,'),
      'members.csv に、会員の番号として大きすぎる番号',
      true,
    ],
    [
      'an address that runs',
      (files) => edited(files, 'shops.csv', /https:\/\/reserve[^,]*/, 'javascript:alert(1)'),
      'URLが正しくありません',
      true,
    ],
    [
      'a picture that is a page',
      (files) => void Object.assign(files, { [`pictures/${pictureName}`]: Buffer.from('<html>') }),
      'は画像ではありません',
      true,
    ],
    [
      'a file outside',
      (_, { files }) => void files.push({ name: '../x.csv', label: 'x', rows: 0, bytes: 0, sha256: '0'.repeat(64) }),
      'マニフェストの形式が正しくありません',
      true,
    ],
    ['a file twice', (_, { files }) => void files.push(files[0] as (typeof files)[0]), '同じファイルが2回', true],
    [
      'a table less',
      (_, manifest) =>
        void Object.assign(manifest, { files: manifest.files.filter(({ name }) => name !== 'members.csv') }),
      'members.csv がありません',
      true,
    ],
    ['an older version', (_, manifest) => void Object.assign(manifest, { version: 1 }), '形式の版が 1 です', true],
    ['a newer version', (_, manifest) => void Object.assign(manifest, { version: 8 }), '形式の版が 8 です', true],
    [
      'an older version with other columns',
      (files, manifest) => {
        Object.assign(manifest, { version: 2, files: manifest.files.filter(({ name }) => !isNew(name)) })
        edited(files, 'data-periods.csv', '店舗の番号', '店の番号')
      },
      '形式の版が 2 です。data-periods.csv の見出しが',
      true,
    ],
    [
      'health days without their key',
      (_, manifest) => void Object.assign(manifest, { healthKeys: ['other'] }),
      '日次ログの鍵「other」が',
      true,
    ],
  ])('%s is refused', async (_, change, sentence, isSigned) => {
    expect(await refusalOf(change, { isSigned, isZip: true })).toContain(sentence)
  })

  test('a text with markup is what this product would have stored', () => {
    const texts = exportedTables.find(({ file }) => file === 'announcements')
    const body = texts && columnsOf(texts).find(({ heading }) => heading === '本文')
    expect(body?.restored('<p onclick="x()">本文</p><script>x()</script>')).toBe('<p>本文</p>')
  })

  test('a health day that was moved to another member is refused', async () => {
    const sealed = join(folder, 'sealed')
    const manifest = await exportTo(sealed, true)
    const days = readFileSync(join(sealed, 'health-days.csv'), 'utf8')
    const moved = Buffer.from(days.replace(/^(\d+),(\d+),/m, (_, id, member) => `${id},${Number(member) + 1},`))
    writeFileSync(join(sealed, 'health-days.csv'), moved)
    const stated = manifest.files.find(({ name }) => name === 'health-days.csv')
    Object.assign(stated ?? {}, { bytes: moved.length, sha256: createHash('sha256').update(moved).digest('hex') })
    writeFileSync(join(sealed, 'manifest.json'), JSON.stringify(manifest))
    const source = await openSource(sealed)
    await expect(checkExport(source, demoSealing)).rejects.toThrow('health-days.csv に、鍵で開けない記録があります')
    await source.close()
  })

  test('health days are in it only when asked for', async () => {
    const manifest: Manifest = JSON.parse(readFileSync(join(base, 'manifest.json'), 'utf8'))
    expect(manifest.healthKeys).toBe(null)
    expect(manifest.files.filter(({ name }) => name.startsWith('health'))).toEqual([])
  })
})

/** Users are numbered anew, and sums of fractions may differ in the last digit, as their rows lie in another order. */
const comparable = (json: object) =>
  JSON.parse(JSON.stringify(json).replace(/"userId":"\d+"/g, '"userId":""'), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  )
