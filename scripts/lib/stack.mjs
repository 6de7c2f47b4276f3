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

const projectId = 'demo-karada-desk'
/** Upper limit for a slow machine under load; no part waits longer than it takes. */
const patienceMs = 120_000

/** Secret that authenticates the forwarded client address: random per start unless set. */
const proxyKey = process.env.PROXY_KEY || randomBytes(32).toString('base64url')

/** @param {number} port */
export const origin = (port) => `http://127.0.0.1:${port}`

/** @param {{ port: number }} options @returns {RunOptions} */
export const authEmulator = ({ port }) => ({
  name: 'Firebase Auth エミュレータ',
  command: node24,
  args: [join(root, 'scripts', 'auth-emulator.ts')],
  cwd: root,
  env: { ...toolEnv, FIREBASE_AUTH_EMULATOR_PORT: String(port), FIREBASE_PROJECT_ID: projectId },
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

/** @param {{ port: number, emulatorPort: number, dataDir: string, smtpPort?: number, appUrl?: string, watch?: boolean, env?: NodeJS.ProcessEnv }} options @returns {RunOptions} */
export const adminApi = ({ port, emulatorPort, dataDir, smtpPort, appUrl, watch, env }) => ({
  name: '管理API',
  command: node24,
  args: [...(watch ? ['--watch', '--watch-preserve-output'] : []), join(root, 'api', 'main.ts')],
  cwd: root,
  env: {
    ...toolEnv,
    APP_ENV: 'demo',
    API_PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${emulatorPort}`,
    SMTP_URL: smtpPort ? `smtp://127.0.0.1:${smtpPort}` : '',
    ...(appUrl && { APP_URL: appUrl }),
    PROXY_KEY: proxyKey,
    ...env,
  },
})

/** @typedef {{ port: number, apiOrigin: string, emulatorPort: number, env?: NodeJS.ProcessEnv }} AppOptions */

/** What the app reads when it runs; none of it is in the build. @param {AppOptions} options */
const appSettings = ({ apiOrigin, emulatorPort }) => ({
  APP_ENV: 'demo',
  ADMIN_API_BASE_URL: apiOrigin,
  VITE_FIREBASE_API_KEY: 'demo-key',
  VITE_FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
  VITE_FIREBASE_PROJECT_ID: projectId,
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

/** The edge build on real workerd, without a word to the outside. @param {AppOptions & { stateDir: string }} options @returns {RunOptions} */
export const appOnEdge = (options) => ({
  name: 'アプリ（edge）',
  command: node24,
  args: [
    bin('wrangler', 'bin', 'wrangler.js'),
    ...['dev', '--config', join(distOf('edge'), 'server', 'wrangler.json')],
    ...['--port', String(options.port), '--ip', '127.0.0.1', '--inspector-port', '0'],
    ...['--persist-to', options.stateDir, '--local', '--show-interactive-dev-session=false'],
    ...Object.entries({ ...appSettings(options), ...options.env }).flatMap(([name, value]) => [
      '--var',
      `${name}:${value}`,
    ]),
  ],
  cwd: root,
  env: {
    ...toolEnv,
    CI: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_LOG_PATH: join(options.stateDir, 'logs'),
  },
})

/** Ready means that it answers with everything behind it. @param {number} port */
export const answersReady = (port) => waitUntilReady(`${origin(port)}/readyz`, { timeoutMs: patienceMs })
