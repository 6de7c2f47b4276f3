import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import iconv from 'iconv-lite'
import { ensureEmpty, ownLogKeys } from '../../scripts/lib/data-folder.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { root } from '../../scripts/lib/project.mjs'
import { adminApi, answersReady, firstLink, origin } from '../../scripts/lib/stack.mjs'
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { startApp, temporaryFolder } from '../support/stack.ts'

// A club's first day: an empty product, the link, the first admin, the first shop.

/** The emulator that all stories share knows this project alone. */
const sharedProject = { FIREBASE_PROJECT_ID: 'demo-karada-desk', VITE_FIREBASE_PROJECT_ID: 'demo-karada-desk' }

/** Types by composition, as an IME does; Enter only ends it. */
async function compose(page: Page, label: string, steps: string[]) {
  await page.getByLabel(label, { exact: true }).focus()
  const ime = await page.context().newCDPSession(page)
  for (const text of steps) {
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
  await ime.send('Input.insertText', { text: steps.at(-1) ?? '' })
  await ime.detach()
}

/** Follows every entry of the menu: each screen opens, and none of its requests fails. */
async function walkTheMenu(page: Page) {
  const entries = page.locator('#side-navigation').getByRole('link')
  const failed: string[] = []
  const note = (response: { status(): number; url(): string }) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  }
  page.on('response', note)
  await expect(entries.first()).toBeVisible()
  const names = await entries.allTextContents()
  expect(names.length).toBeGreaterThan(15)
  for (const name of names) {
    await entries.filter({ hasText: name }).first().click()
    const content = page.locator('#content')
    await expect(content.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(content.getByText('読み込み中...')).toHaveCount(0)
    await expect(content.getByRole('alert')).toHaveCount(0)
  }
  page.off('response', note)
  expect(failed).toEqual([])
}

/** As clubs have them: a title, words of their own, a shop without its 店, a total; two cells are to be mended. */
function memberFile(): string {
  const rows = Array.from({ length: 15 }, (_, at) => {
    const birthday = at === 1 || at === 2 ? '2099/1/1' : `S60.4.${at + 1}`
    return `${String(at + 1).padStart(5, '0')},山田　${at}子,やまだ ${'アイウエオ'[at % 5]},${at < 3 ? '女' : 'おんな'},${birthday},三鷹`
  })
  const titles = ['会員名簿　2026年11月現在,,,,,', ',,,,,', '会員No.,お名前,ふりがな,性別,生年月日,所属']
  return [...titles, ...rows, '合計,15名,,,,'].join('\r\n')
}

const numbers = Array.from({ length: 15 }, (_, at) => String(at + 1).padStart(5, '0'))

/** Two names of one plan. */
const contractFile = () =>
  [
    '会員番号,コース名,月会費,開始日,終了日',
    ...numbers.map((no, at) => `${no},${at < 10 ? 'レギュラー会員' : 'レギュラー'},"¥8,800",2026/10/01,9999/12/31`),
  ].join('\r\n')

const visitFile = () =>
  ['日付,時刻,会員番号,店舗', ...numbers.map((no, at) => `2026/10/${at + 1},午後1:05,${no},三鷹店`)].join('\r\n')

const saleFile = () =>
  [
    '伝票番号,売上日,会員番号,店舗,商品,数量,金額,支払',
    ...numbers.map((no, at) => `A${no},2026/10/${at + 1},${no},三鷹店,月会費,1,"8,800円",口振`),
  ].join('\r\n')

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Confirmed, and waited for. */
async function run(page: Page, button: string, state: string) {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText(state, { exact: true })).toBeVisible()
}

/** The answer to a question, by keyboard alone. */
async function answerByKeyboard(page: Page, button: RegExp, state: string) {
  await page.getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
  const yes = page.getByRole('button', { name: 'はい' })
  await expect(yes).toBeVisible()
  while (!(await yes.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(state, { exact: true })).toBeVisible()
}

/** All files sent at once; answered, mended, imported in their order, and counted; two of them taken back. */
async function importFiles(page: Page) {
  await page.goto('/other-settings/imports')
  await page.getByRole('link', { name: 'ファイルを選ぶ' }).first().click()
  await page
    .getByTestId('import-file')
    .setInputFiles([
      csv('売上.csv', saleFile()),
      csv('来館.csv', visitFile()),
      csv('契約.csv', contractFile()),
      { ...csv('会員.csv', ''), buffer: iconv.encode(memberFile(), 'cp932') },
    ])
  // Four files are sent, one after the other.
  await expect(page.getByLabel('店舗「三鷹」の意味').locator('option:checked')).toHaveText('三鷹店', {
    timeout: 60_000,
  })
  await page.getByLabel('性別「おんな」の意味').selectOption({ label: '女性' })
  await page.getByRole('button', { name: '確認し直す' }).click()
  await expect(page.getByRole('button', { name: '13名を取り込む' })).toBeVisible()
  await page.getByLabel('5行目の生年月日').fill('1985/4/2')
  await page.getByLabel('6行目の生年月日').fill('昭和60年4月3日')
  await page.getByRole('button', { name: '確認し直す' }).click()
  await expectNoAxeViolations(page)
  await run(page, '15名を取り込む', '取り込み済み')
  await page.getByRole('link', { name: '会員の一覧へ' }).click()
  await expect(page.getByText('全15件')).toBeVisible()
  await page.goBack()

  // On a phone.
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: '契約のファイルへ進む' }).click()
  await expect(page.getByLabel('ファイルの内容')).toHaveValue('contract')
  await page.getByLabel('プラン「レギュラー会員」の意味').selectOption({ label: 'レギュラー（新しく登録）' })
  await page.getByRole('button', { name: '確認し直す' }).click()
  await expect(page.getByText('登録のないプラン1種類は、')).toBeVisible()
  await expectNoAxeViolations(page)
  await run(page, '15件を取り込む', '取り込み済み')
  const written = page.url()
  await page.setViewportSize({ width: 1280, height: 900 })
  const list = '/hacomono/members?contractStatus=active'
  await page.goto(list)
  await expect(page.getByText('全15件')).toBeVisible()

  await page.goto(written)
  await page.getByRole('button', { name: '来館のファイルへ進む' }).focus()
  await page.keyboard.press('Enter')
  await answerByKeyboard(page, /^15件を取り込む/, '取り込み済み')
  await page.getByRole('button', { name: '売上のファイルへ進む' }).click()
  await page.getByRole('button', { name: '終わりまで含む' }).click()
  await page.getByRole('button', { name: '確認し直す' }).click()
  await expect(page.getByText('変更した内容で')).toHaveCount(0)
  await run(page, '15件を取り込む', '取り込み済み')

  // The files say who joined, came and paid, and nothing of who has left.
  const figure = (name: RegExp) => page.getByRole('heading', { name }).first().locator('..')
  await expect(async () => {
    await page.goto('/statistics/admission?month=2026-10')
    await expect(figure(/^入会（/)).toContainText('15名', { timeout: 5_000 })
  }).toPass()
  await expect(figure(/^退会(?!理由)/)).toContainText('–名')

  await page.goto(written)
  await run(page, '取り込みを取り消す', '取り消し済み')
  await page.goto(list)
  await expect(page.getByText('全15件')).toHaveCount(0)
}

test('from an empty product to the first shop and its first members', async ({ stack, supervisor, asVisitor }) => {
  test.setTimeout(480_000)
  const dataDir = temporaryFolder()
  const { emulatorPort } = stack
  const options = { emulatorPort, dataDir, environment: 'trial' as const, appUrl: 'https://desk.example.jp' }
  const ofApi = { ...options, logKeys: ownLogKeys(dataDir) }
  const link = await ensureEmpty(supervisor, ofApi)
  expect(link).toMatch(/^https:\/\/desk\.example\.jp\/welcome#[\w-]{22}$/)
  const port = await freePort()
  const api = supervisor.start(adminApi({ ...ofApi, port, env: sharedProject }))
  await answersReady(port)
  const env = { APP_ENV: 'trial', ...sharedProject }
  const app = await startApp(supervisor, { apiOrigin: origin(port), emulatorPort, env })

  const page = await asVisitor({ origin: app })
  await page.goto('/login')
  await expect(page.getByText('試用', { exact: true })).toBeVisible()
  await expect(page.getByText('デモ用アカウント')).toHaveCount(0)

  const welcome = `/welcome${new URL(link).hash}`
  await page.goto(welcome)
  await compose(page, '姓', ['あ', 'あお', 'あおき', '青木'])
  await compose(page, '名', ['め', 'めぐ', 'めぐみ', '恵'])
  await expectNoAxeViolations(page)
  await page.getByLabel('メールアドレス').fill('aoki@example.jp')
  for (const label of ['パスワード', 'パスワード（確認）']) {
    await page.getByLabel(label, { exact: true }).fill('mikan-to-ringo-no-kisetsu')
  }
  await page.getByRole('button', { name: '登録してログイン' }).click()
  const panel = page.getByRole('region', { name: /^はじめての設定/ })
  await expect(panel.getByText('0/6')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.goto('/dashboard')
  await walkTheMenu(page)
  await page.goto('/dashboard')
  await panel.getByRole('button', { name: '2段階認証をあとで行う' }).click()
  await expect(panel.getByText('1/6')).toBeVisible()
  await panel.getByRole('link', { name: '店舗を設定する' }).click()
  const fields = { 店舗名: '三鷹店', フリガナ: 'みたかてん', 店舗コード: 'S001', 運営会社: '株式会社からだ' }
  const place = {
    郵便番号: '1810013',
    都道府県: '東京都',
    '市区町村・番地': '三鷹市下連雀1-1-1',
    電話番号: '0422-00-0000',
  }
  for (const [label, text] of Object.entries({ ...fields, ...place })) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByRole('link', { name: '三鷹店' })).toBeVisible()
  await expect(page.getByRole('banner').getByText('三鷹店')).toBeVisible()
  await walkTheMenu(page)
  await page.goto('/dashboard')
  await expect(panel.getByText('2/6')).toBeVisible()
  await expect(panel.getByText('済み')).toBeVisible()

  await importFiles(page)

  const other = await asVisitor({ origin: app })
  await other.goto(welcome)
  await expect(other.getByRole('alert')).toContainText('使用済みか有効期限が切れています')

  // With staff there is no further link.
  api.child.kill('SIGTERM')
  await api.finished
  const { args, command, env: settings } = firstLink(ofApi)
  const again = spawnSync(command, args.slice(0, 1), {
    cwd: root,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  })
  expect([again.status, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toContain('すでにスタッフがいるため、リンクは作成しません')
})
