import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectNoSidewaysScroll, monthFromNow, panelOf, textsOf } from '../support/screens.ts'

test.use({ warm: true })

const closed = monthFromNow(-1)

/** ¥12,345 or ▲¥12,345 as a number. */
const yenOf = (text: string) => Number(text.replace(/[^\d]/g, '')) * (text.includes('▲') ? -1 : 1)

test('sales print in greyscale at once after opening: each panel has its chart or its table on paper', async ({
  asStaff,
}) => {
  const page = await asStaff('owner', { path: `/statistics/sales?shop=all&month=${closed.inUrl}` })
  const course = panelOf(page, /^日ごとの売上と累計/)
  await expect(course).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const panel of [course, panelOf(page, /^支払方法ごとの売上/)]) {
    const [table, chart] = [panel.getByRole('table'), panel.locator('svg.recharts-surface')]
    await expect(table.or(chart).filter({ visible: true }).first()).toBeVisible()
    // No empty frame of a chart that is not drawn.
    const frame = panel.getByRole('figure', { includeHidden: true })
    if (await frame.isVisible()) await expect(chart.first()).toBeVisible()
  }
  await expect(page.getByRole('table', { name: '担当者ごとの売上' })).toBeVisible()
  // Without colours every series is told by its pattern.
  await page.evaluate(() => document.documentElement.style.setProperty('filter', 'grayscale(1)'))
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.byteLength).toBeGreaterThan(10_000)
  await page.emulateMedia({ media: 'screen' })

  await course.getByRole('button', { name: '表で見る' }).click()
  const table = page.getByRole('table', { name: '日ごとの売上' })
  const days = (await textsOf(table.locator('tbody td:nth-child(2)'))).map(yenOf)
  const staff = page.getByRole('table', { name: '担当者ごとの売上' }).locator('tfoot td').first()
  expect(days.reduce((sum, one) => sum + one, 0)).toBe(yenOf((await staff.textContent()) ?? ''))
  await expectGood(page)
  await table.locator('tbody td:nth-child(2) a').first().click()
  await expect(page).toHaveURL(/dashboard\/sales\?.*figure=netSales/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('売上明細')
})

test('a manager switches tax, basis and unit in the address, and reads which products hold the sales on a phone', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `/statistics/sales?month=${closed.inUrl}&months=3`, width: 375 })
  await expect(panelOf(page, /^月ごとの売上と累計/)).toBeVisible()
  await page.getByRole('button', { name: '絞り込み・期間' }).click()
  await page.getByRole('button', { name: '税抜' }).click()
  await expect(page).toHaveURL(/tax=excluded/)
  await page.getByRole('button', { name: '日別' }).click()
  await expect(page).toHaveURL(/unit=day/)
  await page.getByRole('button', { name: '対象月' }).click()
  await expect(page).toHaveURL(/basis=targetMonth/)
  await expect(panelOf(page, /^月ごとの売上と累計/)).toBeVisible()
  await expectNoSidewaysScroll(page)

  await page.getByRole('navigation', { name: '統計' }).getByRole('link', { name: '商品' }).click()
  await expect(page).toHaveURL(new RegExp(`month=${closed.inUrl}&months=3`))
  await expect(
    page
      .getByRole('main')
      .getByText(/^\d{4}年\d+月〜.*の3か月$/)
      .filter({ visible: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: /^商品ごとの売上（会費以外）/ })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /^月会費/ })).toHaveCount(0)
  await page.getByRole('button', { name: '絞り込み・期間' }).click()
  await page.getByLabel('種別で絞り込む').selectOption('all')
  await expect(page).toHaveURL(/category=all/)
  const products = page.getByRole('table', { name: '商品ごとの売上' })
  const pareto = panelOf(page, /^売上の集中（ABC）/)
  await pareto.scrollIntoViewIfNeeded()
  await expect(pareto.locator('svg.recharts-surface').first()).toBeVisible()
  await expect(products.locator('tbody tr').first().locator('td').first()).toHaveText('A')
  await expectNoSidewaysScroll(page)
  await expectGood(page)
})

test('an owner reads how much of the failed dues came back, by yen and by people, and opens who still owes', async ({
  asStaff,
}) => {
  const page = await asStaff('owner', { path: `/statistics/dues?shop=all&month=${closed.inUrl}`, width: 375 })
  const months = panelOf(page, /^対象月ごとの回収/)
  await expect(months.getByRole('rowheader')).toHaveCount(13)
  await page.getByRole('button', { name: '人数', exact: true }).click()
  await expect(months.getByRole('table', { name: '対象月ごとの回収（人数）' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectGood(page)
  await page.getByRole('main').getByRole('link', { name: '未収金のある会員' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('未収金のある会員')
})
