import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectNoSidewaysScroll, monthFromNow } from '../support/screens.ts'

test.use({ warm: true })

const closed = monthFromNow(-1)

test('from 減少 a manager opens those members with the reason, one of their pages, and an action, one press each', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `/statistics/visits?month=${closed.inUrl}` })
  const classes = page.getByRole('table', { name: '来館の変化の7つの分類' })
  const row = classes.getByRole('row').filter({ hasText: '減少' }).first()
  await expect(row).toBeVisible()
  await expect(page.getByRole('heading', { name: '12か月の推移' })).toBeVisible()
  await expectGood(page)

  await row.getByRole('button', { name: '減少の 一覧' }).click()
  await expect(page).toHaveURL(/group=decrease/)
  const members = page.getByRole('table', { name: '減少の会員' })
  const first = members.getByRole('row').nth(1)
  await expect(first).toContainText('→')
  await expectGood(page)
  const name = (await first.getByRole('link').textContent()) ?? ''
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/hacomono\/members\/\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.split('\u3000')[0] ?? name)

  await page.goBack()
  await expect(members).toBeVisible()
  await row.getByRole('button', { name: '減少の アクション' }).click()
  await expect(page).toHaveURL(/actions\/new/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('改善アクション')
})

test('a trainer reads the classes as counts: nothing leads to a name', async ({ asStaff }) => {
  const page = await asStaff('trainer', { path: `/statistics/visits?month=${closed.inUrl}&group=decrease`, width: 375 })
  await expect(page.getByRole('table', { name: '来館の変化の7つの分類' })).toBeVisible()
  await expect(page.getByRole('button', { name: /の (一覧|CSV|メール作成)/ })).toHaveCount(0)
  await expect(page.getByRole('table', { name: '減少の会員' })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectGood(page)
})

test('other thresholds say at once that they are being counted; the last chosen wins, and the series has its file', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `/statistics/visits?month=${closed.inUrl}` })
  const classes = page.getByRole('table', { name: '来館の変化の7つの分類' })
  await expect(classes).toBeVisible()
  await expect(page.getByRole('heading', { name: '12か月の推移' })).toBeVisible()
  let isHeld = true
  await page.route(/_serverFn.*windowDays.*(14|56)/, async (route) => {
    while (isHeld) await new Promise((resolve) => setTimeout(resolve, 50))
    await route.continue().catch(() => {})
  })
  const status = page.getByRole('status')
  await page.getByLabel('比べる期間').selectOption('56')
  await expect(status.filter({ hasText: '来館の変化を計算中です。' })).toBeVisible()
  await expect(status.filter({ hasText: '12か月の推移を計算中です。' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]').filter({ has: classes })).toBeVisible()
  await page.getByLabel('比べる期間').selectOption('14')
  await expect(page.getByLabel('比べる期間')).toHaveValue('14')
  isHeld = false
  await expect(page.getByText(/の14日間の来館日数を、/)).toBeVisible()
  await expect(status.filter({ hasText: '計算中' })).toHaveCount(0)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '12か月の推移の CSV出力' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^来館の変化の推移_.*\.csv$/)
  await expectGood(page)
})
