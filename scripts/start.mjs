// `npm start`: from a fresh clone to a running demo, on Node 20 or newer and nothing else.
import { isAbsolute, join, relative } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureSeeded, holdDataFolder } from './lib/data-folder.mjs'
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
} from './lib/stack.mjs'
import { bold, complain, dim, green, Refusal, red, say, table } from './lib/terminal.mjs'

const mode = process.argv.includes('--dev') ? 'dev' : process.argv.includes('--edge') ? 'edge' : 'built'
const port = Number(process.env.PORT ?? 3000)
const apiPort = Number(process.env.API_PORT ?? 4000)
const emulatorPort = Number(process.env.FIREBASE_AUTH_EMULATOR_PORT ?? 9099)
const smtpPort = Number(process.env.SMTP_PORT ?? 1025)
const mailboxPort = Number(process.env.MAILBOX_PORT ?? 8025)
const dataDir = isAbsolute(process.env.DATA_DIR ?? '')
  ? String(process.env.DATA_DIR)
  : join(root, process.env.DATA_DIR ?? '.data')

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
  ]
  await requireFreePorts(ports)
  await ensureInstalled(supervisor)
  await holdDataFolder(supervisor, dataDir)

  const logs = join(dataDir, 'logs')
  supervisor.keep({ ...authEmulator({ port: emulatorPort }), logFile: join(logs, 'auth-emulator.log') })
  supervisor.keep({ ...mailCatcher({ smtpPort, port: mailboxPort }), logFile: join(logs, 'mail-catcher.log') })
  await ensureSeeded(supervisor, dataDir)
  const appUrl = `http://localhost:${port}`
  const api = adminApi({ port: apiPort, emulatorPort, dataDir, smtpPort, appUrl, watch: mode === 'dev' })
  const app = { port, apiOrigin: origin(apiPort), emulatorPort }
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
  announce((Date.now() - started) / 1000)
}

/** @param {number} seconds */
function announce(seconds) {
  say('')
  say(`${green('✓')} ${bold('Karada Desk（カラダデスク）')} ${dim(`${seconds.toFixed(1)}秒で起動しました`)}`)
  say('')
  say(
    table([
      ['アプリ', bold(`http://localhost:${port}`)],
      ['管理API', `http://localhost:${apiPort}/docs`],
      ['メール', `http://localhost:${mailboxPort}`],
      ['データ', dataDir.startsWith(root) ? relative(root, dataDir) : dataDir],
    ]),
  )
  say('')
  say(table([['メールアドレス', '役割', '店舗'], ...accounts]))
  say(`パスワード（共通）: ${bold(password)}`)
  say('')
  say(dim('終了するには Ctrl+C を押してください。'))
}

start().catch(async (error) => {
  complain(error instanceof Refusal ? red(error.message) : error)
  await supervisor.exit(1)
})
