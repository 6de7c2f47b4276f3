import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { monthFromNow } from '../support/screens.ts'

test.use({ warm: true })

const { inUrl: month } = monthFromNow(-1)
const ofShops = `shop=all&month=${month}`

/** Each report, with something of it that is there once its figures are. */
const reports = {
  [`/dashboard?${ofShops}`]: '日ごとの来館',
  '/dashboard/yearly?shop=all': '月ごとの集計',
  '/statistics/ltv?shop=all': '入会月ごとの継続',
  [`/statistics/admission?${ofShops}`]: '退会理由',
  '/statistics/first-days?shop=all': '最初の30日の来館と、その後の継続',
  [`/statistics/sales?${ofShops}`]: '種別ごとの売上',
  [`/statistics/products?${ofShops}`]: '商品ごとの売上',
  [`/statistics/dues?${ofShops}`]: '対象月ごとの回収',
  [`/statistics/plans?${ofShops}`]: 'プランごとの会員',
  [`/statistics/fees?${ofShops}`]: '入会月ごとの会費',
  [`/statistics/shops?month=${month}`]: '2店舗の比較',
  [`/statistics/visits?${ofShops}`]: '来館日数の分布',
  [`/statistics/lessons?${ofShops}`]: 'クラスごとの稼働',
  '/statistics/costs?shop=all': '損益と獲得コスト',
  '/statistics/campaigns?shop=all': 'キャンペーンごとの採算',
  '/statistics/targets?shop=all': '12か月の月次目標',
}

/** Between the margins of `app/styles/print.css`, in CSS pixels: what a page of A4 is wide. */
const widths = { upright: 703, landscape: 1046 }

test('each report of two shops is up to three pages of paper, also from a phone: no control, nothing cut off, no small text', async ({
  asStaff,
}) => {
  test.setTimeout(600_000)
  const page = await asStaff('owner', { width: 375 })
  for (const [path, heading] of Object.entries(reports)) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
      // Charts whose code has not come are tables on paper.
      await page.waitForLoadState('networkidle')
      const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect.soft(file.match(/\/Type \/Page\b/g)?.length, path).toBeLessThanOrEqual(3)
      expect.soft(await faultsOnPaper(page), path).toEqual([])
    })
  }
})

/** What should not be on paper, as the browser lays the page out for it. */
async function faultsOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const isLandscape = await page.locator('[class*=print-landscape]').count()
  const shown = page.viewportSize()
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.setViewportSize({ width: isLandscape ? widths.landscape : widths.upright, height: 1000 })
  const faults = await page.evaluate(() => {
    /** 8 pt, less what rounding takes. */
    const least = 10.6
    const isSeen = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0
    const named = (element: Element) => `<${element.localName}> ${element.textContent?.trim().slice(0, 30)}`
    const all = [...document.body.querySelectorAll('*')].filter(isSeen)
    const controls = all.filter((one) => one.matches('button, input:not(table input), nav, [role=tab], .lucide'))
    const wide = all.filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.sr-only, svg *'),
    )
    const small = all.filter((one) => {
      const hasText = [...one.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
      if (!hasText || one.closest('.sr-only')) return false
      const scale = one instanceof SVGGraphicsElement ? (one.getScreenCTM()?.a ?? 1) : 1
      return Number.parseFloat(getComputedStyle(one).fontSize) * scale < least
    })
    return [
      ...controls.map((one) => `control: ${named(one)}`),
      ...wide.slice(-3).map((one) => `too wide: ${named(one)}`),
      ...small.map((one) => `small: ${named(one)}`),
    ]
  })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  if (shown) await page.setViewportSize(shown)
  return faults
}
