import type { Page } from '@playwright/test'
import { addDays, formatDate, todayInTokyo } from '../../app/lib/dates.ts'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows, readCounts, rows } from '../support/lists.ts'

test.use({ warm: true })

const grid = (page: Page) => page.getByRole('region', { name: 'タイムテーブル' })
const blocks = (page: Page) => page.locator('[data-block]')
const sheet = (page: Page) => page.locator('dialog[open]')

test('a booking links to its member, and a member to all their bookings, with their name on the list', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: '/hacomono/reservations' })
  const today = await readCounts(page)
  const first = rows(page).first().locator('[data-record]')
  const name = (await first.locator('span > span').first().textContent()) ?? ''
  await first.click()
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+/)
  await expect(page.getByRole('heading', { name }).first()).toBeVisible()

  const [, id] = /members\/(\d+)/.exec(page.url()) ?? []
  // An address of an older release.
  await page.goto(`/hacomono/reservations?memberId=${id}`)
  await expect(page).toHaveURL(new RegExp(`[?&]userId=${id}(&|$)`))
  const conditions = page.getByRole('list', { name: '適用中の条件' })
  await expect(conditions).toContainText(`会員: ${name}`)
  await expectRows(page)
  for (const row of await rows(page).allInnerTexts()) expect(row).toContain(name)
  await conditions.getByRole('button', { name: /^会員: .+ を解除$/ }).click()
  await expect(page).toHaveURL(/\/hacomono\/reservations$/)
  await expect.poll(async () => (await readCounts(page)).total).toBe(today.total)
})

test('tomorrow’s bookings are one click away and today’s one back; who waits is apart; a trainer sees their own', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: '/hacomono/reservations' })
  const today = todayInTokyo()
  const tomorrow = addDays(today, 1)
  const main = page.getByRole('main')
  await expect(main.getByText(formatDate(today), { exact: true }).first()).toBeVisible()
  const all = await readCounts(page)
  await main.getByRole('button', { name: '次の日' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${tomorrow}&to=${tomorrow}`))
  await expect(main.getByText(formatDate(tomorrow), { exact: true }).first()).toBeVisible()
  await main.getByRole('button', { name: '今日', exact: true }).click()
  await expect(page).toHaveURL(/\/hacomono\/reservations$/)

  const kinds = main.getByRole('group', { name: '予約の種類' })
  await kinds.getByRole('button', { name: '予約', exact: true }).click()
  await expect(page).toHaveURL(/held=true/)
  await expectRows(page)
  const held = (await readCounts(page)).total
  expect(held).toBeLessThan(all.total)
  for (const row of await rows(page).allInnerTexts()) expect(row).not.toContain('キャンセル待ち')
  const waiting = kinds.getByRole('button', { name: /^キャンセル待ち/ })
  const count = Number(/\d+$/.exec((await waiting.textContent()) ?? '')?.[0] ?? 0)
  await waiting.click()
  await expect(page).toHaveURL(/status=waitlisted/)
  if (count > 0) await expect.poll(async () => (await readCounts(page)).total).toBe(count)
  else await expect(main.getByText('条件に合う予約が見つかりません')).toBeVisible()

  const trainer = await asStaff('trainer', { path: '/hacomono/members' })
  const total = (await readCounts(trainer)).total
  await trainer.getByRole('button', { name: '自分の担当' }).click()
  await expect(trainer).toHaveURL(/trainerStaffId=\d+/)
  await expect.poll(async () => (await readCounts(trainer)).total).toBeLessThan(total)
})

test('the timetable works by keyboard alone (days, classes, participants), and shows cards on phones', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: '/hacomono/reservations/timetable?shop=all' })
  await page.getByRole('main').getByRole('button', { name: '新宿店' }).click()
  await expect(grid(page)).toBeVisible()
  await expectGood(page)
  const day = () => page.getByLabel('日付').inputValue()
  const today = await day()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/day=/)
  expect(await day()).not.toBe(today)
  await page.keyboard.press('t')
  await expect(page).not.toHaveURL(/day=/)
  await expect(blocks(page).first()).toBeVisible()

  // The grid is one stop; arrows go from class to class, and to the next room.
  await expect(page.locator('[data-block][tabindex="0"]')).toHaveCount(1)
  await page.locator('[data-block][tabindex="0"]').focus()
  const keyOf = () => page.evaluate(() => document.activeElement?.getAttribute('data-block'))
  const start = await keyOf()
  await page.keyboard.press('ArrowDown')
  const below = await keyOf()
  expect(below).not.toBe(start)
  await page.keyboard.press('ArrowUp')
  expect(await keyOf()).toBe(start)
  await page.keyboard.press('ArrowRight')
  expect(await keyOf()).not.toBe(start)
  expect(await day()).toBe(today)

  await page.locator('[data-block^=s]').first().focus()
  const opened = await keyOf()
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('heading', { name: /^参加/ })).toBeVisible()
  await expect(sheet(page).getByRole('listitem').getByRole('link').first()).toHaveAttribute(
    'href',
    /\/hacomono\/members\/\d+/,
  )
  await expectGood(page)
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(new RegExp(`open=${opened}$`))
  await page.keyboard.press('k')
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await expect.poll(keyOf).toBe(opened)

  await page.getByRole('group', { name: '期間' }).getByText('週').click()
  await expect(grid(page).getByRole('columnheader')).toHaveCount(8)
  await expectGood(page)
  await page.getByRole('group', { name: '分け方' }).getByText('担当').click()
  await expect(grid(page).getByRole('columnheader', { name: '担当' })).toBeVisible()

  await page.setViewportSize({ width: 375, height: 740 })
  await expect(grid(page)).toHaveCount(0)
  await expect(blocks(page).first()).toBeVisible()
  await expectGood(page)
})

test('the printed day lists all participants by class, with checkboxes', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/hacomono/reservations/timetable?shop=1' })
  await expect(grid(page)).toBeVisible()
  const booked = await blocks(page).count()
  await expect(page.getByRole('button', { name: '印刷' })).not.toHaveAttribute('aria-disabled')
  await page.emulateMedia({ media: 'print' })
  await expect(grid(page)).toBeHidden()
  await expect(page.getByText(/^新宿店 \d{4}\/\d\d\/\d\d\(.\) 予約表$/)).toBeVisible()
  const tables = page.getByRole('main').getByRole('table')
  await expect(tables).toHaveCount(booked)
  const times = (await tables.locator('caption').allInnerTexts()).map((text) => text.slice(0, 5))
  expect(times).toEqual([...times].sort())
  const people = await page
    .locator('main tbody tr')
    .filter({ hasText: /K\d{6}/ })
    .count()
  expect(await page.getByText('来館の記入欄').count()).toBe(people)
  // Cancellations are left out; the waiting list is included.
  await expect(page.getByRole('cell', { name: 'キャンセル', exact: true })).toHaveCount(0)
  await expect(page.getByRole('cell', { name: 'キャンセル待ち' }).first()).toBeVisible()

  await page.emulateMedia({ media: null })
  await page.goto('/hacomono/reservations?shop=1')
  const all = await readCounts(page)
  expect(people).toBeLessThanOrEqual(all.total)
  expect(people).toBeGreaterThan(10)
})
