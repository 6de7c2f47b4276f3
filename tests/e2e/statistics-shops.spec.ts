import { expect, expectGood, test } from '../support/fixtures.ts'
import { panelOf } from '../support/screens.ts'

test('head office finds the shop whose new members leave soonest, and opens them', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/statistics' })
  await page.getByRole('main').getByRole('link', { name: '店舗比較' }).click()
  const table = page.getByRole('table', { name: '店舗ごとの率' })
  await expect(table).toBeVisible()
  // Twelve months that are over, by name: a running one is not among them.
  const months = page.getByText(/^\d{4}年\d+月〜(\d{4}年)?\d+月の12か月$/).filter({ visible: true })
  await expect(months.first()).toBeVisible()
  await table.getByRole('button', { name: '早期退会率', exact: true }).click()
  await expect(table.getByRole('columnheader', { name: '早期退会率' })).toHaveAttribute('aria-sort', 'descending')
  await expectGood(page)

  const worst = table.getByRole('link', { name: /の早期退会 \d+名/ }).first()
  const [, people] = (await worst.textContent())?.match(/(\d+)名/) ?? []
  await worst.click()
  await expect(page.getByRole('heading', { name: '早期退会の内訳' })).toBeVisible()
  await expect(page.getByRole('main').getByText(`${people}名`).first()).toBeVisible()
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+/)
})

test('three shops stand side by side, and a rank is shown only where they differ beyond chance', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: '/statistics/shops' })
  await expect(page.getByRole('table', { name: '店舗ごとの率' })).toBeVisible()
  for (const shop of (await page.getByRole('checkbox', { name: /を選択$/ }).all()).slice(0, 3)) await shop.check()
  await page.getByRole('button', { name: '並べて比べる' }).click()
  await expect(page.getByRole('heading', { name: '3店舗の比較' })).toBeVisible()
  const table = page.getByRole('table', { name: '店舗の比較' })
  await expect(table).toBeVisible()
  for (const rate of await table.getByRole('row').filter({ hasText: '差は偶然の範囲です' }).all()) {
    await expect(rate).not.toContainText(/\d位/)
  }
  await expectGood(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: '3店舗の比較' })).toBeVisible()
})

test('an owner of two shops reads at once in words whether they differ beyond chance', async ({ asStaff }) => {
  const page = await asStaff('owner', { path: '/statistics/shops' })
  const panel = panelOf(page, '2店舗の比較')
  await expect(panel.getByText(/偶然の(差を超えて|範囲です)/).first()).toBeVisible()
  await expect(panel.getByRole('table', { name: '店舗の比較' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'すべての店舗に戻る' })).toHaveCount(0)
})
