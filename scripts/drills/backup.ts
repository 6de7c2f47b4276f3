import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { generateX25519Identity } from 'age-encryption'
import { sql } from 'drizzle-orm'
import { sumOf, tablesIn } from '../../api/backup/tables.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../api/db/client.ts'
import { postgresPrograms, startPostgres, unprivileged } from '../lib/postgres.mjs'
import { root } from '../lib/project.mjs'
import { Refusal } from '../lib/terminal.mjs'
import { type Drill, type Drilling, needProgram } from './drill.ts'

// Embedded → PostgreSQL → beside it, by our own backup; then an accident undone by pgBackRest. Steps as in
// docs/operations.md.

const pgbackrest = '/usr/bin/pgbackrest'
const stanza = 'karada'

export const drill: Drill = { title: 'Backup and restore', limit: 300, run }

async function run(drilling: Drilling) {
  const { supervisor, step, figure, must } = drilling
  needProgram(pgbackrest, 'pgbackrest')
  const programs = postgresPrograms()
  if (!programs) throw new Refusal('PostgreSQL is missing: install postgresql.')
  const folder = mkdtempSync(join(tmpdir(), 'karada-backup-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const owner = unprivileged()
  const own = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
    return path
  }
  // PostgreSQL's user passes through it.
  if (owner.uid !== undefined) chownSync(folder, owner.uid, 0)
  const key = await generateX25519Identity()

  const npmRun = async (command: string, args: string[], pictures: string) => {
    const started = performance.now()
    const { code, tail } = await supervisor.complete({
      ...{ name: command, command: process.execPath, cwd: root, output: 'quiet' },
      args: [join(root, `api/commands/${command}.ts`), ...args],
      env: { BACKUP_KEY: key, DAILY_LOG_KEYS: '', STORAGE_URL: `file://${join(folder, pictures)}` },
    })
    return { code, text: tail.join('\n'), seconds: ((performance.now() - started) / 1000).toFixed(1) }
  }
  const expectDone = async (command: string, args: string[], pictures: string) => {
    const done = await npmRun(command, args, pictures)
    if (done.code !== 0) throw new Refusal(`${command} ${args.join(' ')}: ${done.text}`)
    return done
  }

  const [embedded, first, second] = ['data', 'one.age', 'two.age'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  step('A demo of 300 members and 14 months in an embedded database')
  await expectDone('seed', ['--members', '300', '--shops', '2', '--months', '14', '--data-dir', embedded], 'none')

  step('PostgreSQL with pgBackRest as its archive')
  const cluster = own('cluster')
  const config = join(folder, 'pgbackrest.conf')
  const settings = (pg: string) =>
    `[global]\n${['repo', 'log', 'lock', 'spool'].map((name) => `${name === 'repo' ? 'repo1' : name}-path=${join(folder, name)}\n`).join('')}repo1-retention-full=2
repo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=drilled\nstart-fast=y\nlog-level-console=warn\n[${stanza}]\n${pg}`
  for (const name of ['repo', 'log', 'lock', 'spool']) own(name)
  const writeConfig = (pg: string) => writeFileSync(config, settings(pg), { mode: 0o644 })
  writeConfig(`pg1-path=${join(cluster, 'data')}\n`)
  const archive = `${pgbackrest} --config=${config} --stanza=${stanza} archive-push %p`
  const server = await startPostgres(supervisor, programs, {
    keepIn: cluster,
    settings: { archive_mode: 'on', archive_command: archive, wal_level: 'replica' },
  })
  const urlOf = (name: string, of = server.url) => Object.assign(new URL(of), { pathname: `/${name}` }).href
  await within({ kind: 'postgres', url: server.url }, async ({ db }) => {
    await db.execute('create database karada')
    await db.execute('create database beside')
  })

  step('Backup of the embedded database, restored into PostgreSQL')
  const backup = await expectDone('backup', ['--data-dir', embedded, '--out', first], 'none')
  figure('backup of the embedded database', `${backup.seconds} s, ${megabytes(first)} MB`)
  const url = urlOf('karada')
  const restored = await expectDone('restore', ['--from', first, '--in-its-place', '--database-url', url], 'pictures')
  figure('restore into PostgreSQL', `${restored.seconds} s`)
  const before = await sumsOf({ kind: 'pglite', dataDir: join(embedded, 'db') })
  const after = await sumsOf({ kind: 'postgres', url, direct: true })
  figure('rows', before.rows.toLocaleString('en'))
  // The restore itself is in the log.
  const differing = differingOf(before, after).filter((name) => !/^(public\.audit_|pgboss\.)/.test(name))
  must(differing.length === 0, `every table but the log's has an equal sum on both engines${listed(differing)}`)
  const figures = await Promise.all([
    figuresOf({ kind: 'pglite', dataDir: join(embedded, 'db') }),
    figuresOf({ kind: 'postgres', url, direct: true }),
  ])
  must(
    figures[0].join() === figures[1].join(),
    `every figure of ${figures[0].length} tables and twelve months is equal`,
  )
  const recount = await npmRun('rollup', ['--check', '--database-url', url], 'pictures')
  must(recount.code === 0, 'the figures of PostgreSQL are those counted anew from its facts')

  step('Backup of PostgreSQL, restored beside it; never over it')
  const again = await expectDone('backup', ['--database-url', url, '--out', second], 'pictures')
  figure('backup of PostgreSQL', `${again.seconds} s, ${megabytes(second)} MB`)
  const over = await npmRun('restore', ['--from', second, '--database-url', url], 'elsewhere')
  must(over.code === 1, 'a restore over the running product is refused')
  must(
    differingOf(after, await sumsOf({ kind: 'postgres', url, direct: true })).length === 0,
    'and has changed nothing',
  )
  await expectDone('restore', ['--from', second, '--database-url', urlOf('beside')], 'beside')

  step('Point in time: a full backup, a write, an accident')
  writeConfig(
    `pg1-path=${join(cluster, 'data')}\npg1-port=${new URL(server.url).port}\npg1-socket-path=${cluster}\npg1-user=postgres\n`,
  )
  const rest = async (...args: string[]) => {
    const started = performance.now()
    const { code, tail } = await supervisor.complete({
      ...{ name: 'pgbackrest', command: pgbackrest, cwd: folder, output: 'quiet' },
      args: [`--config=${config}`, `--stanza=${stanza}`, ...args],
      ...owner,
    })
    if (code !== 0) throw new Refusal(`pgbackrest ${args.join(' ')}: ${tail.join('\n')}`)
    return ((performance.now() - started) / 1000).toFixed(1)
  }
  await rest('stanza-create')
  figure('pgBackRest, full backup', `${await rest('--type=full', 'backup')} s`)
  const moment = await within({ kind: 'postgres', url, direct: true }, async ({ db }) => {
    await db.execute(sql`update company set name = '事故の前の会社'`)
    await setTimeout(1100)
    const { rows } = await db.execute<{ now: string }>('select now()::text as now')
    return rows[0]?.now ?? ''
  })
  const wanted = await sumsOf({ kind: 'postgres', url, direct: true })
  await setTimeout(1100)
  await within({ kind: 'postgres', url, direct: true }, ({ db }) => db.execute('truncate member cascade'))
  await rest('check')

  step(`Restored to ${moment}, into another folder`)
  const rescued = own('rescued')
  const seconds = await rest(
    `--pg1-path=${join(rescued, 'data')}`,
    ...['--type=time', `--target=${moment}`, '--target-action=promote', '--archive-mode=off', 'restore'],
  )
  const other = await startPostgres(supervisor, programs, { keepIn: rescued })
  const rescuedUrl = urlOf('karada', other.url)
  await untilPromoted(rescuedUrl)
  figure('pgBackRest, restore to a time', `${seconds} s and the replay`)
  const found = differingOf(wanted, await sumsOf({ kind: 'postgres', url: rescuedUrl, direct: true }))
  must(found.length === 0, `every table is as it was before the accident${listed(found)}`)
  const lost = await sumsOf({ kind: 'postgres', url, direct: true })
  must(differingOf(wanted, lost).includes('public.member'), 'and the accident had happened')
  await other.remove()
  await server.remove()
}

const listed = (tables: readonly string[]) => (tables.length > 0 ? `: not ${tables.join(', ')}` : '')

const megabytes = (file: string) => (statSync(file).size / 1_000_000).toFixed(1)

async function within<T>(options: DatabaseOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(options)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

interface Sums {
  tables: Map<string, string>
  rows: number
}

const sumsOf = (options: DatabaseOptions): Promise<Sums> =>
  within(options, ({ db }) =>
    db.transaction(async (tx) => {
      const tables = new Map<string, string>()
      let all = 0
      for (const table of await tablesIn(tx)) {
        const { rows, sum } = await sumOf(tx, table)
        all += rows
        tables.set(table, `${rows} ${sum}`)
      }
      return { tables, rows: all }
    }),
  )

const differingOf = (a: Sums, b: Sums) =>
  [...new Set([...a.tables.keys(), ...b.tables.keys()])].filter((name) => a.tables.get(name) !== b.tables.get(name))

/** The rows of the last twelve months of every table of figures by month, summed by PostgreSQL itself. */
const figuresOf = (options: DatabaseOptions): Promise<string[]> =>
  within(options, async ({ db }) => {
    const { rows: tables } = await db.execute<{ name: string }>(sql`select table_name as name
      from information_schema.columns where table_schema = 'public' and column_name = 'month' and data_type = 'date'
      order by 1`)
    const sums: string[] = []
    for (const { name } of tables) {
      const { rows } = await db.execute<{ sum: string }>(sql`select count(*) || ' ' ||
        md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as sum from ${sql.identifier(name)} t
        where month > (select max(month) from shop_month) - interval '12 months'`)
      sums.push(`${name} ${rows[0]?.sum}`)
    }
    if (sums.length === 0) throw new Refusal('There is no table of figures by month.')
    return sums
  })

/** It answers reads while it replays. */
async function untilPromoted(url: string) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const isReplaying = await within({ kind: 'postgres', url, direct: true }, async ({ db }) => {
      const { rows } = await db.execute<{ replays: boolean }>('select pg_is_in_recovery() as replays')
      return rows[0]?.replays
    }).catch(() => true)
    if (!isReplaying) return
    await setTimeout(200)
  }
  throw new Refusal('The restored PostgreSQL did not finish its replay.')
}
