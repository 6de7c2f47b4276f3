import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { test as base, expect, expectNoAxeViolations } from '../support/fixtures.ts'
import { counts, expectRows, openFilters, readCounts, rows, searchField } from '../support/lists.ts'
import { expectNoSidewaysScroll } from '../support/screens.ts'
import { type Fault, startApp, startFaultyApi } from '../support/stack.ts'

const path = '/hacomono/members'
const members = '/api/admin/user/member/'
const sheet = 'dialog[open]'

interface Faulty {
  origin: string
  become: (fault: Fault) => Promise<void>
}

const test = base.extend<{ healthyAgain: undefined }, { faulty: Faulty }>({
  /** An app of this worker's own, with a process between it and the API that fails on demand. */
  faulty: [
    async ({ stack, supervisor }, use) => {
      const { origin: apiOrigin, become } = await startFaultyApi(supervisor, stack.api)
      const origin = await startApp(supervisor, { apiOrigin, emulatorPort: stack.emulatorPort })
      await use({ origin, become })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  healthyAgain: [
    async ({ faulty }, use) => {
      await use(undefined)
      await faulty.become({ kind: 'none' })
    },
    { auto: true },
  ],
})

const themes = ['light', 'dark'] as const

async function expectGood(page: Page) {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoAxeViolations(page)
  }
  await expectNoSidewaysScroll(page)
}

for (const width of [375, 1280]) {
  test(`at ${width} px: rows, filters, a record, no match, a failure`, async ({ asStaff, faulty }) => {
    test.setTimeout(120_000)
    const page = await asStaff('head', { width, path, origin: faulty.origin })
    await expectRows(page)
    await expectGood(page)
    await openFilters(page)
    await page.getByLabel('契約状態', { exact: true }).selectOption('休会中')
    await expect(page.getByRole('list', { name: '適用中の条件' })).toBeVisible()
    await expectRows(page)
    await expectGood(page)

    await page.locator('[data-record]').first().click()
    await expect(page.locator(sheet).getByText('契約の履歴')).toBeVisible()
    await expectGood(page)
    await page.locator(sheet).getByRole('button', { name: '閉じる' }).click()

    await searchField(page).fill('いないひと')
    const empty = page.getByRole('status').filter({ hasText: '条件に合う会員が見つかりません' })
    await expect(empty).toBeVisible()
    await expectGood(page)
    await empty.getByRole('button', { name: '条件をクリア' }).click()
    await expect(page).toHaveURL(/\/hacomono\/members$/)
    await expectRows(page)

    await faulty.become({ kind: 'error', only: members })
    await searchField(page).fill('すずき')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('会員の一覧を表示できませんでした')
    await expectGood(page)
    await faulty.become({ kind: 'none' })
    await alert.getByRole('button', { name: '再試行' }).click()
    await expectRows(page)
    await expect(page.locator('[data-record]').first()).toContainText('スズキ')
  })
}

test('a failure of our own side has a reference number', async ({ asStaff, faulty }) => {
  const page = await asStaff('manager', { path, origin: faulty.origin })
  await expectRows(page)
  await faulty.become({ kind: 'down', only: members })
  await page.getByRole('button', { name: '入会日' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('通信に失敗しました')
  await expect(searchField(page)).toBeEditable()
})

test('while the next page loads the old one stays, and the counts say which it is', async ({ asStaff, faulty }) => {
  const page = await asStaff('head', { path: `${path}?contractStatus=active`, origin: faulty.origin })
  await expectRows(page)
  const before = await rows(page).allInnerTexts()
  await faulty.become({ kind: 'slow', only: members, delayMs: 1500 })
  await page.getByRole('button', { name: '来館(30日)' }).click()
  await expect(page.locator('main [aria-busy=true]')).toBeVisible()
  expect(await rows(page).allInnerTexts()).toEqual(before)
  await expectRows(page)
  expect(await rows(page).allInnerTexts()).not.toEqual(before)
})

test('a list that has not come yet is as high as the one that comes', async ({ asStaff, faulty }) => {
  const page = await asStaff('head', { path: '/dashboard', origin: faulty.origin })
  await faulty.become({ kind: 'slow', only: members, delayMs: 2500 })
  await page
    .getByRole('navigation', { name: 'メインメニュー' })
    .getByRole('link', { name: '会員', exact: true })
    .click()
  const region = page.getByRole('region', { name: '会員の一覧' })
  await expect(region.locator('[data-slot=skeleton]').first()).toBeVisible()
  const waiting = await region.boundingBox()
  await expectRows(page)
  expect(await region.boundingBox()).toEqual(waiting)
})

test('an export that takes long tells how far it is, and stops when told to', async ({ asStaff, faulty }) => {
  const page = await asStaff('manager', { path, origin: faulty.origin })
  await expectRows(page)
  await faulty.become({ kind: 'slow', only: members, delayMs: 8000 })
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('button', { name: '書き出す', exact: true }).click()
  const progress = page.getByRole('region', { name: 'CSVの書き出し' })
  await expect(progress.getByRole('progressbar', { name: '書き出した行' })).toBeVisible()
  await expect(progress).toContainText(/0 \/ [\d,]+件/)
  await progress.getByRole('button', { name: '中止' }).click()
  await expect(progress).toHaveCount(0)
  await expect(page.getByText('CSVの書き出しを中止しました。')).toBeVisible()
  expect(downloads).toBe(0)
})

test('an export in the middle: the bar moves, 中止 ends it without a file, the list is still there, the next one is whole', async ({
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
    await page.getByRole('button', { name: '書き出す', exact: true }).click()
  }
  await startExport()
  const progress = page.getByRole('region', { name: 'CSVの書き出し' })
  const bar = progress.getByRole('progressbar', { name: '書き出した行' })
  const rowsSoFar = async () => Number(await bar.getAttribute('value'))
  await expect.poll(rowsSoFar).toBeGreaterThan(0)
  const early = await rowsSoFar()
  await expect.poll(rowsSoFar).toBeGreaterThan(early)
  expect(await rowsSoFar()).toBeLessThan(total)
  await expect(progress).toContainText(`/ ${total.toLocaleString('ja-JP')}件`)

  await progress.getByRole('button', { name: '中止' }).click()
  await expect(page.getByText('CSVの書き出しを中止しました。')).toBeVisible()
  await expect(progress).toHaveCount(0)
  await faulty.become({ kind: 'none' })
  await page.getByRole('button', { name: '次のページ' }).click()
  await expect(counts(page)).toContainText('11–20 / 全')
  await expectRows(page)
  expect(downloads).toEqual([])

  await startExport()
  await expect(page.getByText(`${total.toLocaleString('ja-JP')}件を書き出しました。`)).toBeVisible()
  expect(downloads).toHaveLength(1)
  const lines = readFileSync((await downloads[0]?.path()) ?? '', 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(total + 1)
})

test('an export that fails says so, and offers no half file', async ({ asStaff, faulty }) => {
  const page = await asStaff('manager', { path, origin: faulty.origin })
  await expectRows(page)
  await faulty.become({ kind: 'html', only: members })
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('button', { name: '書き出す', exact: true }).click()
  await expect(page.getByText(/CSVを書き出せませんでした。/)).toBeVisible()
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

test('on a phone 500 members are cards, and only those on the screen are drawn', async ({ asStaff }) => {
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
  test(`who scrolls before 500 rows are all there stays where they are, at ${width} px`, async ({ asStaff }) => {
    const page = await asStaff('head', { width, path })
    await expectRows(page)
    const comes = Promise.withResolvers<void>()
    await page.route(/virtual\.lazy/, async (route) => {
      await comes.promise
      await route.continue()
    })
    await page.getByLabel('表示件数').selectOption('500件')
    await expect(counts(page)).toContainText('1–500 / 全')
    await expectRows(page)
    await page.locator('[data-row="20"]').scrollIntoViewIfNeeded()
    const before = await rowAtTheMiddle(page)
    comes.resolve()
    await expect(page.locator('[data-row="28"]')).toBeAttached()
    expect(await rowAtTheMiddle(page)).toBe(before)
  })
}

/** Which row one looks at. */
const rowAtTheMiddle = (page: Page) =>
  page.evaluate(() => {
    const isThere = (row: Element) => row.getBoundingClientRect().bottom > window.innerHeight / 2
    return [...document.querySelectorAll('[data-row]')].find(isThere)?.getAttribute('data-row')
  })
