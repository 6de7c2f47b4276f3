import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectNoSidewaysScroll, monthFromNow, panelOf, textsOf } from '../support/screens.ts'

test.use({ warm: true })

const closed = monthFromNow(-2)

/** ¥12,345, +¥12,345 or ▲¥12,345 as a number. */
const yenOf = (text: string) => Number(text.replace(/[^\d]/g, '')) * (text.includes('▲') ? -1 : 1)

test('an owner reads why the LTV of two plans differs: sales and tenure add up to the difference', async ({
  asStaff,
}) => {
  const page = await asStaff('owner', { path: '/statistics/ltv?shop=all' })
  await expect(page.getByText('予測LTV', { exact: true }).first()).toBeVisible()
  const panel = panelOf(page, 'LTVの差の理由')
  await panel.getByRole('combobox', { name: '比べるプラン' }).selectOption({ label: '月4回会員' })
  await panel.getByRole('combobox', { name: '相手のプラン' }).selectOption({ label: 'レギュラー会員' })
  await expect(panel).toContainText('「月4回会員」の予測LTVは「レギュラー会員」と比べて▲')
  const parts = await textsOf(panel.locator('tbody td:last-child'))
  const [bySales = 0, byTenure = 0, total = 0] = parts.map(yenOf)
  expect(Math.abs(bySales + byTenure - total)).toBeLessThanOrEqual(1)

  await page.getByRole('combobox', { name: '分け方' }).selectOption({ label: '年代別' })
  await expect(page).toHaveURL(/by=ageBand/)
  await expect(panelOf(page, '年代別の内訳').getByRole('rowheader', { name: '30代' })).toBeVisible()
  await page.getByRole('combobox', { name: '性別で絞り込む' }).selectOption({ label: '女性' })
  await expect(page).toHaveURL(/gender=female/)
  await expectGood(page)
})

test('a manager sees what moved the fees: the table adds up, and what is filed ahead stands beside it', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `/statistics/plans?month=${closed.inUrl}` })
  const fees = panelOf(page, '会費の動き')
  await fees.getByRole('button', { name: '表で見る' }).click()
  const yen = (await textsOf(fees.locator('tr td:last-child'))).map(yenOf)
  const closing = yen.at(-1) as number
  expect(closing).toBeGreaterThan(0)
  expect(yen.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(closing)
  const plans = panelOf(page, 'プランごとの会員')
  const counts = (await textsOf(plans.locator('tbody td:nth-child(2)'))).map((text) => Number(text.replaceAll(',', '')))
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(
    Number(((await plans.locator('tfoot td').first().textContent()) ?? '').replaceAll(',', '')),
  )
  await expect(panelOf(page, '確定している先').getByRole('table')).toBeVisible()
  await expectGood(page)
})

test('a trainer reads plans as numbers of people, without fees, on a phone', async ({ asStaff }) => {
  const page = await asStaff('trainer', { path: `/statistics/plans?month=${closed.inUrl}`, width: 375 })
  await expect(panelOf(page, 'プランごとの会員').getByRole('table')).toBeVisible()
  await expect(page.getByText('会費の動き')).toHaveCount(0)
  await expect(page.locator('main')).not.toContainText('¥')
  await expectNoSidewaysScroll(page)
})
