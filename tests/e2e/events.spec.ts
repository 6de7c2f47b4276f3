import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectNoSidewaysScroll } from '../support/screens.ts'

test.use({ warm: true })

test('a closure stands on the axis of 来館, an event written there joins it, and is gone once it is deleted', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: '/statistics/visits' })
  const panel = page.getByRole('region', { name: 'この期間の出来事' })
  await panel.getByRole('button', { name: /件$/ }).press('Enter')
  const events = panel.getByRole('listitem')
  await expect(events.filter({ hasText: '休館日' }).first()).toContainText('01/02')
  await expect(page.locator('.event-mark').first()).toBeVisible()
  await expectGood(page)

  await panel.getByRole('link', { name: '出来事を登録する' }).click()
  await page.getByLabel('内容').fill('雪で電車が止まった日')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('出来事を登録しました。')).toBeVisible()
  await expectGood(page)

  await page.goto('/statistics/visits')
  await panel.getByRole('button', { name: /件$/ }).click()
  await events.getByRole('link', { name: '雪で電車が止まった日' }).click()
  await page.getByRole('button', { name: '削除する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('出来事を削除しました。')).toBeVisible()
  await page.goto('/statistics/visits')
  await expect(panel.getByRole('button', { name: /件$/ })).toBeVisible()
  await panel.getByRole('button', { name: /件$/ }).click()
  await expect(events.filter({ hasText: '雪で電車が止まった日' })).toHaveCount(0)
})

test('the days of a month have their events in the list below, on a telephone too', async ({ asStaff }) => {
  const page = await asStaff('trainer', { path: '/dashboard', width: 375 })
  const panel = page.getByRole('region', { name: 'この期間の出来事' })
  await panel.getByRole('button', { name: /件$/ }).click()
  await expect(panel.getByRole('listitem').first()).toBeVisible()
  await expect(panel.getByRole('link', { name: '出来事を登録する' })).toHaveCount(0)
  await expectGood(page)
  await expectNoSidewaysScroll(page)
})
