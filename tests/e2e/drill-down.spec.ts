import { readFile } from 'node:fs/promises'
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { expectRows, list, names, readCounts, rows, search, searchField } from '../support/lists.ts'
import { chooseShop, expectNoSidewaysScroll, monthFromNow, panelOf, readNumber } from '../support/screens.ts'

test.use({ warm: true })

const last = monthFromNow(-1)
const [year, month] = last.inUrl.split('-').map(Number)
const ofMonth = `year=${year}&month=${month}`
/** The twelve months before that one. */
const twelveMonths = `year=${Number(year) - 1}&fiscalStartMonth=${month}`
const members = (figure: string, more = '') => `/dashboard/members?figure=${figure}&${ofMonth}${more}`
const bookings = (figure: string, more = '') => `/dashboard/reservations?figure=${figure}&${ofMonth}${more}`
const classes = (figure: string, more = '') => `/dashboard/classes?figure=${figure}&${ofMonth}${more}`
const leads = (figure: string, more = '') => `/dashboard/leads?figure=${figure}&${ofMonth}${more}`
const visits = (more = '') => `/dashboard/visits?${ofMonth}${more}`
const sales = (figure: string, more = '') => `/dashboard/sales?figure=${figure}&${ofMonth}${more}`
const sumRow = 'main tfoot tr:last-of-type'

test('a dashboard figure links to exactly as many rows, and back to the same month', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `/dashboard?month=${last.inUrl}&shop=all` })
  const link = page.getByRole('link', { name: /^退会 [\d,]+名（退会した会員）$/ }).first()
  const figure = readNumber((await link.getAttribute('aria-label')) ?? '')
  await link.click()
  await expect(page.getByRole('heading', { name: '退会した会員', level: 1 })).toBeVisible()
  const counts = await readCounts(page)
  expect(counts.total).toBe(figure)
  await expect(page.locator('main')).toContainText(`${figure}名`)
  await expect(page.locator('main')).toContainText(last.asWritten)

  await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/dashboard' && url.searchParams.get('month') === last.inUrl)
})

test('no-shows and trials open as many rows as their figures say', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `/dashboard?month=${last.inUrl}` })
  const ways = [
    [/^予約$/, /^無断キャンセル [\d,]+件の内訳$/, '無断キャンセルの内訳'],
    [/^見学・体験$/, /^体験 [\d,]+件の内訳$/, '体験の内訳'],
  ] as const
  for (const [panel, name, heading] of ways) {
    await panelOf(page, panel).scrollIntoViewIfNeeded()
    const link = panelOf(page, panel).getByRole('link', { name })
    const figure = readNumber((await link.textContent()) ?? '')
    expect(figure).toBeGreaterThan(0)
    await link.click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    expect((await readCounts(page)).total).toBe(figure)
    for (const row of await rows(page).allTextContents()) {
      expect(row).toContain(last.inUrl.replace('-', '/'))
      if (heading.startsWith('無断')) expect(row).toContain('無断キャンセル')
    }
    await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/dashboard' && url.searchParams.get('month') === last.inUrl)
  }
})

test('a rate links to its rows: the classes add up to 予約枠稼働率', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `/dashboard?month=${last.inUrl}` })
  const panel = panelOf(page, /^予約$/)
  await panel.scrollIntoViewIfNeeded()
  const link = panel.getByRole('link', { name: /^予約枠稼働率 [\d.]+%（クラスの内訳）$/ })
  const rate = (await link.textContent()) ?? ''
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'クラスの内訳', level: 1 })).toBeVisible()
  await expectRows(page)
  await expect(page.locator(sumRow)).toContainText(rate)
  // All on one page: its seats are the sum under them.
  await page.goto(`${new URL(page.url()).pathname}${new URL(page.url()).search}&limit=500`)
  const { total } = await readCounts(page)
  expect(total).toBeLessThan(500)
  const [, , capacity = 0, used = 0] = (
    await page.locator('main tfoot tr').first().locator('th, td').allInnerTexts()
  ).map((text) => readNumber(text || '0'))
  expect((used / capacity) * 100).toBeCloseTo(Number.parseFloat(rate), 1)
  await page.keyboard.press('j')
  await expect(rows(page).nth(0).locator('[data-record]')).toBeFocused()
})

test('予定 has its formula, and opens the scheduled withdrawals after the data date', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/dashboard' })
  const panel = panelOf(page, '今後の予定')
  await panel.scrollIntoViewIfNeeded()
  await panel.getByRole('button', { name: '退会の予定の説明' }).click()
  await expect(page.getByRole('dialog', { name: '退会の予定' })).toContainText('契約の最終日を迎える予定の会員')
  await page.keyboard.press('Escape')
  const link = panel.getByRole('link', { name: /^退会の予定 [\d,]+名の内訳$/ })
  const figure = readNumber((await link.textContent()) ?? '')
  await link.click()
  await expect(page.getByRole('heading', { name: '退会の予定の内訳', level: 1 })).toBeVisible()
  expect((await readCounts(page)).total).toBe(figure)
})

test('継続率 opens the cohort, and those who stayed', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `/dashboard?month=${last.inUrl}` })
  const panel = panelOf(page, '継続率と在籍力')
  const ways = [
    [/^3か月 入会 [\d,]+名の内訳$/, '継続率の対象の内訳'],
    [/^3か月 継続 [\d,]+名の内訳$/, '継続している会員の内訳'],
    [/^3か月継続率 [\d.]+%（継続率の対象の内訳）$/, '継続率の対象の内訳'],
  ] as const
  for (const [name, heading] of ways) {
    await panel.scrollIntoViewIfNeeded()
    const link = panel.getByRole('link', { name })
    const figure = readNumber((await link.textContent()) ?? '')
    await link.click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.locator('main')).toContainText(`${last.asWritten} 3か月前の入会`)
    const { total } = await readCounts(page)
    if (!name.source.includes('%')) expect(total).toBe(figure)
    await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
    await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toBeVisible()
  }
})

test('the visits of one day are listed one by one, with the hour', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: visits('&day=3') })
  await expect(page.getByRole('heading', { name: '来館数の内訳', level: 1 })).toBeVisible()
  const { total } = await readCounts(page)
  expect(total).toBeGreaterThan(0)
  await expect(page.locator('main')).toContainText(`${total}回`)
  await expect(page.locator('main')).toContainText(`${last.asWritten}3日`)
  for (const row of await rows(page).allTextContents()) expect(row).toContain(`${last.inUrl.replace('-', '/')}/03`)
})

test('by keyboard alone: row to row, to the record, and back', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: members('closingMembers') })
  await expectRows(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused()
  const name = (await rows(page).nth(0).getByRole('link').textContent())?.trim() ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\/members\?figure=closingMembers/)
  await expectRows(page)
})

test('withdrawals are searched, sorted and exported; a record opens, and Back returns to the same rows', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `/dashboard/members?figure=withdrawals&${twelveMonths}` })
  const { total: all } = await readCounts(page)
  await expect(list(page).getByRole('columnheader')).toContainText([
    '氏名',
    '会員番号',
    '退会日',
    '退会理由',
    'プラン',
    '在籍期間',
  ])
  const [surname = ''] = ((await names(page))[0] ?? '').split(/\s/)
  await page.keyboard.press('/')
  await expect(searchField(page)).toBeFocused()
  await search(page, surname)
  const { total: found } = await readCounts(page)
  expect(found).toBeLessThan(all)
  const narrowed = `検索結果 ${found}件 / 全${all.toLocaleString('ja-JP')}件`
  await expect(page.locator('main')).toContainText(narrowed)
  // The figure stays that of all rows.
  await expect(page.locator('main')).toContainText(`${all.toLocaleString('ja-JP')}名`)

  await page.getByRole('button', { name: '在籍期間' }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('sort') === '-tenure')
  await expectRows(page)
  const sorted = await names(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^CSV/ }).click()
  await page.getByRole('button', { name: '出力する' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^退会した会員_.*年度?_\d{8}_\d{4}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toContain('退会日,退会理由,プラン,在籍期間（か月）')
  expect(lines).toHaveLength(found + 1)
  const inFile = lines.slice(1).map((line) => line.split(',')[1])
  expect(sorted.map((name) => name.split('\n')[0])).toEqual(inFile.slice(0, sorted.length))

  const linked = rows(page)
    .filter({ has: page.getByRole('link') })
    .first()
  await linked.getByRole('link').click()
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+/)
  await page.goBack()
  await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === surname)
  await expectRows(page)
  expect(await names(page)).toEqual(sorted)

  await searchField(page).fill('いないひと')
  await expect(page.getByRole('heading', { name: '条件に合う会員が見つかりません' })).toBeVisible()
  await page.getByRole('button', { name: '条件をクリア' }).click()
  expect((await readCounts(page)).total).toBe(all)
})

test('a member transferred to a shop out of scope is shown by name, without a link', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `/dashboard/members?figure=transferOut&${twelveMonths}` })
  const { total } = await readCounts(page)
  expect(total).toBeGreaterThan(0)
  const row = rows(page).filter({ hasText: '担当外の会員' }).first()
  await expect(row).toContainText('担当外の店舗')
  await expect(row.getByRole('link')).toHaveCount(0)
  // The keys go through all rows, whether they lead somewhere or not.
  for (const at of [0, 1]) {
    await page.keyboard.press('j')
    await expect(rows(page).nth(at).locator('[data-record]')).toBeFocused()
  }
})

test('visits of members and guests add up to the figure', async ({ asStaff }) => {
  const page = await asStaff('head', { path: members('visitCount', '&shop=all') })
  await expectRows(page)
  const lines = await page.locator('main tfoot tr').allInnerTexts()
  const [ofMembers = 0, ofGuests = 0, all = 0] = lines.map((line) => readNumber(line))
  expect(ofGuests).toBeGreaterThan(0)
  expect(ofMembers + ofGuests).toBe(all)
  await expect(page.locator('main')).toContainText(`${all.toLocaleString('ja-JP')}回`)
})

test('the pages of the sales add up to the figure', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `/dashboard/sales?figure=refund&${twelveMonths}&shop=all&limit=25` })
  const { total } = await readCounts(page)
  expect(total).toBeGreaterThan(25)
  const figure = readNumber((await page.locator(sumRow).textContent()) ?? '')
  let sum = 0
  for (let seen = 0; seen < total; ) {
    // The count may be there before the last rows are.
    const { from, to } = await readCounts(page)
    await expect(rows(page)).toHaveCount(to - from + 1)
    const amounts = await rows(page).locator('td:last-child').allInnerTexts()
    sum += amounts.reduce((all, text) => all + readNumber(text), 0)
    seen += amounts.length
    if (seen >= total) break
    await page.getByRole('button', { name: '次のページ' }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('offset') === String(seen))
    await expect(page.getByRole('status').filter({ hasText: `${seen + 1}–` })).toBeVisible()
  }
  expect(sum).toBe(figure)
})

test('changing the shop shows its rows of the same figure, from the first page', async ({ asStaff }) => {
  const page = await asStaff('head', { path: members('closingMembers', '&shop=all&offset=10') })
  const all = await readCounts(page)
  await chooseShop(page, '新宿店')
  await expect(page).toHaveURL((url) => url.searchParams.get('shop') !== 'all' && !url.searchParams.has('offset'))
  const one = await readCounts(page)
  expect(one).toMatchObject({ from: 1 })
  expect(one.total).toBeLessThan(all.total)
})

test('a trainer sees no money behind figures, and a trading partner no members', async ({ asStaff }) => {
  const trainer = await asStaff('trainer', { path: sales('netSales') })
  await expect(trainer.getByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible()
  const partner = await asStaff('partner')
  for (const path of [members('closingMembers'), visits(), bookings('noShow'), classes('slots'), leads('trials')]) {
    await partner.goto(path)
    await expect(partner.getByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible()
  }
})

test('a failure says so, and 再試行 loads the rows', async ({ asStaff, faulty }) => {
  const page = await asStaff('head', { path: members('withdrawals', '&shop=all'), origin: faulty.origin })
  await expectRows(page)
  await faulty.become({ kind: 'down', only: '/api/admin/report/figure' })
  await page.reload()
  await expect(page.getByRole('heading', { name: '会員の一覧を表示できませんでした' })).toBeVisible()
  await faulty.become({ kind: 'none' })
  await page.getByRole('button', { name: '再試行' }).click()
  await expectRows(page)
})

test('a future period and an empty figure say so', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/dashboard/members?figure=admissions&year=2090&shop=all' })
  await expect(page.getByRole('heading', { name: '2090年のデータはまだありません' })).toBeVisible()
  await page.goto('/dashboard/members?figure=transferIn&year=2026&shop=all')
  await expect(page.getByRole('heading', { name: '該当する会員はありません' })).toBeVisible()
})

for (const width of [375, 1280]) {
  test(`at ${width} px nothing is cut off and axe finds nothing`, async ({ asStaff }) => {
    const screens = [members('visitCount'), members('transferOut'), members('netGrowth'), sales('netSales')]
    const page = await asStaff('manager', { width })
    for (const path of [...screens, visits('&dow=3&hour=18'), bookings('booked'), classes('slots'), leads('trials')]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('読み込み中')).toHaveCount(0)
      await expect(list(page)).toHaveCount(width < 600 ? 0 : 1)
      await expectNoSidewaysScroll(page)
      await expectNoAxeViolations(page)
    }
  })
}
