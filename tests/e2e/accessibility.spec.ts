import { expect, expectGood, expectNoAxeViolations, signInAt, test } from '../support/fixtures.ts'
import {
  expectFigures,
  expectNoSidewaysScroll,
  monthFromNow,
  openAccountMenu,
  openShopList,
  showDailyTable,
} from '../support/screens.ts'

test.use({ warm: true })

const widths = [375, 1280]

for (const width of widths) {
  test.describe(`at ${width} px`, () => {
    test('the login screen', async ({ asVisitor }) => {
      const page = await asVisitor({ width })
      await page.goto('/login?reason=expired')
      await page.waitForLoadState('networkidle')
      await expectGood(page)
      await signInAt(page, 'partner', 'not-the-password')
      await expect(page.getByRole('alert')).toBeVisible()
      await expectNoAxeViolations(page)
    })

    for (const account of ['head', 'partner'] as const) {
      test(`the dashboard of ${account}@, open month and closed month`, async ({ asStaff }) => {
        const page = await asStaff(account, { width })
        await expectFigures(page)
        await page.waitForLoadState('networkidle')
        await expectGood(page)
        await page.goto(`/dashboard?month=${monthFromNow(-2).inUrl}`)
        await expectFigures(page)
        await expectNoAxeViolations(page)
        await expectNoSidewaysScroll(page)
      })
    }

    test('the year of partner@', async ({ asStaff }) => {
      const lastYear = Number(monthFromNow(-12).inUrl.slice(0, 4))
      const page = await asStaff('partner', { width, path: `/dashboard/yearly?year=${lastYear}` })
      await expectFigures(page)
      await page.waitForLoadState('networkidle')
      await expectGood(page)
    })

    test('the daily figures as a table', async ({ asStaff }) => {
      const page = await asStaff('manager', { width })
      await expectFigures(page)
      await showDailyTable(page)
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    })

    test('the members’ movements as a picture', async ({ asStaff }) => {
      const page = await asStaff('manager', { width })
      await expectFigures(page)
      await page.getByRole('button', { name: 'グラフで見る' }).click()
      await expect(page.getByRole('img', { name: /期首在籍から期末在籍までの増減/ })).toBeVisible()
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    })

    test('the month’s chart, once it is drawn', async ({ asStaff }) => {
      const page = await asStaff('manager', { width })
      await expectFigures(page)
      const chart = page.getByRole('figure', { name: /の日ごとの来館数/ })
      await chart.hover()
      await expect(chart.locator('.recharts-surface')).toBeVisible()
      await expectNoAxeViolations(page)
    })

    test('one’s own account and the rights', async ({ asStaff }) => {
      const page = await asStaff('manager', { width, path: '/account' })
      await expect(page.getByText('この端末', { exact: true })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectGood(page)
      await page.goto('/rights')
      await expect(page.getByText('店長は、担当店舗の会員を見られます。')).toBeVisible()
      await expectGood(page)
    })

    test('what opens from the header', async ({ asStaff }) => {
      const page = await asStaff('head', { width })
      await expectFigures(page)
      await openShopList(page)
      await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')
      await openAccountMenu(page)
      await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^表示テーマ/ }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectNoAxeViolations(page)
    })

    test('a shop that may not be seen, a month without data, a page that is not there', async ({ asStaff }) => {
      const page = await asStaff('owner', { width, path: '/dashboard?shop=999999' })
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectGood(page)
      await page.goto('/dashboard?month=2010-01')
      await expect(page.getByText('データはまだありません')).toBeVisible()
      await expectNoAxeViolations(page)
      await page.goto('/no-such-page')
      await expect(page.getByRole('heading', { name: 'ページが見つかりません' })).toBeVisible()
      await expectNoAxeViolations(page)
    })
  })
}

test('the drawer of a small screen', async ({ asStaff }) => {
  const page = await asStaff('manager', { width: 375 })
  await expectFigures(page)
  await page.getByRole('button', { name: 'メニュー' }).click()
  await expect(page.getByRole('dialog', { name: 'メニュー' })).toBeVisible()
  await expectNoAxeViolations(page)
})

for (const width of [320, 360, 768, 1920]) {
  test(`nothing is cut off at ${width} px`, async ({ asStaff }) => {
    const page = await asStaff('head', { width })
    await expectFigures(page)
    await expectNoSidewaysScroll(page)
    await showDailyTable(page)
    await expectNoSidewaysScroll(page)
  })
}
