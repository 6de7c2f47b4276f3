// `npm start`: from a fresh clone to a running demo, on Node 20 or newer and nothing else. With --empty: to a product
// without data, for a club's own trial. With --club-stub: beside a stub of the club system, to try connecting.
import { isAbsolute, join, relative } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureEmpty, ensureSeeded, holdDataFolder, ownLogKeys } from './lib/data-folder.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireFreePorts } from './lib/ports.mjs'
import { createSupervisor } from './lib/processes.mjs'
import { root } from './lib/project.mjs'
import {
  adminApi,
  answersReady,
  appOnEdge,
  appOnNode,
  appOnVite,
  authEmulator,
  authEmulatorReady,
  mailCatcher,
  origin,
  providerStub,
  settingsForStub,
} from './lib/stack.mjs'
import { bold, complain, dim, green, Refusal, red, say, table } from './lib/terminal.mjs'

const mode = process.argv.includes('--dev') ? 'dev' : process.argv.includes('--edge') ? 'edge' : 'built'
const port = Number(process.env.PORT ?? 3000)
const apiPort = Number(process.env.API_PORT ?? 4000)
const emulatorPort = Number(process.env.FIREBASE_AUTH_EMULATOR_PORT ?? 9099)
const smtpPort = Number(process.env.SMTP_PORT ?? 1025)
const mailboxPort = Number(process.env.MAILBOX_PORT ?? 8025)
const stubPorts = process.argv.includes('--club-stub')
  ? { apiPort: Number(process.env.STUB_API_PORT ?? 9301), adminPort: Number(process.env.STUB_ADMIN_PORT ?? 9302) }
  : null
/** @type {import('./lib/stack.mjs').Environment} */
const environment = process.argv.includes('--empty') ? 'trial' : 'demo'
const folder = process.env.DATA_DIR || (environment === 'trial' ? '.data-own' : '.data')
const dataDir = isAbsolute(folder) ? folder : join(root, folder)
/** Not DATABASE_URL: a shell may have that of production. */
const databaseUrl = environment === 'trial' ? process.env.TRIAL_DATABASE_URL : undefined

const accounts = [
  ['partner@example.jp', '取引先', '新宿店'],
  ['trainer@example.jp', 'トレーナー', '新宿店'],
  ['manager@example.jp', '店長', '新宿店'],
  ['owner@example.jp', 'FCオーナー', '2店舗'],
  ['head@example.jp', '本部', '全店舗'],
  ['admin@example.jp', '本部（管理者）', '全店舗'],
  ['suspended@example.jp', '停職中（ログインできません）', '新宿店'],
]
const password = 'asa-no-rajio-taiso'

const supervisor = createSupervisor()

async function start() {
  const started = Date.now()
  const ports = [
    { variable: 'PORT', port },
    { variable: 'API_PORT', port: apiPort },
    { variable: 'FIREBASE_AUTH_EMULATOR_PORT', port: emulatorPort },
    { variable: 'SMTP_PORT', port: smtpPort },
    { variable: 'MAILBOX_PORT', port: mailboxPort },
    ...(stubPorts
      ? [
          { variable: 'STUB_API_PORT', port: stubPorts.apiPort },
          { variable: 'STUB_ADMIN_PORT', port: stubPorts.adminPort },
        ]
      : []),
  ]
  await requireFreePorts(ports)
  await ensureInstalled(supervisor)
  await holdDataFolder(supervisor, dataDir, environment)

  const logs = join(dataDir, 'logs')
  supervisor.keep({ ...authEmulator({ port: emulatorPort, environment }), logFile: join(logs, 'auth-emulator.log') })
  supervisor.keep({ ...mailCatcher({ smtpPort, port: mailboxPort }), logFile: join(logs, 'mail-catcher.log') })
  if (stubPorts) supervisor.keep({ ...providerStub(stubPorts), logFile: join(logs, 'provider-stub.log') })
  const appUrl = `http://localhost:${port}`
  const logKeys = environment === 'trial' ? ownLogKeys(dataDir) : ''
  const ofApi = { emulatorPort, dataDir, environment, logKeys, appUrl, ...(databaseUrl && { databaseUrl }) }
  let welcome = ''
  if (environment === 'trial') welcome = await ensureEmpty(supervisor, ofApi)
  else await ensureSeeded(supervisor, dataDir)
  const env = stubPorts ? settingsForStub(stubPorts) : {}
  const api = adminApi({ ...ofApi, port: apiPort, smtpPort, watch: mode === 'dev', env })
  const app = { port, apiOrigin: origin(apiPort), emulatorPort, environment }
  if (mode === 'dev') {
    // In development, shows both outputs live.
    supervisor.keep({ ...api, output: 'inherit' })
    supervisor.keep({ ...appOnVite(app), output: 'inherit' })
  } else {
    supervisor.keep({ ...api, logFile: join(logs, 'api.log') })
    await ensureBuilt(supervisor, mode === 'edge' ? 'edge' : 'node')
    const built = mode === 'edge' ? appOnEdge({ ...app, stateDir: join(dataDir, 'edge') }) : appOnNode(app)
    supervisor.keep({ ...built, logFile: join(logs, 'app.log') })
  }
  say(dim('起動しています...'))
  await Promise.all([authEmulatorReady(emulatorPort), answersReady(apiPort), answersReady(port)])
  supervisor.keepRunning()
  announce((Date.now() - started) / 1000, welcome)
}

/** @param {number} seconds @param {string} welcome */
function announce(seconds, welcome) {
  say('')
  say(`${green('✓')} ${bold('Karada Desk（カラダデスク）')} ${dim(`${seconds.toFixed(1)}秒で起動しました`)}`)
  say('')
  say(
    table([
      ['アプリ', bold(`http://localhost:${port}`)],
      ['管理API', `http://localhost:${apiPort}/docs`],
      ['メール', `http://localhost:${mailboxPort}`],
      ...(stubPorts ? [['会員管理システムの模擬環境', `http://127.0.0.1:${stubPorts.adminPort}`]] : []),
      ['データ', databaseUrl ? 'PostgreSQL' : dataDir.startsWith(root) ? relative(root, dataDir) : dataDir],
    ]),
  )
  say('')
  if (environment === 'demo') {
    say(table([['メールアドレス', '役割', '店舗'], ...accounts]))
    say(`パスワード（共通）: ${bold(password)}`)
  } else if (welcome) {
    say('最初の管理者を登録するリンク（1時間有効、1回限り。起動し直すと新しいリンクになります）:')
    say(bold(welcome))
  } else {
    say('試用環境です。登録した管理者のメールアドレスでログインしてください。')
  }
  say('')
  say(dim('終了するには Ctrl+C を押してください。'))
}

start().catch(async (error) => {
  complain(error instanceof Refusal ? red(error.message) : error)
  await supervisor.exit(1)
})
