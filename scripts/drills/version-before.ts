import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate, openForMigration } from '../../api/db/migrate.ts'
import { postgresPrograms, startPostgres } from '../lib/postgres.mjs'
import { node24, root, toolEnv } from '../lib/project.mjs'
import { Refusal } from '../lib/terminal.mjs'
import type { Drill } from './drill.ts'

/** Tests of what staff do all day; EVERY=1 runs all tests of the contract. */
const everyday = ['member', 'announcement', 'daily-report', 'shop-reservation', 'mail', 'today', 'search', 'staff']
/** Of processes, whose start refuses a newer database. */
const ofStarts = /(killed|process|processes|reconnect|session-settings|live-migration|sync-folder)\b.*\.test\.ts$/

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The tests of the version before the last migration, with its code, on a database of this version. */
export const drill: Drill = {
  title: 'the version before runs on the database of this one',
  limit: 3_600,
  run: async ({ supervisor, step, figure, must }) => {
    const programs = postgresPrograms()
    if (!programs) throw new Refusal('PostgreSQL is missing: install postgresql-15.')
    const newest = git('log', '-1', '--format=%H', '--', 'api/db/migrations/meta/_journal.json')
    const before = mkdtempSync(join(tmpdir(), 'karada-desk-before-'))
    git('worktree', 'add', '--quiet', '--detach', before, `${newest}^`)
    try {
      symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'))
      const cluster = await startPostgres(supervisor, programs, { settings: { autovacuum: 'off' } })
      const version = execFileSync(
        node24,
        ['-e', `import('./api/db/migrate.ts').then(async (one) => console.log(await one.schemaVersion()))`],
        { cwd: before, encoding: 'utf8' },
      ).trim()
      step(`a database of this version, for the tests of ${newest.slice(0, 8)}^`)
      await makeTemplate(cluster.url, `karada_template_${version.slice(0, 16)}`)
      const tests = execFileSync('git', ['ls-files', 'tests/contract'], { cwd: before, encoding: 'utf8' })
        .split('\n')
        .filter((file) => file.endsWith('.test.ts') && !ofStarts.test(file))
        .filter((file) => process.env.EVERY || everyday.some((name) => file === `tests/contract/${name}.test.ts`))
      step(`${tests.length} files of tests`)
      const { code, tail } = await supervisor.complete({
        name: 'tests of the version before',
        command: node24,
        args: [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'api', '--reporter=dot', ...tests],
        cwd: before,
        env: { ...toolEnv, NO_COLOR: '1', TEST_DATABASE_URL: cluster.url },
        output: 'quiet',
      })
      const lineOf = (start: string) => tail.find((line) => line.trim().startsWith(start))?.trim()
      figure('tests', lineOf('Tests') ?? '')
      must(code === 0, `all of them pass${code ? `:\n${tail.join('\n')}` : ''}`)
      await cluster.remove()
    } finally {
      git('worktree', 'remove', '--force', before)
    }
  },
}

/** The database that the tests copy: they find it by its name, and do not make it. */
async function makeTemplate(server: string, name: string) {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const database = await openForMigration(Object.assign(new URL(server), { pathname: `/${name}` }).href)
  await migrate(database)
  await database.close()
}
