// `npm run pictures`: takes the pictures of README anew, from a demo of its own with today's build and data.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findHeadlessChromium } from './lib/chromium.mjs'
import { freePort, waitUntilReady } from './lib/ports.mjs'
import { createSupervisor } from './lib/processes.mjs'
import { node24, root } from './lib/project.mjs'
import { complain, Refusal, red, say } from './lib/terminal.mjs'

/** As clubs have them: a title, headings and a word of their own, an impossible birthday. */
const people = [
  '佐藤　花子,サトウ　ハナコ,おんな',
  '鈴木　太郎,スズキ　タロウ,男',
  '高橋　直子,タカハシ　ナオコ,おんな',
]
const rows = Array.from(
  { length: 24 },
  (_, at) => `${90_000 + at},${people[at % 3]},${at === 2 ? '2099/1' : 'S60.4'}.${at + 1},新宿`,
)
const memberFile = ['会員名簿,,,,,', '会員No.,お名前,ふりがな,性別,生年月日,所属', ...rows].join('\r\n')

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
async function checkMemberFile(page) {
  const file = { name: '会員名簿.csv', mimeType: 'text/csv', buffer: Buffer.from(memberFile) }
  await page.getByTestId('import-file').setInputFiles(file)
  await page.getByLabel('性別「おんな」の意味').selectOption({ label: '女性' })
  await page.getByRole('button', { name: '確認し直す' }).click()
  await page.getByRole('button', { name: '23名を取り込む' }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

/** The month of the newest data: on the first of a month the running one has none. */
const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit' }).format(
  new Date(Date.now() - 86_400_000),
)

/** @type {{ name: string, path: string, width?: number, colorScheme?: 'dark', prepare?: (page: Page) => Promise<void> }[]} */
const pictures = [
  { name: 'dashboard', path: `/dashboard?month=${month}` },
  { name: 'sales', path: `/statistics/sales?month=${month}` },
  { name: 'members', path: '/hacomono/members', colorScheme: 'dark' },
  { name: 'import', path: '/other-settings/imports/new', prepare: checkMemberFile },
  { name: 'phone', path: `/dashboard?month=${month}`, width: 375 },
]

/** The screen has its heading, and what is in view neither a skeleton nor a part that is still loading. */
const isComplete = () =>
  document.querySelector('#content h1') !== null &&
  [...document.querySelectorAll('#content :is([data-slot=skeleton], [aria-busy=true])')].every(
    (part) => part.getBoundingClientRect().top >= innerHeight,
  )

/** @param {Page} page @param {(typeof pictures)[number]} picture */
async function take(page, { name, path, width = 1280, colorScheme, prepare }) {
  await page.setViewportSize({ width, height: width < 600 ? 740 : 900 })
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: 'reduce' })
  await page.goto(path)
  await page.waitForFunction(isComplete)
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(isComplete)
  // Without the ring around what has the focus after a navigation.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  const file = join('docs', 'images', `${name}.png`)
  await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(root, file))
  say(file)
}

const supervisor = createSupervisor()
const dataDir = mkdtempSync(join(tmpdir(), 'karada-pictures-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

async function takeAll() {
  const names = ['PORT', 'API_PORT', 'FIREBASE_AUTH_EMULATOR_PORT', 'SMTP_PORT', 'MAILBOX_PORT']
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
  const env = { ...Object.fromEntries(ports), DATA_DIR: dataDir }
  supervisor.keep({ name: 'demo', command: node24, args: [join(root, 'scripts', 'start.mjs')], cwd: root, env })
  const baseURL = `http://localhost:${env.PORT}`
  // The first start of a demo builds the app and makes its data.
  await waitUntilReady(`${baseURL}/readyz`, { timeoutMs: 20 * 60_000 })
  const browser = await chromium.launch({ executablePath: findHeadlessChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ baseURL, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' })
  await page.goto('/login')
  await page.getByLabel('メールアドレス').fill('admin@example.jp')
  await page.getByLabel('パスワード', { exact: true }).fill('asa-no-rajio-taiso')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await page.getByRole('button', { name: /^アカウント/ }).waitFor()
  for (const picture of pictures) await take(page, picture)
  await browser.close()
}

takeAll()
  .then(() => supervisor.exit(0))
  .catch(async (error) => {
    complain(error instanceof Refusal ? red(error.message) : error)
    await supervisor.exit(1)
  })
