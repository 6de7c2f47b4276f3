import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { counts, expectRows, openFilters, readCounts } from '../support/lists.ts'
import { expectNoSidewaysScroll, holdBack } from '../support/screens.ts'

test.use({ warm: true })

const path = '/hacomono/members'
const members = '/api/admin/user/member/'
const sheet = 'dialog[open]'

test('a long export shows its progress, and can be cancelled', async ({ asStaff, faulty }) => {
  const page = await asStaff('manager', { path, origin: faulty.origin })
  await expectRows(page)
  await faulty.become({ kind: 'slow', only: members, delayMs: 8000 })
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('button', { name: '出力する', exact: true }).click()
  const progress = page.getByRole('region', { name: 'CSV出力' })
  await expect(progress.getByRole('progressbar', { name: '出力した行' })).toBeVisible()
  await expect(progress).toContainText(/0 \/ [\d,]+件/)
  await progress.getByRole('button', { name: '中止する' }).click()
  await expect(progress).toHaveCount(0)
  await expect(page.getByText('CSV出力を中止しました。')).toBeVisible()
  expect(downloads).toBe(0)
})

test('a running export shows progress, 中止 cancels it without a file, and the next one is complete', async ({
  asStaff,
  faulty,
}) => {
  const page = await asStaff('head', { path, origin: faulty.origin })
  const { total } = await readCounts(page)
  await faulty.become({ kind: 'trickle', only: members, delayMs: 150 })
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  const startExport = async () => {
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('button', { name: '出力する', exact: true }).click()
  }
  await startExport()
  const progress = page.getByRole('region', { name: 'CSV出力' })
  const bar = progress.getByRole('progressbar', { name: '出力した行' })
  const rowsSoFar = async () => Number(await bar.getAttribute('value'))
  await expect.poll(rowsSoFar).toBeGreaterThan(0)
  const early = await rowsSoFar()
  await expect.poll(rowsSoFar).toBeGreaterThan(early)
  expect(await rowsSoFar()).toBeLessThan(total)
  await expect(progress).toContainText(`/ ${total.toLocaleString('ja-JP')}件`)

  await progress.getByRole('button', { name: '中止する' }).click()
  await expect(page.getByText('CSV出力を中止しました。')).toBeVisible()
  await expect(progress).toHaveCount(0)
  await faulty.become({ kind: 'none' })
  await page.getByRole('button', { name: '次のページ' }).click()
  await expect(counts(page)).toContainText('51–100 / 全')
  await expectRows(page)
  expect(downloads).toEqual([])

  await startExport()
  await expect(page.getByText(`${total.toLocaleString('ja-JP')}件をCSVに出力しました。`)).toBeVisible()
  expect(downloads).toHaveLength(1)
  const lines = readFileSync((await downloads[0]?.path()) ?? '', 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(total + 1)
})

test('a failed export says so, and offers no partial file', async ({ asStaff, faulty }) => {
  const page = await asStaff('manager', { path, origin: faulty.origin })
  await expectRows(page)
  await faulty.become({ kind: 'html', only: members })
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('button', { name: '出力する', exact: true }).click()
  await expect(page.getByText(/CSVを出力できませんでした。/)).toBeVisible()
})

for (const width of [320, 360, 768, 1920]) {
  test(`nothing is cut off at ${width} px, of the list and of a record`, async ({ asStaff }) => {
    const page = await asStaff('head', { width, path })
    await expectRows(page)
    await openFilters(page)
    await expectNoSidewaysScroll(page)
    await page.locator('[data-record]').first().click()
    await expect(page.locator(sheet).getByText('契約の履歴')).toBeVisible()
    await expectNoSidewaysScroll(page)
    const box = await page.locator(sheet).boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.width ?? width + 1) <= width).toBe(true)
  })
}

test('on a phone 500 members are cards, and only visible ones are rendered', async ({ asStaff }) => {
  const page = await asStaff('head', { width: 375, path })
  await expectRows(page)
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByLabel('表示件数').selectOption('500件')
  await expect(counts(page)).toContainText('1–500 / 全')
  await expectRows(page)
  const cards = page.locator('article[data-row]')
  await expect(cards.first()).toBeVisible()
  expect(await cards.count()).toBeLessThan(80)
  // Cards are measured as they come to the screen: the end is where the last one is.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(cards.last()).toHaveAttribute('data-row', '499', { timeout: 500 })
  }).toPass()
  await expectNoSidewaysScroll(page)
})

for (const width of [375, 1280]) {
  test(`scrolling before all 500 rows have rendered keeps the position, at ${width} px`, async ({ asStaff }) => {
    const page = await asStaff('head', { width, path })
    await expectRows(page)
    const arrive = await holdBack(page, /virtual\.lazy/)
    await page.getByLabel('表示件数').selectOption('500件')
    await expect(counts(page)).toContainText('1–500 / 全')
    await expectRows(page)
    await page.locator('[data-row="20"]').scrollIntoViewIfNeeded()
    const before = await rowAtTheMiddle(page)
    arrive()
    await expect(page.locator('[data-row="28"]')).toBeAttached()
    expect(await rowAtTheMiddle(page)).toBe(before)
  })
}

test('another page starts at its top, with all its rows', async ({ asStaff }) => {
  const page = await asStaff('head', { width: 1280, path })
  await expectRows(page)
  const last = page.locator('[data-row="49"]')
  await last.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: '次のページ' }).click()
  await expect(counts(page)).toContainText('51–100 / 全')
  await expect(page.locator('[data-row="0"]')).toBeInViewport()
  await expect(last).toBeAttached()
  await expect(last).not.toBeInViewport()
})

test('500 rows in another order start at the top too', async ({ asStaff }) => {
  const page = await asStaff('head', { width: 1280, path: `${path}?limit=500` })
  await expectRows(page)
  await page.locator('[data-row="10"] [data-record]').focus()
  for (let row = 10; row < 60; row++) await page.keyboard.press('j')
  await expect(page.locator('[data-row="60"] [data-record]')).toBeFocused()
  await page.getByRole('button', { name: '会員番号' }).click()
  await expect(page.getByRole('columnheader', { name: '会員番号' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.locator('[data-row="0"]')).toBeInViewport()
})

/** The row at the top of the viewport. */
const rowAtTheMiddle = (page: Page) =>
  page.evaluate(() => {
    const isThere = (row: Element) => row.getBoundingClientRect().bottom > window.innerHeight / 2
    return [...document.querySelectorAll('[data-row]')].find(isThere)?.getAttribute('data-row')
  })
