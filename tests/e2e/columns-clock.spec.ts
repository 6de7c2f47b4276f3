import { startApi } from '../support/api.ts'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { startApp } from '../support/stack.ts'

// On an API whose clock the test controls.

test('a scheduled column appears on time, not earlier', async ({ asVisitor, stack, supervisor }) => {
  const api = await startApi()
  try {
    api.time.now = new Date()
    await api.makeShop()
    await api.makeStaff({ role: 'all', email: 'head@example.jp' })
    const { emulatorPort } = stack
    const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort })
    const page = await asVisitor({ origin })
    await page.goto('/login?redirect=/other-settings/columns/new')
    await signInAt(page, 'head')

    const minute = new Date(Math.ceil(api.time.now.getTime() / 60_000) * 60_000 + 600_000)
    const inTokyo = new Date(minute.getTime() + 9 * 3_600_000).toISOString().slice(0, 16)
    const form = page.locator('form')
    await form.getByLabel('タイトル').fill('朝の5分ストレッチ')
    await page.getByRole('textbox', { name: '本文' }).fill('両手を頭の後ろで組みます。')
    await page.getByRole('radio', { name: /^公開/ }).check()
    await form.getByLabel('公開開始', { exact: true }).fill(inTokyo)
    await page.getByRole('button', { name: '登録する' }).click()
    await page.getByRole('alertdialog', { name: 'コラムの公開を予約' }).getByRole('button', { name: 'はい' }).click()
    await expect(page.getByText('コラムを登録しました。')).toBeVisible()
    const row = page.locator('[data-row]', { hasText: '朝の5分ストレッチ' })
    await expect(row).toContainText('公開予約')

    api.time.now = new Date(minute.getTime() - 1)
    await page.reload()
    await expect(row).toContainText('公開予約')
    api.time.now = minute
    await page.reload()
    await expect(row).toContainText('公開中')
  } finally {
    await api.close()
  }
})
