// `npm run check`: types, lint and the tests that the working tree's changes reach, before a commit.
// `npm run check -- main` looks at what has changed since that commit instead. `npm test` is the whole check.
import { globSync } from 'node:fs'
import { createSupervisor } from './lib/processes.mjs'
import { bin, node24, npm, root, toolEnv } from './lib/project.mjs'
import { git, reachedBy } from './lib/reached.mjs'
import { bold, complain, dim, green, red, say } from './lib/terminal.mjs'

/** Whatever has changed: a new table, right, endpoint or word shows here, and in nothing that imports it. */
const ofTheApi = [
  'tests/contract/{access.engines,audit,export,openapi}.test.ts',
  'api/db/migrate.engines.test.ts',
  'api/seed/rows-of-shops.pglite.test.ts',
]
const withoutDatabase = ['tests/contract/rights.test.ts', 'tests/safety/*.test.ts']
/** These need PostgreSQL or a build, or take a minute each. */
const leftToTheWhole = /\.postgres\.|error-drill|large-club/
const supervisor = createSupervisor()
const since = process.argv[2]

// Deleted files count: what imported them is tested.
const changed = [
  ...git('diff', '--name-only', '--no-renames', since ?? 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/** @type {{ what: string, ok: boolean, seconds: number }[]} */
const outcomes = []

/** @param {string} what @param {{ command: string, args: string[], env?: NodeJS.ProcessEnv }} program @param {boolean} [isLive] shows its output at once */
async function run(what, { command, args, env }, isLive = false) {
  if (isLive) say(`\n${bold(`▸ ${what}`)}`)
  const started = Date.now()
  const { code, tail } = await supervisor.complete({
    name: what,
    command,
    args,
    cwd: root,
    env: { ...toolEnv, ...env },
    ...(!isLive && { output: 'quiet' }),
  })
  if (!isLive && code !== 0) say(`\n${bold(`▸ ${what}`)}\n${tail.join('\n')}`)
  outcomes.push({ what, ok: code === 0, seconds: (Date.now() - started) / 1000 })
}

/** @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
const vitest = (args, env) => ({
  command: node24,
  args: [bin('vitest', 'vitest.mjs'), ...args, '--run', '--passWithNoTests', '--reporter=dot'],
  env: { TEST_DATABASE_URL: '', ...env },
})

async function check() {
  const started = Date.now()
  const { tests, areas, left } = reachedBy(changed)
  const isOfCode = changed.some((file) => !file.startsWith('docs/'))
  const always = isOfCode ? globSync(ofTheApi, { cwd: root }) : []
  const here = [...new Set([...tests, ...always])].filter(
    (test) => !test.includes('.assault.') && !leftToTheWhole.test(test),
  )
  const elsewhere = tests.filter((test) => leftToTheWhole.test(test))
  // The graph of the tests that start no API is vitest's own.
  const projects = ['plain', 'app', 'logic'].flatMap((project) => ['--project', project])
  const related = [...changed, ...globSync(withoutDatabase, { cwd: root })]
  say(dim(`${changed.length} changed files${since ? ` since ${since}` : ''}: ${here.length} files of the API's tests`))
  if (changed.some((file) => file.startsWith('app/routes/'))) await run('routes', npm(['run', '--silent', 'routes']))
  await Promise.all([
    run('typecheck', npm(['run', '--silent', 'typecheck'])),
    run('lint', npm(['run', '--silent', 'lint'])),
    run('unit', vitest(['related', ...projects, ...related])),
    here.length > 0 && run('api', vitest(['run', '--project', 'api', ...here], { AREAS: areas.join(',') }), true),
  ])
  say('')
  for (const { what, ok, seconds } of outcomes)
    say(`${ok ? green('✓') : red('✗')} ${what} ${dim(`${Math.round(seconds)} s`)}`)
  if (left.length > 0) say(dim(`walk and hostile input of ${areas.join(', ')}; of ${left.join(', ')}: npm test`))
  if (elsewhere.length > 0) say(dim(`${elsewhere.join(', ')}: npm test`))
  say(dim(`${Math.round((Date.now() - started) / 1000)} s; PostgreSQL, builds and browser: npm test`))
  return outcomes.every(({ ok }) => ok)
}

try {
  await supervisor.exit((await check()) ? 0 : 1)
} catch (error) {
  complain(String(error instanceof Error ? error.stack : error))
  await supervisor.exit(1)
}
