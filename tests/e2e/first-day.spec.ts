import { spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'
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

test('from an empty product to the first shop', async ({ stack, supervisor, asVisitor }) => {
  test.setTimeout(180_000)
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
  await expect(panel.getByText('0/5')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.goto('/dashboard')
  await walkTheMenu(page)
  await page.goto('/dashboard')
  await panel.getByRole('button', { name: '2段階認証をあとで行う' }).click()
  await expect(panel.getByText('1/5')).toBeVisible()
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
  await expect(panel.getByText('2/5')).toBeVisible()
  await expect(panel.getByText('済み')).toBeVisible()

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
