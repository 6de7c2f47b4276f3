import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectNoSidewaysScroll, monthFromNow } from '../support/screens.ts'

test.use({ warm: true })

const closed = monthFromNow(-1)

test('from a class of レッスンと担当 a manager opens its bookings of the period with one press', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `/statistics/lessons?month=${closed.inUrl}` })
  const classes = page.getByRole('table', { name: 'クラスごとの稼働' })
  await expect(classes).toBeVisible()
  await expect(page.getByText(/^予約枠稼働率は[\d.]+%です。/)).toBeVisible()
  await expect(page.getByRole('combobox', { name: '期間の長さ' })).toHaveValue('3')
  await expectGood(page)

  const name = (await classes.getByRole('link').first().textContent()) ?? ''
  await classes.getByRole('link').first().click()
  await expect(page).toHaveURL(/hacomono\/reservations\?.*programName=/)
  await expect(page.getByRole('table').first()).toContainText(name)
})

test('a trainer reads lessons by slot and instructor on a phone', async ({ asStaff }) => {
  const page = await asStaff('trainer', { path: `/statistics/lessons?month=${closed.inUrl}`, width: 375 })
  await expect(page.getByRole('table', { name: '枠ごとの稼働' })).toBeVisible()
  await expect(page.getByRole('table', { name: '担当者ごとの稼働' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
