import { expect, expectGood, test } from '../support/fixtures.ts'
import { panelOf } from '../support/screens.ts'

test('head office reads why members left, and opens them', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/statistics' })
  await page.getByRole('main').getByRole('link', { name: '入会・退会' }).click()
  await page.getByLabel('期間の長さ').selectOption('12')
  await expect(page).toHaveURL(/months=12/)
  const panel = panelOf(page, '退会理由')
  await panel.getByRole('button', { name: '表で見る' }).click()
  const reasons = page.getByRole('table', { name: '退会理由' })
  await expect(reasons).toBeVisible()
  await expectGood(page)

  const left = (await reasons.getByRole('row', { name: /^合計/ }).getByRole('cell').first().textContent()) ?? ''
  await panel.getByRole('link', { name: `${left}名の、退会した会員を見る` }).click()
  await expect(page.getByRole('heading', { name: '退会した会員' })).toBeVisible()
  await expect(page.getByRole('main').getByText(`${left}名`).first()).toBeVisible()
})
