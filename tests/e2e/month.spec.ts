import { readFileSync } from 'node:fs'
import { expect, test } from '../support/fixtures.ts'
import {
  dailyTable,
  expectFigures,
  figureCard,
  holdBack,
  monthFromNow,
  monthPicker,
  readNumber,
  showDailyTable,
} from '../support/screens.ts'

test.use({ warm: true })

test('the month before last is closed: 確定, compared with the month before it', async ({ asStaff }) => {
  const { inUrl, asWritten } = monthFromNow(-2)
  const page = await asStaff('manager')
  await expectFigures(page)
  await page.getByRole('button', { name: '前の月' }).click()
  await page.getByRole('button', { name: '前の月' }).click()

  await expect(page).toHaveURL(`/dashboard?month=${inUrl}`)
  await expect(monthPicker(page).locator('option:checked')).toHaveText(asWritten)
  await expect(page.getByText('確定', { exact: true })).toBeVisible()
  await expect(figureCard(page, '来館数')).toContainText('前月比')
  await expect(figureCard(page, '来館数')).toContainText(/前年同月比[+▲±]/)
})

test('the current month is open: 速報, compared with the same day of the previous month', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await expect(page.getByText('速報', { exact: true })).toBeVisible()
  await expect(figureCard(page, '来館数')).toContainText('前月同日比')
  await expect(figureCard(page, '来館数')).toContainText(/前年同日比[+▲±]/)
  await expect(page.getByRole('button', { name: '次の月' })).toBeDisabled()
  // What its last day changes is shown as it will be then.
  await expect(figureCard(page, '退会率')).toContainText(/%(着地見込|予定を含む)/)
  await expect(figureCard(page, '退会率')).toContainText(/時点 [\d,]+名・届出を含む [\d,]+名/)
  await expect(figureCard(page, '在籍（.+時点）')).toContainText(/今月 [\d,]+ → [\d,]+・予定を含む/)
})

test('the days add up to the month', async ({ asStaff }) => {
  const { inUrl, days } = monthFromNow(-2)
  const page = await asStaff('manager', { path: `/dashboard?month=${inUrl}` })
  await expectFigures(page)
  const shown = await figureCard(page, '来館数').locator('p').first().textContent()
  await showDailyTable(page)

  const table = dailyTable(page)
  await expect(table.locator('tbody tr')).toHaveCount(days)
  const columnOf = async (heading: string) => {
    const headings = await table.locator('thead th').allTextContents()
    const index = headings.indexOf(heading)
    const cells = await table.locator(`tbody tr > :nth-child(${index + 1})`).allTextContents()
    const total = await table.locator(`tfoot tr > :nth-child(${index + 1})`).textContent()
    return { sum: cells.map(readNumber).reduce((sum, value) => sum + value, 0), total: readNumber(total ?? '') }
  }

  for (const heading of ['来館数', '入会', '退会', '売上']) {
    const { sum, total } = await columnOf(heading)
    expect(sum, heading).toBe(total)
  }
  const visits = await columnOf('来館数')
  expect(visits.total).toBeGreaterThan(100)
  expect(readNumber(shown ?? '')).toBe(visits.total)
})

test('users who may export get the days of the month as CSV, with the screen’s figures', async ({ asStaff }) => {
  const { inUrl, days } = monthFromNow(-2)
  const path = `/dashboard?month=${inUrl}`
  const page = await asStaff('manager', { path })
  await expectFigures(page)
  const shown = await figureCard(page, '来館数').locator('p').first().textContent()
  await showDailyTable(page)
  const columns = await dailyTable(page).locator('thead th').allTextContents()
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await arriving
  const month = inUrl.replace('-', '')
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^日ごとの集計_新宿店_${month}01-${month}${days}_\\d{8}_\\d{4}\\.csv$`),
  )
  const [header = [], ...rows] = readFileSync(await file.path(), 'utf8')
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(header.map((title) => title.replace(/（.*）/, ''))).toEqual([columns[0], '曜日', '祝日', ...columns.slice(1)])
  expect(rows).toHaveLength(days)
  const visits = rows.map((row) => Number(row[header.indexOf('来館数（回）')]))
  expect(visits.reduce((sum, one) => sum + one, 0)).toBe(readNumber(shown ?? ''))

  const ofTrainer = await asStaff('trainer', { path })
  await expectFigures(ofTrainer)
  await expect(ofTrainer.getByRole('button', { name: 'CSV' })).toHaveCount(0)
})

test('the chart of the days is a sketch until somebody turns to it by mouse or keyboard, and is drawn in its place', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `/dashboard?month=${monthFromNow(-2).inUrl}` })
  const draw = await holdBack(page, /series-live/)
  await page.reload()
  const chart = page.getByRole('figure', { name: /の日ごとの来館数/ })
  const [sketch, drawn] = [chart.getByRole('img'), chart.locator('.recharts-surface')]
  const onPaper = async (one: typeof sketch) => {
    await page.emulateMedia({ media: 'print' })
    await expect(one).toBeVisible()
    await page.emulateMedia({ media: null })
  }
  await expect(sketch).toBeVisible()
  await onPaper(sketch)
  await chart.scrollIntoViewIfNeeded()
  const place = await chart.boundingBox()
  await draw()
  await expect(sketch).toBeVisible()
  await chart.hover()
  await expect(drawn).toBeVisible()
  await expect(sketch).toHaveCount(0)
  expect(await chart.boundingBox()).toEqual(place)
  await onPaper(drawn)
  await page.mouse.move(0, 0)
  await page.reload()
  await expect(sketch).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(drawn).toBeVisible()
})

test('the movements from 期首 to 期末 are also a chart, with the table’s figures', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `/dashboard?month=${monthFromNow(-2).inUrl}` })
  await expectFigures(page)
  const panel = page.locator('section', { has: page.getByRole('heading', { name: '会員の動き' }) })
  await expect(panel.locator('dl')).toBeVisible()
  const rows = await panel
    .locator('dl > div')
    .evaluateAll((divs) => divs.map((div) => (div.querySelector('dd > span')?.textContent ?? '').replace(/\D/g, '')))
  await panel.getByRole('button', { name: 'グラフで見る' }).press('Enter')
  const picture = panel.getByRole('img', { name: /期首在籍から期末在籍までの増減/ })
  await expect(picture).toBeVisible()
  const shown = await picture.locator('.font-semibold').allTextContents()
  expect(shown.map((text) => text.replace(/\D/g, ''))).toEqual(rows.slice(0, 6))
  await panel.getByRole('button', { name: '表で見る' }).press('Enter')
  await expect(panel.locator('dl')).toBeVisible()
})

test('the browser’s back button goes back month by month', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await page.getByRole('button', { name: '前の月' }).click()
  await expect(page).toHaveURL(/month=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(monthPicker(page).locator('option:checked')).toHaveText(monthFromNow(0).asWritten)
})

test('an invalid or future month shows the current one', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/dashboard?month=2026-13' })
  await expectFigures(page)
  await expect(monthPicker(page).locator('option:checked')).toHaveText(monthFromNow(0).asWritten)
  await page.goto(`/dashboard?month=${monthFromNow(3).inUrl}`)
  await expectFigures(page)
  await expect(monthPicker(page).locator('option:checked')).toHaveText(monthFromNow(0).asWritten)
})

test('a month before the club’s first day says so, and offers one with data', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/dashboard?month=2010-01' })
  await expect(page.getByRole('status').filter({ hasText: 'データはまだありません' })).toBeVisible()
})

test('every figure has its formula', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await figureCard(page, '退会率').getByRole('button').first().click()
  await expect(page.getByText(/退会.*÷|÷.*退会/).first()).toBeVisible()
})

test('on a phone the figures and their 「なぜ」 stay inside their cards', async ({ asStaff }) => {
  const page = await asStaff('manager', { width: 375, path: '/dashboard' })
  await expect(page.getByRole('link', { name: /がなぜ変わったか$/ }).first()).toBeVisible()
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll('[data-slot=card]:has(> p.figures) > *, [data-slot=card]:has(> p.figures) > h2 > *')]
      .filter((part) => {
        const card = part.closest('[data-slot=card]')?.getBoundingClientRect()
        return part.getBoundingClientRect().right > (card?.right ?? 0)
      })
      .map(({ textContent }) => textContent),
  )
  expect(outside).toEqual([])
})

test('the four figures stand on one line at 1280 px, with their 「なぜ」', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/dashboard?shop=all' })
  await expect(page.getByRole('link', { name: /がなぜ変わったか$/ }).first()).toBeVisible()
  const tops = await page
    .locator('main h2 + p.figures')
    .evaluateAll((figures) => figures.map((figure) => figure.getBoundingClientRect().top))
  expect(tops).toHaveLength(4)
  expect(new Set(tops).size).toBe(1)
})
