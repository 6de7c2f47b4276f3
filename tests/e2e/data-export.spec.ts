import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import { password } from '../support/accounts.ts'
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { startApi, startApp } from '../support/stack.ts'

// On a separate API: the admin sets up a second factor.

let origin: string
test.beforeAll(async ({ stack, supervisor }) => {
  const { seeded, emulatorPort } = stack
  const api = await startApi(supervisor, { seeded, emulatorPort })
  origin = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort })
})

const codeOf = (secret: string, inSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + inSeconds * 1000 })

test('an admin sets up a second factor, exports everything with a code, and saves the file', async ({ asStaff }) => {
  test.setTimeout(600_000)
  const page = await asStaff('admin', { origin, ownSession: true, path: '/other-settings/imports' })
  await page.getByRole('link', { name: '全データの出力' }).click()
  await expect(page.getByRole('heading', { name: '先に2段階認証を設定してください' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'アカウント設定へ' }).click()
  await page.getByRole('button', { name: '設定する', exact: true }).click()
  const proof = page.getByRole('alertdialog').getByLabel('現在のパスワード', { exact: true })
  await proof.fill(password)
  await proof.press('Enter')
  const secret = ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '')
  const code = page.getByRole('textbox', { name: '認証コード', exact: true })
  await code.fill(codeOf(secret))
  await code.press('Enter')
  await page.getByRole('button', { name: '控えました' }).click()

  await page.goto(`${origin}/other-settings/data-export`)
  await page.getByRole('checkbox', { name: /日次ログ/ }).check()
  await code.fill('000000')
  await code.press('Enter')
  const reason = page.getByRole('textbox', { name: '日次ログを含める理由' })
  await expect(reason).toBeFocused()
  await reason.fill('別のサーバーに移すため')
  await code.press('Enter')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/認証コードが正しくない/)
  await expectNoAxeViolations(page)
  // Each code is good once, and the next one counts too.
  await code.fill(codeOf(secret, 30))
  await code.press('Enter')
  const save = page.getByRole('button', { name: 'zipを保存する' })
  // A refusal shows here. The embedded database may have begun, and then answers when the file is made.
  await expect(page.getByText('作成しています。この画面を閉じても続きます。').or(save)).toBeVisible({
    timeout: 240_000,
  })
  // Takes half a minute alone, and minutes beside other load.
  await expect(save).toBeVisible({ timeout: 240_000 })
  await expect(page.getByText(/件（.+MB）、日次ログを含む。.+に削除されます。/)).toBeVisible()
  await expectNoAxeViolations(page)
  const download = page.waitForEvent('download')
  await save.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^karada-desk_\d{8}\.zip$/)
  const zip = await readFile(await file.path())
  expect(zip.subarray(0, 2).toString()).toBe('PK')
  expect(zip.subarray(-22, -18).toString('hex')).toBe('504b0506')
  expect(zip.includes('health-days.csv')).toBe(true)

  const office = await asStaff('head', { origin, ownSession: true, path: '/other-settings/imports' })
  await expect(office.getByRole('heading', { name: '取り込み', exact: true })).toBeVisible()
  await expect(office.getByRole('link', { name: '全データの出力' })).toHaveCount(0)
})
