import { expect, expectGood, test } from '../support/fixtures.ts'
import { readCounts } from '../support/lists.ts'
import { figureCard, monthFromNow, readNumber } from '../support/screens.ts'

test.use({ warm: true })

const last = monthFromNow(-1)

test("last month's 退会 is taken apart, down to the people of its largest part", async ({ asStaff }) => {
  const page = await asStaff('head', { path: `/statistics/admission?shop=all&month=${last.inUrl}` })
  await figureCard(page, '退会').getByRole('link', { name: '退会がなぜ変わったか' }).click()
  const sheet = page.getByRole('dialog', { name: '退会はなぜ変わったか' })
  await expect(page).toHaveURL(/why=withdrawals/)
  const table = sheet.getByRole('table')
  await expect(table).toBeVisible()
  await expectGood(page)

  await sheet.getByRole('button', { name: '在籍期間' }).click()
  await expect(page).toHaveURL(/why=withdrawals.previous.tenure/)
  const numbers = async (column: number) =>
    (await table.locator(`tbody td:nth-of-type(${column})`).allTextContents()).map(Number)
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)
  const change = async () => Number((await table.locator('tfoot td').last().textContent())?.replace('▲', '-'))
  // The table of the tenure replaces the one before it after the address has changed.
  await expect(async () => {
    expect(sum(await numbers(2)) - sum(await numbers(1))).toBe(await change())
  }).toPass()

  const link = sheet.getByRole('link', { name: /の会員を見る$/ }).first()
  const group = ((await link.textContent()) ?? '').replace('の会員を見る', '')
  const row = table.getByRole('row', { name: new RegExp(`^${group}`) })
  const counted = readNumber((await row.locator('td').nth(1).textContent()) ?? '')
  await link.click()
  await expect(page.getByRole('heading', { name: '退会した会員', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`在籍期間 ${group}`)
  expect((await readCounts(page)).total).toBe(counted)
})

test('a link opens the sheet over the dashboard; closing it leaves the month', async ({ asStaff }) => {
  const page = await asStaff('trainer', { path: `/dashboard?month=${last.inUrl}&why=churnRate.lastYear` })
  const sheet = page.getByRole('dialog', { name: '退会率はなぜ変わったか' })
  await expect(sheet.getByRole('table')).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^前年同(月|日)比$/ })).toHaveAttribute('aria-pressed', 'true')
  await expectGood(page)
  await sheet.getByRole('button', { name: '閉じる' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL((url) => url.searchParams.get('month') === last.inUrl && !url.searchParams.has('why'))
})
