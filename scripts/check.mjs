// `npm run check`: types, lint and the tests that the working tree's changes reach, before a commit.
// `npm run check -- main` looks at what has changed since that commit instead. `npm test` is the whole check.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { createSupervisor } from './lib/processes.mjs'
import { bin, node24, npm, root, toolPath } from './lib/project.mjs'
import { bold, complain, dim, green, red, say } from './lib/terminal.mjs'

const supervisor = createSupervisor()
const since = process.argv[2]

/** @param {string[]} args @returns {string[]} */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', since ?? 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/** @type {{ what: string, ok: boolean, seconds: number }[]} */
const outcomes = []

/** @param {string} what @param {{ command: string, args: string[] }} program @param {boolean} [alone] shows its output live */
async function run(what, { command, args }, alone = true) {
  if (alone) say(`\n${bold(`▸ ${what}`)}`)
  const started = Date.now()
  const env = { ...toolPath, TEST_DATABASE_URL: '' }
  const { code, tail } = await supervisor.complete({
    name: what,
    command,
    args,
    cwd: root,
    env,
    ...(!alone && { output: 'quiet' }),
  })
  if (!alone && code !== 0) say(`\n${bold(`▸ ${what}`)}\n${tail.join('\n')}`)
  outcomes.push({ what, ok: code === 0, seconds: (Date.now() - started) / 1000 })
}

/** @param {string[]} args */
const vitest = (...args) => ({
  command: node24,
  args: [bin('vitest', 'vitest.mjs'), 'run', '--passWithNoTests', '--reporter=dot', ...args],
})

/** The area that a file of the API or of the contract is about. @param {string} file */
const areaOf = (file) =>
  /^(?:api\/resources\/(\w[\w-]*)\/|contract\/(\w[\w-]*)\.ts$|tests\/areas\/(\w[\w-]*)\.ts$)/
    .exec(file)
    ?.slice(1)
    .find(Boolean)
    ?.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())

/** API tests import all of the API, so imports do not narrow them: selects tests that name the file or its area. */
function apiTests() {
  const all = git('ls-files', '--cached', '--others', '--exclude-standard', 'api', 'tests/contract').filter(
    (file) => /\.test\.ts$/.test(file) && !/\.postgres\.test\.ts$/.test(file),
  )
  const areas = new Set(changed.flatMap((file) => areaOf(file) ?? []))
  return all.filter((test) => {
    if (changed.includes(test)) return true
    const area = areaOf(test) ?? basename(test).split('.')[0]
    if (areas.has(area ?? '')) return true
    const source = readFileSync(join(root, test), 'utf8')
    const imported = [...source.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => posix.join(dirname(test), path))
    return imported.some((path) => path.startsWith('api/') && changed.includes(path))
  })
}

/** Tests over all areas: narrowed to changed areas, or complete if a shared file changed. */
function contractWide() {
  const files = changed.filter((file) => /^(api|contract|tests\/(areas|contract|support))\//.test(file))
  const shared = files.filter(
    (file) => !areaOf(file) && !/\.test\.ts$/.test(file) && !/^api\/(figures|seed)\//.test(file),
  )
  const areas = files.flatMap((file) => areaOf(file) ?? [])
  if (shared.length > 0) return { files: ['tests/contract/walk.test.ts', 'tests/contract/bind.test.ts'], only: [] }
  if (areas.length === 0) return undefined
  const names = [...new Set(areas)].join('|')
  return {
    files: ['tests/contract/walk.test.ts', 'tests/contract/hostile.test.ts'],
    only: ['--testNamePattern', `\\b(${names})\\.\\w+|the tables of tests/areas`],
  }
}

async function check() {
  const started = Date.now()
  say(dim(`${changed.length} changed files${since ? ` since ${since}` : ''}`))
  const routes = git('diff', '--name-only', since ?? 'HEAD', '--', 'app/routes')
  if (routes.length > 0 || changed.some((file) => file.startsWith('app/routes/'))) {
    await run('routes', npm(['run', '--silent', 'routes']), false)
  }
  await Promise.all([
    run('typecheck', npm(['run', '--silent', 'typecheck']), false),
    run('lint', npm(['run', '--silent', 'lint']), false),
  ])
  if (changed.length > 0) {
    await run('unit', vitest('--project', 'plain', '--project', 'app', '--changed', ...(since ? [since] : [])))
    const wide = contractWide()
    const tests = apiTests().filter((test) => !wide?.files.includes(test))
    if (tests.length > 0) await run('api', vitest('--project', 'api', ...tests))
    if (wide) await run('contract-wide', vitest('--project', 'api', ...wide.files, ...wide.only))
  }
  say('')
  for (const { what, ok, seconds } of outcomes)
    say(`${ok ? green('✓') : red('✗')} ${what} ${dim(`${Math.round(seconds)} s`)}`)
  say(dim(`${Math.round((Date.now() - started) / 1000)} s; PostgreSQL, builds and browser: npm test`))
  return outcomes.every(({ ok }) => ok)
}

try {
  await supervisor.exit((await check()) ? 0 : 1)
} catch (error) {
  complain(String(error instanceof Error ? error.stack : error))
  await supervisor.exit(1)
}
