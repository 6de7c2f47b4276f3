import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { distOf } from './build.mjs'
import { waitUntilReady } from './ports.mjs'
import { bin, node24, root, toolEnv } from './project.mjs'

/**
 * The demo's parts, each with the one environment it runs in. `npm start`, the browser tests and the bench start
 * them from here, so that all three look at the same thing.
 * @typedef {import('./processes.mjs').Supervisor} Supervisor
 * @typedef {import('./processes.mjs').RunOptions} RunOptions
 */

/** @typedef {'demo' | 'trial'} Environment */

/** The emulator's project; a `demo-` project never leaves this machine. @param {Environment} environment */
const projectOf = (environment) => (environment === 'trial' ? 'demo-karada-trial' : 'demo-karada-desk')
/** Upper limit for a slow machine under load; no part waits longer than it takes. */
const patienceMs = 120_000

/** Secret that authenticates the forwarded client address: random per start unless set. */
const proxyKey = process.env.PROXY_KEY || randomBytes(32).toString('base64url')

/** @param {number} port */
export const origin = (port) => `http://127.0.0.1:${port}`

/** @param {{ port: number, environment?: Environment }} options @returns {RunOptions} */
export const authEmulator = ({ port, environment = 'demo' }) => ({
  name: 'Firebase Auth エミュレータ',
  command: node24,
  args: [join(root, 'scripts', 'auth-emulator.ts')],
  cwd: root,
  env: { ...toolEnv, FIREBASE_AUTH_EMULATOR_PORT: String(port), FIREBASE_PROJECT_ID: projectOf(environment) },
})

/** @param {number} port */
export const authEmulatorReady = (port) =>
  waitUntilReady(origin(port), {
    timeoutMs: patienceMs,
    isReady: async (response) => (await response.json()).authEmulator?.ready === true,
  })

/** Takes the demo's mails and shows them. @param {{ smtpPort: number, port: number }} options @returns {RunOptions} */
export const mailCatcher = ({ smtpPort, port }) => ({
  name: 'メールボックス',
  command: node24,
  args: [join(root, 'scripts', 'mail-catcher.ts')],
  cwd: root,
  env: { ...toolEnv, SMTP_PORT: String(smtpPort), MAILBOX_PORT: String(port) },
})

/** @param {number} port */
export const mailCatcherReady = (port) => waitUntilReady(origin(port), { timeoutMs: patienceMs })

/** The stub of the club system. @param {{ apiPort: number, adminPort: number }} options @returns {RunOptions} */
export const providerStub = ({ apiPort, adminPort }) => ({
  name: '会員管理システムの模擬環境',
  command: node24,
  args: [join(root, 'stub', 'main.ts'), '--api-port', String(apiPort), '--admin-port', String(adminPort)],
  cwd: root,
  env: toolEnv,
})

/** What the API needs to connect with the stub. @param {{ apiPort: number, adminPort: number }} options */
export const settingsForStub = ({ apiPort, adminPort }) => ({
  CLUB_SYSTEM_HOSTS: `api=${origin(apiPort)}/api/v2,admin=${origin(adminPort)}`,
  CLUB_SYSTEM_CLIENT_ID: 'karada-desk',
  CLUB_SYSTEM_CLIENT_SECRET: 'stub',
})

/**
 * @typedef {object} ApiOptions
 * @property {number} emulatorPort
 * @property {string} dataDir
 * @property {Environment} [environment]
 * @property {string} [logKeys] encrypt health data; the demo has its own
 * @property {string} [appUrl]
 * @property {string} [databaseUrl] of a PostgreSQL; the embedded database where it is empty
 */

/** What the API and its commands read. @param {ApiOptions} options */
const apiSettings = ({ emulatorPort, dataDir, environment = 'demo', logKeys = '', appUrl, databaseUrl = '' }) => ({
  ...toolEnv,
  APP_ENV: environment,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  MIGRATE_DATABASE_URL: '',
  FIREBASE_PROJECT_ID: projectOf(environment),
  FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${emulatorPort}`,
  ...(environment === 'trial' && { DAILY_LOG_KEYS: logKeys }),
  ...(appUrl && { APP_URL: appUrl }),
})

/** @param {ApiOptions & { port: number, smtpPort?: number, watch?: boolean, env?: NodeJS.ProcessEnv }} options @returns {RunOptions} */
export const adminApi = ({ port, smtpPort, watch, env, ...options }) => ({
  name: '管理API',
  command: node24,
  args: [...(watch ? ['--watch', '--watch-preserve-output'] : []), join(root, 'api', 'main.ts')],
  cwd: root,
  env: {
    ...apiSettings(options),
    API_PORT: String(port),
    SMTP_URL: smtpPort ? `smtp://127.0.0.1:${smtpPort}` : '',
    PROXY_KEY: proxyKey,
    ...env,
  },
})

/** Prints the link to the first admin, or nothing where there are staff. @param {ApiOptions} options @returns {RunOptions} */
export const firstLink = (options) => ({
  name: 'init',
  command: node24,
  args: [join(root, 'api', 'commands', 'init.ts'), '--quiet'],
  cwd: root,
  env: apiSettings(options),
})

/** @typedef {{ port: number, apiOrigin: string, emulatorPort: number, environment?: Environment, env?: NodeJS.ProcessEnv }} AppOptions */

/** What the app reads when it runs; none of it is in the build. @param {AppOptions} options */
const appSettings = ({ apiOrigin, emulatorPort, environment = 'demo' }) => ({
  APP_ENV: environment,
  ADMIN_API_BASE_URL: apiOrigin,
  // The browser keeps a session under this key: the demo's and one's own on the same address do not meet.
  VITE_FIREBASE_API_KEY: `${environment}-key`,
  VITE_FIREBASE_AUTH_DOMAIN: `${projectOf(environment)}.firebaseapp.com`,
  VITE_FIREBASE_PROJECT_ID: projectOf(environment),
  VITE_FIREBASE_AUTH_EMULATOR_URL: origin(emulatorPort),
  PROXY_KEY: proxyKey,
})

/** The built app on Node. @param {AppOptions} options @returns {RunOptions} */
export const appOnNode = (options) => ({
  name: 'アプリ',
  command: node24,
  args: [join(root, 'scripts', 'serve-app.ts')],
  cwd: root,
  env: { ...toolEnv, NODE_ENV: 'production', PORT: String(options.port), ...appSettings(options), ...options.env },
})

/** The sources with hot reload. @param {AppOptions} options @returns {RunOptions} */
export const appOnVite = (options) => ({
  name: 'アプリ（開発）',
  command: node24,
  args: [
    bin('vite', 'bin', 'vite.js'),
    ...['dev', '--config', 'app.config.ts', '--port', String(options.port), '--strictPort', '--host', '127.0.0.1'],
  ],
  cwd: root,
  env: { ...toolEnv, PORT: String(options.port), ...appSettings(options), ...options.env },
})

/**
 * The edge build on real workerd, without a word to the outside. PROXY_KEY is a secret there too (`wrangler.jsonc`): from
 * the environment, since everybody on the machine reads arguments.
 * @param {AppOptions & { stateDir: string }} options @returns {RunOptions}
 */
export const appOnEdge = (options) => {
  const { PROXY_KEY, ...variables } = { ...appSettings(options), ...options.env }
  return {
    name: 'アプリ（edge）',
    command: node24,
    args: [
      bin('wrangler', 'bin', 'wrangler.js'),
      ...['dev', '--config', join(distOf('edge'), 'server', 'wrangler.json')],
      ...['--port', String(options.port), '--ip', '127.0.0.1', '--inspector-port', '0'],
      ...['--persist-to', options.stateDir, '--local', '--show-interactive-dev-session=false'],
      ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ],
    cwd: root,
    env: {
      ...toolEnv,
      PROXY_KEY,
      CI: '1',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_SEND_ERROR_REPORTS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      WRANGLER_LOG_PATH: join(options.stateDir, 'logs'),
    },
  }
}

/** Ready means that it answers with everything behind it. @param {number} port */
export const answersReady = (port) => waitUntilReady(`${origin(port)}/readyz`, { timeoutMs: patienceMs })
