import { readFileSync } from 'node:fs'
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { readCounts } from '../support/lists.ts'
import {
  expectFigures,
  expectNoSidewaysScroll,
  expectPrintLine,
  figureCard,
  monthFromNow,
  panelOf,
  readNumber,
} from '../support/screens.ts'

test.use({ warm: true })

const closed = monthFromNow(-2)
const open = monthFromNow(0)

test('a manager reads the month and opens the members behind 退会: as many rows as the figure says', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `/dashboard?month=${closed.inUrl}` })
  await expectFigures(page)
  const behind = panelOf(page, '会員の動き').getByRole('link', { name: /^退会 \d+名（退会した会員）$/ })
  const shown = readNumber((await behind.textContent()) ?? '')
  expect(shown).toBeGreaterThan(0)
  await behind.click()
  await expect(page.getByRole('heading', { name: '退会した会員', level: 1 })).toBeVisible()
  expect((await readCounts(page)).total).toBe(shown)
  for (const date of await page.locator('main tbody tr').filter({ visible: true }).allTextContents()) {
    expect(date).toContain(closed.inUrl.replace('-', '/'))
  }
  await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
  await expectFigures(page)
  await expect(page.getByText('確定', { exact: true })).toBeVisible()
})

test('an owner compares their shops, sorts them, and opens one', async ({ asStaff }) => {
  const page = await asStaff('owner', { path: `/dashboard?month=${closed.inUrl}&shop=all` })
  await expectFigures(page)
  const panel = panelOf(page, '店舗の比較')
  await panel.scrollIntoViewIfNeeded()
  const table = panel.getByRole('table')
  await expect(table.locator('tbody tr')).toHaveCount(2)

  const columnOf = async (heading: string) => {
    const headings = (await table.locator('thead th').allTextContents()).map((text) => text.trim())
    const at = headings.indexOf(heading) + 1
    const cells = await table.locator(`tbody tr > :nth-child(${at})`).allTextContents()
    const total = await table.locator(`tfoot tr > :nth-child(${at})`).textContent()
    return { values: cells.map(readNumber), total: readNumber(total ?? '') }
  }
  for (const heading of ['期末在籍', '入会', '退会', '来館数', '売上']) {
    const { values, total } = await columnOf(heading)
    expect(
      values.reduce((sum, value) => sum + value, 0),
      heading,
    ).toBe(total)
  }
  expect((await columnOf('期末在籍')).total).toBe(
    readNumber((await figureCard(page, '(?:期末在籍|在籍（.+時点）)').locator('p').first().textContent()) ?? ''),
  )

  const sorter = table.getByRole('button', { name: '来館数', exact: true })
  await sorter.click()
  const once = (await columnOf('来館数')).values
  await sorter.click()
  await expect.poll(async () => (await columnOf('来館数')).values).toEqual([...once].reverse())

  const first = table.locator('tbody tr').first().getByRole('rowheader').getByRole('link')
  const name = (await first.textContent()) ?? ''
  await first.press('Enter')
  await expect(page).toHaveURL((url) => /^\d+$/.test(url.searchParams.get('shop') ?? ''))
  await expect(page.getByRole('main').getByText(name, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(panelOf(page, '店舗の比較')).toHaveCount(0)
})

test('the year has its own URL; its months match the monthly screen', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `/dashboard?month=${closed.inUrl}` })
  await expectFigures(page)
  const closing = readNumber((await figureCard(page, '期末在籍').locator('p').first().textContent()) ?? '')
  await page.getByRole('link', { name: '年次', exact: true }).click()
  // The year of the month; the month is still there on the way back.
  await expect(page).toHaveURL((url) => url.pathname + url.search === `/dashboard/yearly?month=${closed.inUrl}`)
  await expect(figureCard(page, '年間退会率')).toContainText(/\d/)
  await expect(figureCard(page, '平均月次退会率')).toContainText(/\d/)

  const month = page.getByRole('link', { name: closed.asWritten, exact: true })
  const row = page.locator('tr', { has: month })
  await expect(row).toContainText(closing.toLocaleString('ja-JP'))
  await month.click()
  await expect(page).toHaveURL((url) => url.searchParams.get('month') === closed.inUrl)
  await expectFigures(page)
  await page.goBack()
  await expect(figureCard(page, '年間退会率')).toContainText(/\d/)
})

test('平均在籍期間 states its twelve months, and opens their 退会', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/dashboard/yearly' })
  const card = figureCard(page, '平均在籍期間（推定）')
  const [, first = '', last = ''] = /(\d{4}\/\d{2})〜(\d{4}\/\d{2})/.exec((await card.textContent()) ?? '') ?? []
  expect(last).toBe(monthFromNow(-1).inUrl.replace('-', '/'))
  await card.getByRole('link', { name: /^平均在籍期間（推定） [\d.]+か月（退会した会員）$/ }).click()
  await expect(page.getByRole('heading', { name: '退会した会員', level: 1 })).toBeVisible()
  await expect(page.getByText(new RegExp(`${first}/01\\(.\\) 〜 ${last}/\\d\\d`))).toBeVisible()
  expect((await readCounts(page)).total).toBeGreaterThan(0)
})

test('a 年度 from April can be chosen, is kept in the URL, and exported', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/dashboard/yearly' })
  await expect(figureCard(page, '年間退会率')).toContainText(/\d/)
  await page.getByRole('combobox', { name: /開始月|始まり/ }).selectOption('4')
  await expect(page).toHaveURL(/fiscalStartMonth=4/)
  await page.reload()
  await expect(figureCard(page, '年間退会率')).toContainText(/\d/)
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toMatch(/^月ごとの集計_新宿店_\d{4}04-\d{4}03_\d{8}_\d{4}\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .slice(1)
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(14)
  expect(lines[1]).toMatch(/^\d{4}年4月,/)
  expect(lines[13]).toMatch(/^年計,/)
  const titles = (lines[0] ?? '').split(',').map((title) => title.replace(/（.*）/, ''))
  const columns = page.getByRole('table', { name: /月ごとの集計/ }).getByRole('columnheader')
  // The column of a sheet keeps its name also while a month runs.
  for (const column of await columns.allTextContents()) expect(titles).toContain(column.replace(/^在籍$/, '期末在籍'))
})

test('scheduled changes are separate from targets and forecast', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/dashboard' })
  await expectFigures(page)
  await panelOf(page, '今後の予定').scrollIntoViewIfNeeded()
  await expect(panelOf(page, '今後の予定')).toContainText('ほかの数値には含みません')
  await expect(panelOf(page, /目標/)).toContainText('着地')
  await page.goto(`/dashboard?month=${closed.inUrl}`)
  await expectFigures(page)
  await expect(panelOf(page, '今後の予定')).toHaveCount(0)
})

test('the hours of visits are also a table, with every weekday', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `/dashboard?month=${closed.inUrl}` })
  await expectFigures(page)
  const panel = panelOf(page, '来館の時間帯')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByRole('button', { name: '表で見る' }).click()
  for (const weekday of '日月火水木金土') await expect(panel.getByRole('table')).toContainText(weekday)
})

for (const path of [`/dashboard?month=${closed.inUrl}`, '/dashboard/yearly']) {
  test(`on paper ${path.split('?')[0]} shows shop, period, time and user`, async ({ asStaff }) => {
    const page = await asStaff('manager', { path })
    await expect(figureCard(page, '来館数')).toContainText(/\d/)
    await page.emulateMedia({ media: 'print' })
    await expectPrintLine(page)
    const header = page.locator('main p').filter({ visible: true })
    const period = path.includes('yearly') ? `${open.inUrl.slice(0, 4)}年` : closed.asWritten
    await expect(header.nth(0)).toHaveText(new RegExp(`^新宿店 +${period}.*（(速報・\\d+/\\d+時点|確定)）$`))
    await expect(header.nth(1)).toContainText(/^データは\d{4}.*まで$/)
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: '印刷' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /^(来館の時間帯|月ごとの集計)$/ })).toBeVisible()
  })
}

for (const account of ['partner', 'trainer'] as const) {
  test(`${account}@ sees no money in the year, nor in the shops side by side`, async ({ asStaff }) => {
    const page = await asStaff(account, { path: '/dashboard/yearly' })
    // An answer to the page before would end with the reload, unread.
    await page.waitForLoadState('networkidle')
    const answers: Promise<string>[] = []
    page.on('response', (answer) => {
      if (answer.url().includes('/_serverFn/'))
        answers.push(answer.text().then((text) => text.replaceAll(/\\+"/g, '"')))
    })
    await page.reload()
    // In January a partner's year has no month that is over.
    const figures = figureCard(page, '来館数').filter({ hasText: /\d/ })
    await expect(figures.or(page.getByRole('heading', { name: /の数値は、最初の月が終わると/ }))).toBeVisible()
    await page.getByRole('link', { name: '月次', exact: true }).click()
    await expectFigures(page)
    // An answer that comes later would end with the page, unread.
    page.removeAllListeners('response')
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of await Promise.all(answers)) {
      // What a campaign of the demo is called is no money.
      expect(answer.replaceAll('入会金0円', '')).not.toMatch(
        /"(sales|gross|net|netExTax|refund|unpaid|arpu|collectionRate|byCategory|duesPerMember|predictedLtv|cohortLtv)"|[¥円]/,
      )
    }
    await expect(page.getByRole('main')).not.toContainText(/¥|売上/)
  })
}

for (const width of [375, 1280]) {
  test(`at ${width} px the year is whole, and axe finds nothing in light and dark`, async ({ asStaff }) => {
    const page = await asStaff('head', { width, path: '/dashboard/yearly?shop=all' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.reload()
      await expect(figureCard(page, '来館数')).toContainText(/\d/)
      await page.waitForLoadState('networkidle')
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
    }
  })
}
