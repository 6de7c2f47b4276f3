// `npm test`: everything, from a fresh clone on. A failing stage does not hide the ones after it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { postgresPrograms, startPostgres } from './lib/postgres.mjs'
import { createSupervisor } from './lib/processes.mjs'
import { bin, node24, npm, root, toolPath } from './lib/project.mjs'
import { bold, complain, dim, green, Refusal, red, say } from './lib/terminal.mjs'

const inCi = Boolean(process.env.CI)
const reports = join(root, 'test-results', 'reports')
const supervisor = createSupervisor()

/** @typedef {{ stage: string, passed: number, failed: number, skipped: number, note?: string }} Outcome */
/** @type {Outcome[]} */
const outcomes = []

/** @param {string} stage @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
async function run(stage, command, args, env = {}) {
  say(`\n${bold(`▸ ${stage}`)}`)
  const started = Date.now()
  const { code } = await supervisor.complete({ name: stage, command, args, cwd: root, env: { ...toolPath, ...env } })
  say(dim(`${stage}: ${((Date.now() - started) / 1000).toFixed(0)} s`))
  return code
}

/** A stage that is one check: it holds or it does not. @param {string} stage @param {string} script */
async function check(stage, script) {
  const { command, args } = npm(['run', '--silent', script])
  const ok = (await run(stage, command, args)) === 0
  outcomes.push({ stage, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })
  return ok
}

/** @param {string} file */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** @param {string} stage @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
async function vitest(stage, args, env) {
  const file = join(reports, `${stage.replaceAll(/\W+/g, '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(stage, node24, [bin('vitest', 'vitest.mjs'), 'run', ...args, ...reporters], env)
  const report = readReport(file)
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report?.testResults ?? []
  const unreadable = files.filter((one) => one.status === 'failed' && one.assertionResults.length === 0).length
  const failed = (report?.numFailedTests ?? 0) + unreadable
  // An error outside any test still fails the run.
  outcomes.push({
    stage,
    passed: report?.numPassedTests ?? 0,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped,
  })
}

/** @param {string} chromium */
async function playwright(chromium) {
  const stage = 'browser'
  const file = join(reports, 'playwright.json')
  const code = await run(stage, node24, [bin('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const stats = readReport(file)?.stats
  const failed = stats?.unexpected ?? 0
  const flaky = stats?.flaky ?? 0
  outcomes.push({
    stage,
    passed: (stats?.expected ?? 0) + flaky,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats?.skipped ?? 0,
    ...(flaky && { note: `${flaky} only passed on a second try` }),
  })
}

async function postgres() {
  const stage = 'api on PostgreSQL'
  const given = process.env.TEST_DATABASE_URL
  const programs = postgresPrograms()
  if (given) return vitest(stage, ['--project', 'api'], { TEST_DATABASE_URL: given })
  if (!programs) {
    say(`\n${bold(`▸ ${stage}`)}\nNo PostgreSQL here: set TEST_DATABASE_URL or install postgresql-15.`)
    outcomes.push({ stage, passed: 0, failed: 0, skipped: 1, note: 'no PostgreSQL found' })
    return
  }
  const cluster = await startPostgres(supervisor, programs)
  await vitest(stage, ['--project', 'api'], { TEST_DATABASE_URL: cluster.url })
  await cluster.remove()
}

async function test() {
  const started = Date.now()
  await ensureInstalled(supervisor)
  const chromium = await ensureChromium(supervisor)
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  await check('typecheck', 'typecheck')
  await check('lint', 'lint')
  await vitest('unit and contract', [])
  await postgres()
  const built = [await check('build', 'build'), await check('build for the edge', 'build:edge')].every(Boolean)
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
  say('')
  for (const { stage, passed, failed, skipped, note } of outcomes) {
    const mark = failed > 0 || (inCi && skipped > 0) ? red('✗') : green('✓')
    const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
      .filter(Boolean)
      .join(', ')
    say(`${mark} ${stage}: ${counts}${note ? dim(` (${note})`) : ''}`)
  }
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    outcomes.reduce((total, one) => total + one[key], 0)
  say(dim(`${Math.round(seconds)} s${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}`))
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 && !(inCi && sum('skipped') > 0)
}

try {
  await supervisor.exit((await test()) ? 0 : 1)
} catch (error) {
  complain(error instanceof Refusal ? red(error.message) : String(error instanceof Error ? error.stack : error))
  await supervisor.exit(1)
}
