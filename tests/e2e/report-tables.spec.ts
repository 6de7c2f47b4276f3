import type { Locator, Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { readCounts } from '../support/lists.ts'
import {
  dailyTable,
  expectFigures,
  expectNoSidewaysScroll,
  monthFromNow,
  panelOf,
  readNumber,
  scrollThrough,
  showDailyTable,
} from '../support/screens.ts'

test.use({ warm: true })

const closed = monthFromNow(-2)
const path = `/dashboard?month=${closed.inUrl}`

/** The number of rows in a link's name: the last number. */
const promised = async (link: Locator) =>
  readNumber(
    /[\d,]+(?=[名回件](の内訳|（退会した会員）)?）?$)/.exec((await link.getAttribute('aria-label')) ?? '')?.[0] ?? '',
  )

/** Checks that no sticky part covers the focused element. */
const expectInSight = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const focused = document.activeElement
        const { left, right, top, bottom } = focused?.getBoundingClientRect() ?? new DOMRect()
        const points = [
          [left + 2, (top + bottom) / 2],
          [right - 2, (top + bottom) / 2],
          [(left + right) / 2, top + 2],
          [(left + right) / 2, bottom - 2],
        ] as const
        return points.every(([x, y]) => focused?.contains(document.elementFromPoint(x, y)))
      }),
    )
    .toBe(true)

test('by keyboard alone a day’s 入会 opens as many rows as its cell says', async ({ asStaff }) => {
  const page = await asStaff('manager', { path })
  await expectFigures(page)
  await showDailyTable(page)
  const table = dailyTable(page)
  // The first stop of the table is its first head; the next one is behind the table.
  await page.keyboard.press('Tab')
  await expect(table.getByRole('button', { name: '来館数', exact: true })).toBeFocused()
  await expect(panelOf(page, /^日ごとの来館/).getByText('矢印キーで移動し、Enterで開きます')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(table.getByRole('button', { name: '入会', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')

  const cell = table.locator('a:focus')
  await expect(cell).toHaveAttribute('aria-label', /^\d+月\d+日 入会 \d+名の内訳$/)
  const [, day = ''] = /(\d+月\d+日)/.exec((await cell.getAttribute('aria-label')) ?? '') ?? []
  const shown = readNumber((await cell.textContent()) ?? '')
  expect(shown).toBe(await promised(cell))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '入会の内訳', level: 1 })).toBeVisible()
  await expect(page.getByText(`${closed.inUrl.slice(0, 4)}年${day}`, { exact: true })).toBeVisible()
  expect((await readCounts(page)).total).toBe(shown)
})

test('the daily table is a single Tab stop, and the focused element is never covered', async ({ asStaff }) => {
  const page = await asStaff('manager', { path, width: 375 })
  await expectFigures(page)
  await showDailyTable(page)
  const table = dailyTable(page)
  await page.keyboard.press('Tab')
  for (const key of ['ArrowDown', 'End', ...Array<string>(8).fill('ArrowDown'), 'Home', 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key)
    await expectInSight(page)
  }
  const label = await table.locator('a:focus').getAttribute('aria-label')
  await page.keyboard.press('Tab')
  await expect(table.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  expect(await table.locator('a:focus').getAttribute('aria-label')).toBe(label)
  await expectInSight(page)
})

test('a column’s formula opens by keyboard, and Escape returns the focus', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/dashboard/yearly' })
  const table = page.getByRole('table', { name: /月ごとの集計/ })
  const head = table.getByRole('button', { name: '退会率', exact: true })
  await head.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '退会率' })).toContainText('退会 ÷ 期首在籍')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(head).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(table.locator('a:focus')).toHaveAttribute('aria-label', /退会率 [\d.]+%（退会した会員）$/)
})

test('a shop’s 退会 opens from the comparison, and its share of the target opens the same rows', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: `${path}&shop=all` })
  await expectFigures(page)
  const panel = panelOf(page, '店舗の比較')
  await panel.scrollIntoViewIfNeeded()
  const row = panel.getByRole('row', { name: /^新宿店/ })
  const share = row.getByRole('link', { name: /^新宿店 退会の上限比 [\d.]+%（退会した会員 \d+名）$/ })
  const link = row.getByRole('link', { name: /^新宿店 退会 \d+名（退会した会員）$/ })
  const shown = await promised(link)
  expect(shown).toBeGreaterThan(0)
  expect(await share.getAttribute('href')).toBe(await link.getAttribute('href'))
  await link.click()
  await expect(page.getByRole('heading', { name: '退会した会員', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText('新宿店', { exact: true }).first()).toBeVisible()
  expect((await readCounts(page)).total).toBe(shown)
})

test('a weekday’s hour opens as many visits as shown', async ({ asStaff }) => {
  const page = await asStaff('manager', { path })
  await expectFigures(page)
  const panel = panelOf(page, '来館の時間帯')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByRole('button', { name: '表で見る' }).click()
  const link = panel.getByRole('link', { name: /^水曜 18時台 平均 [\d.]+回（来館数 \d+回の内訳）$/ })
  const visits = await promised(link)
  expect(visits).toBeGreaterThan(0)
  await link.click()
  await expect(page.getByText(`${closed.asWritten} 水曜 18時台`)).toBeVisible()
  expect((await readCounts(page)).total).toBe(visits)
})

test('sales of a category and month open the rows that add up to them', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/dashboard/yearly' })
  const table = page.getByRole('table', { name: /区分別売上/ })
  const link = table.getByRole('link', { name: /物販 [\d,]+円（物販の売上明細）$/ }).first()
  const amount = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { name: /売上明細/, level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(amount)
})

test('users who may not read members see plain numbers', async ({ asStaff }) => {
  const lastYear = Number(closed.inUrl.slice(0, 4)) - 1
  const page = await asStaff('partner', { path: `/dashboard/yearly?year=${lastYear}` })
  const table = page.getByRole('table', { name: /月ごとの集計/ })
  await expect(table.getByRole('row').last()).toContainText(/\d/)
  await expect(table.getByRole('link', { name: /の内訳$/ })).toHaveCount(0)
})

for (const width of [375, 1280]) {
  test(`at ${width} px the tables fit, and axe finds nothing in them`, async ({ asStaff }) => {
    const page = await asStaff('head', { width, path: `${path}&shop=all` })
    for (const address of [`${path}&shop=all`, '/dashboard/yearly?shop=all']) {
      await page.goto(address)
      await expectFiguresOrYear(page)
      await scrollThrough(page)
      // The last first: each click makes the list of them shorter.
      for (const view of (await page.getByRole('button', { name: '表で見る' }).all()).reverse()) await view.click()
      await page.getByRole('table').last().scrollIntoViewIfNeeded()
      await page.waitForLoadState('networkidle')
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
    }
  })
}

/** All panels of the month, or all of the year. */
const expectFiguresOrYear = (page: Page) =>
  expect(page.getByRole('heading', { name: /^(来館の時間帯|月ごとの集計)$/ })).toBeVisible()
