// `npm run assault`: the long versions of the attacks, once before a release; minutes. The tests are those of the check,
// with the larger numbers of tests/support/runs.ts.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drillNames } from './lib/drills.mjs'
import { postgresPrograms, startPostgres } from './lib/postgres.mjs'
import { createSupervisor } from './lib/processes.mjs'
import { bin, node24, root, toolEnv } from './lib/project.mjs'
import { bold, complain, dim, green, Refusal, red, say } from './lib/terminal.mjs'
import { mutate } from './mutate.mjs'

const supervisor = createSupervisor()
const report = join(root, 'test-results', 'assault.txt')
/** The tests whose numbers grow, and those that the check leaves out. */
const attacks = globSync('{api,tests}/**/*.test.ts', { cwd: root }).filter(
  (test) => test.includes('.assault.') || readFileSync(join(root, test), 'utf8').includes('support/runs.ts'),
)

/**
 * @param {string} what @param {string[]} args of vitest @param {NodeJS.ProcessEnv} env
 */
async function vitest(what, args, env) {
  say(`\n${bold(`▸ ${what}`)}`)
  const command = [bin('vitest', 'vitest.mjs'), 'run', ...args]
  const { code } = await supervisor.complete({
    ...{ name: what, command: node24, args: command, cwd: root },
    env: { ...toolEnv, ...env },
  })
  return code === 0
}

/** Sequentially, so that tests do not distort each other's timings. @param {string} engine @param {string} databaseUrl */
const attack = (engine, databaseUrl) =>
  vitest(engine, ['--no-file-parallelism', '--testTimeout', '600000', ...attacks], {
    TEST_DATABASE_URL: databaseUrl,
    ASSAULT: report,
    ASSAULT_ENGINE: engine,
  })

/** `npm test` runs most tests of the API on PostgreSQL only: here also on PGlite. */
const everyTestOnPglite = () => vitest('every test on PGlite', ['--project', 'api'], { TEST_DATABASE_URL: '' })

/** What adds routes to an app of its own, or counts to the last call in a limit of three. */
const ofOneProcess = ['bind.test.ts', 'flood.engines.test.ts']

/**
 * Calls alternate between two apps that share nothing but the database, as behind a load balancer.
 * @param {string} databaseUrl
 */
const everyCallOnTwoProcesses = (databaseUrl) =>
  vitest(
    'the contract on two processes',
    [
      ...['--project', 'api'],
      ...globSync('tests/contract/*.test.ts', { cwd: root }).filter(
        (test) => !ofOneProcess.some((one) => test.endsWith(`/${one}`)),
      ),
    ],
    { TEST_DATABASE_URL: databaseUrl, ALTERNATING: '1' },
  )

/** Of every screen, by a mouse and by a finger; the check presses each kind of button once. */
async function everyButton() {
  say(`\n${bold('▸ every button')}`)
  const { code } = await supervisor.complete({
    name: 'buttons',
    command: node24,
    args: [bin('@playwright', 'test', 'cli.js'), 'test', 'presses.spec.ts', '--project', 'node'],
    cwd: root,
    env: { ...toolEnv, ASSAULT: report },
  })
  return code === 0
}

/** Against real programs; the version before with all its tests. */
async function everyDrill() {
  const drilled = []
  for (const name of drillNames()) {
    const { code } = await supervisor.complete({
      ...{ name, command: node24, args: [join(root, 'scripts', 'drill.ts'), name], cwd: root },
      env: { ...toolEnv, EVERY: '1' },
    })
    drilled.push(code === 0)
  }
  return drilled.every(Boolean)
}

async function assault() {
  const started = Date.now()
  const programs = postgresPrograms()
  if (!programs) throw new Refusal('No PostgreSQL here: install postgresql-15.')
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(report, '')
  const onPglite = [await attack('PGlite', ''), await everyTestOnPglite()].every(Boolean)
  const cluster = await startPostgres(supervisor, programs)
  const onPostgres = [await attack('PostgreSQL', cluster.url), await everyCallOnTwoProcesses(cluster.url)].every(
    Boolean,
  )
  await cluster.remove()
  say(`\n${readFileSync(report, 'utf8').trim()}`)
  rmSync(report)
  const others = [await everyDrill(), await everyButton(), await mutate(supervisor)]
  const withstood = onPglite && onPostgres && others.every(Boolean)
  say(
    `${withstood ? green('✓ withstood') : red('✗ not withstood')} ${dim(`${Math.round((Date.now() - started) / 1000)} s`)}`,
  )
  return withstood
}

try {
  const [only, text] = process.argv.slice(2)
  await supervisor.exit((await (only === 'mutations' ? mutate(supervisor, text) : assault())) ? 0 : 1)
} catch (error) {
  complain(error instanceof Refusal ? red(error.message) : String(error instanceof Error ? error.stack : error))
  await supervisor.exit(1)
}
