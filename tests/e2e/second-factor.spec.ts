import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { password } from '../support/accounts.ts'
import { expect, expectNoAxeViolations, signInAt, test } from '../support/fixtures.ts'
import { rows, search } from '../support/lists.ts'
import { startApi, startApp } from '../support/stack.ts'

// On a separate API where head office and admins require a second factor and others may use one.

// The second story takes away what the first has set up.
test.describe.configure({ mode: 'serial' })

let origin: string
test.beforeAll(async ({ stack, supervisor }) => {
  const { seeded, emulatorPort } = stack
  const api = await startApi(supervisor, { seeded, emulatorPort, env: { SECOND_FACTOR: 'required' } })
  origin = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort })
})

/** What the app shows now, or in half a minute: each code is good once. */
const codeOf = (secret: string, inSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inSeconds * 1000 })

const qrCode = (page: Page) => page.getByRole('img', { name: '認証アプリで読み取るQRコード' })
const field = (page: Page, name = '認証コード') => page.getByRole('textbox', { name, exact: true })
const recoveryCodes = (page: Page) => page.getByRole('list', { name: '予備コード' }).getByRole('listitem')
const accountButton = (page: Page) => page.getByRole('button', { name: /^アカウント/ })
const secretOf = async (page: Page) =>
  ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')

test('after set-up a trainer needs a one-time code or a recovery code, each valid once', async ({
  asStaff,
  asVisitor,
}) => {
  const page = await asStaff('trainer', { origin, ownSession: true, path: '/account' })
  await page.getByRole('button', { name: '設定する', exact: true }).click()
  const proof = page.getByRole('alertdialog').getByLabel('現在のパスワード', { exact: true })
  await expect(proof).toBeFocused()
  await proof.fill('chigau-pasuwado')
  await proof.press('Enter')
  await expect(proof).toHaveAccessibleDescription('現在のパスワードが正しくありません。')
  await proof.fill(password)
  await proof.press('Enter')
  await expect(qrCode(page)).toBeVisible()
  await expect(field(page)).toBeFocused()
  const secret = await secretOf(page)
  await expectNoAxeViolations(page)
  await field(page).fill(codeOf(secret))
  await field(page).press('Enter')
  await expect(recoveryCodes(page)).toHaveCount(10)
  const recovery = (await recoveryCodes(page).first().textContent()) ?? ''
  await page.getByRole('button', { name: '控えました' }).click()
  await expect(page.getByText('予備コードは残り10個です。')).toBeVisible()

  const login = await asVisitor({ origin })
  await login.goto('/login')
  await signInAt(login, 'trainer')
  await expect(field(login)).toBeFocused()
  await expectNoAxeViolations(login)
  await field(login).fill('12345')
  await field(login).press('Enter')
  await expect(field(login)).toHaveAccessibleDescription('認証コードは、6桁の数字で入力してください。')
  await field(login).fill(codeOf(secret, 3600))
  await field(login).press('Enter')
  await expect(field(login)).toHaveAccessibleDescription(/認証コードが正しくないか、使用済みです。/)
  const code = codeOf(secret, 30)
  await field(login).fill(code)
  await field(login).press('Enter')
  await expect(accountButton(login)).toBeVisible()

  const again = await asVisitor({ origin })
  await again.goto('/login')
  await signInAt(again, 'trainer')
  await field(again).fill(code)
  await field(again).press('Enter')
  await expect(field(again)).toHaveAccessibleDescription(/使用済みです。/)
  await again.getByRole('button', { name: '予備コードを使う' }).click()
  await expect(field(again, '予備コード')).toBeFocused()
  await field(again, '予備コード').fill(recovery)
  await field(again, '予備コード').press('Enter')
  await expect(accountButton(again)).toBeVisible()
})

test('an admin sets up the second factor while signing in, and resets a trainer’s', async ({ asVisitor }) => {
  const page = await asVisitor({ origin })
  await page.goto('/login?redirect=/staffs')
  await signInAt(page, 'admin')
  await expect(page.getByRole('heading', { name: '2段階認証の設定', level: 1 })).toBeVisible()
  await field(page).fill(codeOf(await secretOf(page)))
  await field(page).press('Enter')
  await expect(recoveryCodes(page)).toHaveCount(10)
  await page.getByRole('button', { name: '控えたので、始める' }).click()
  await page.goto('/other-settings/club')
  const duty = page.getByLabel('必須にする範囲')
  await expect(duty).toHaveValue('leaders')
  await duty.selectOption('全員必須')
  await page.getByRole('button', { name: '変更する' }).click()
  const asking = page.getByRole('alertdialog', { name: '2段階認証を必須にする範囲を変更' })
  await expect(asking).toContainText('次にログインするときに設定します。')
  await expectNoAxeViolations(page)
  await asking.getByLabel('現在のパスワード', { exact: true }).fill(password)
  await asking.getByRole('button', { name: '変更する' }).click()
  await expect(page.getByText('2段階認証を必須にする範囲を変更しました。')).toBeVisible()
  await page.goto('/staffs')
  await search(page, 'trainer@example.jp')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: '2段階認証を解除する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '解除する' }).click()
  await expect(page.getByText('2段階認証を解除しました。')).toBeVisible()

  // Required of everybody now: the next sign-in sets it up.
  const login = await asVisitor({ origin })
  await login.goto('/login')
  await signInAt(login, 'trainer')
  await expect(login.getByRole('heading', { name: '2段階認証の設定', level: 1 })).toBeVisible()
})
