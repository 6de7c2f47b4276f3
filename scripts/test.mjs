// `npm test`: everything, from a fresh clone on. A failing stage does not hide the ones after it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { countCpuTime } from './lib/cpu-time.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { postgresPrograms, startPostgres } from './lib/postgres.mjs'
import { createSupervisor } from './lib/processes.mjs'
import { bin, node24, npm, root, toolEnv } from './lib/project.mjs'
import { bold, complain, dim, green, Refusal, red, say } from './lib/terminal.mjs'

const inCi = Boolean(process.env.CI)
const reports = join(root, 'test-results', 'reports')
const hasPostgres = Boolean(process.env.TEST_DATABASE_URL || postgresPrograms())
const supervisor = createSupervisor()

/** @typedef {{ stage: string, passed: number, failed: number, skipped: number, seconds?: number, cpu?: number, note?: string }} Outcome */
/** @type {Outcome[]} */
const outcomes = []
/** How long each file of tests took. @type {{ of: 'unit' | 'browser', file: string, seconds: number }[]} */
const files = []

const cpuTime = countCpuTime()

/** @param {string} stage @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
async function run(stage, command, args, env = {}) {
  say(`\n${bold(`▸ ${stage}`)}`)
  const [started, cpuBefore] = [Date.now(), cpuTime.seconds()]
  const { code } = await supervisor.complete({ name: stage, command, args, cwd: root, env: { ...toolEnv, ...env } })
  return { code, seconds: (Date.now() - started) / 1000, cpu: cpuTime.seconds() - cpuBefore }
}

/** A stage that is one check: it holds or it does not. @param {string} stage @param {string} script */
async function check(stage, script) {
  const { command, args } = npm(['run', '--silent', script])
  const { code, ...spent } = await run(stage, command, args)
  const ok = code === 0
  outcomes.push({ stage, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, ...spent })
  return ok
}

/** @param {string} file */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** @param {string} stage @param {string[]} projects @param {NodeJS.ProcessEnv} [env] */
async function vitest(stage, projects, env) {
  const file = join(reports, `${stage.replaceAll(/\W+/g, '-')}.json`)
  const args = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code, ...spent } = await run(stage, node24, [bin('vitest', 'vitest.mjs'), 'run', ...args, ...reporters], env)
  const report = readReport(file)
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  /** @type {{ name: string, status: string, startTime: number, endTime: number, assertionResults: unknown[] }[]} */
  const results = report?.testResults ?? []
  const unreadable = results.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length
  const failed = (report?.numFailedTests ?? 0) + unreadable
  for (const { name, startTime, endTime } of results) {
    const where = projects.includes('api') ? ` (${stage})` : ''
    files.push({ of: 'unit', file: relative(root, name) + where, seconds: (endTime - startTime) / 1000 })
  }
  // An error outside any test still fails the run.
  outcomes.push({
    stage,
    passed: report?.numPassedTests ?? 0,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped,
    ...spent,
  })
}

/** @typedef {{ file: string, suites?: Suite[], specs: { tests: { results: { duration: number }[] }[] }[] }} Suite */

/** @param {Suite} suite @returns {number} milliseconds */
const durationOf = ({ suites = [], specs }) =>
  [
    ...suites.map(durationOf),
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
  ].reduce((sum, one) => sum + one, 0)

/** @param {string} chromium */
async function playwright(chromium) {
  const stage = 'browser'
  const file = join(reports, 'playwright.json')
  const args = [bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json']
  const { code, ...spent } = await run(stage, node24, args, {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const report = readReport(file)
  const stats = report?.stats
  const failed = stats?.unexpected ?? 0
  const flaky = stats?.flaky ?? 0
  /** @type {Suite[]} */
  const suites = report?.suites ?? []
  for (const suite of suites) files.push({ of: 'browser', file: suite.file, seconds: durationOf(suite) / 1000 })
  outcomes.push({
    stage,
    passed: (stats?.expected ?? 0) + flaky,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats?.skipped ?? 0,
    ...spent,
    note: flaky ? `${flaky} only passed on a second try` : '',
  })
}

async function postgres() {
  const stage = 'api on PostgreSQL'
  const given = process.env.TEST_DATABASE_URL
  const programs = postgresPrograms()
  if (given) return vitest(stage, ['api'], { TEST_DATABASE_URL: given })
  if (!programs) {
    say(`\n${bold(`▸ ${stage}`)}\nNo PostgreSQL here: set TEST_DATABASE_URL or install postgresql-15.`)
    outcomes.push({ stage, passed: 0, failed: 0, skipped: 1, note: 'no PostgreSQL found: everything ran on PGlite' })
    return
  }
  // Hundreds of databases that live for seconds.
  const settings = { autovacuum: 'off', full_page_writes: 'off' }
  const cluster = await startPostgres(supervisor, programs, { settings })
  await vitest(stage, ['api'], { TEST_DATABASE_URL: cluster.url })
  await cluster.remove()
}

async function test() {
  const started = Date.now()
  await ensureInstalled(supervisor)
  const chromium = await ensureChromium(supervisor)
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  // These use one core: the other creates the browser tests' data. A failure shows up in the browser stage.
  const makingData = supervisor.complete({
    name: 'demo data',
    command: node24,
    args: [join(root, 'tests', 'support', 'make-demo-data.ts')],
    cwd: root,
    env: toolEnv,
    output: 'quiet',
  })
  await check('typecheck', 'typecheck')
  await check('lint', 'lint')
  // Checks of the builds, one line each.
  const built = [await check('build', 'build'), await check('build for the edge', 'build:edge')].every(Boolean)
  if (built) await check('the entry', 'check:entry')
  await makingData
  await vitest('unit', ['plain', 'app', 'logic'])
  await vitest('api on PGlite', ['api'], { TEST_DATABASE_URL: '', ENGINE_TESTS_ONLY: hasPostgres ? '1' : '' })
  await postgres()
  if (!chromium) {
    complain('No Chromium here: install it, or name it in CHROMIUM_PATH.')
    outcomes.push({ stage: 'browser', passed: 0, failed: 1, skipped: 0, note: 'no Chromium found' })
  } else if (!built) {
    outcomes.push({ stage: 'browser', passed: 0, failed: 1, skipped: 0, note: 'not run: the build failed' })
  } else {
    await playwright(chromium)
  }
  return summarise((Date.now() - started) / 1000)
}

/** @param {number} seconds */
function summarise(seconds) {
  for (const of of /** @type {const} */ (['unit', 'browser'])) {
    const slowest = files.filter((file) => file.of === of).sort((a, b) => b.seconds - a.seconds)
    if (slowest.length === 0) continue
    say(`\n${bold(`The slowest files: ${of}`)}`)
    for (const one of slowest.slice(0, 10)) say(`${one.seconds.toFixed(1).padStart(7)} s  ${one.file}`)
  }
  say('')
  for (const { stage, passed, failed, skipped, seconds, cpu, note } of outcomes) {
    const mark = failed > 0 || (inCi && skipped > 0) ? red('✗') : green('✓')
    const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
      .filter(Boolean)
      .join(', ')
    const notes = [
      seconds !== undefined && `${Math.round(seconds)} s`,
      cpu !== undefined && `${Math.round(cpu)} s of CPU`,
      note,
    ]
      .filter(Boolean)
      .join(', ')
    say(`${mark} ${stage}: ${counts}${notes ? dim(` (${notes})`) : ''}`)
  }
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    outcomes.reduce((total, one) => total + one[key], 0)
  const cpu = outcomes.reduce((total, one) => total + (one.cpu ?? 0), 0)
  const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''
  say(
    dim(
      `${Math.round(seconds)} s, ${Math.round(cpu)} s of CPU${cpuTime.isOwn ? '' : ' of the whole machine'}${skipped}`,
    ),
  )
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 && !(inCi && sum('skipped') > 0)
}

try {
  await supervisor.exit((await test()) ? 0 : 1)
} catch (error) {
  complain(error instanceof Refusal ? red(error.message) : String(error instanceof Error ? error.stack : error))
  await supervisor.exit(1)
}
