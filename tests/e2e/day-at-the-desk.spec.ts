import type { Page } from '@playwright/test'
import { addDays, formatDate, todayInTokyo } from '../../app/lib/dates.ts'
import type { Account } from '../support/accounts.ts'
import { atDesk, type Desk } from '../support/desk.ts'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { startApi, startApp } from '../support/stack.ts'

// Four workdays across the areas, on separate demo data. The report lists clicks and keys.

let origin: string
test.beforeAll(async ({ stack, supervisor }) => {
  const { seeded, emulatorPort } = stack
  const api = await startApi(supervisor, { seeded, emulatorPort })
  origin = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort })
})

type AsVisitor = (options: { origin: string }) => Promise<Page>

/** Signs in and opens the dashboard; input is counted from here on. */
async function sitDown(asVisitor: AsVisitor, account: Account): Promise<Desk> {
  const page = await asVisitor({ origin })
  await page.goto('/login')
  await signInAt(page, account)
  await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toBeVisible()
  await expect(today(page)).toHaveAttribute('aria-busy', 'false')
  // Waits for the shortcuts after g, which load in idle time.
  await page.waitForLoadState('networkidle')
  return atDesk(page)
}

const today = (page: Page) => page.getByRole('region', { name: '今日の対応' })
const waiting = (page: Page, line: string) => today(page).getByRole('link', { name: line })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const saved = (page: Page) => page.getByText(/に保存しました/)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const yes = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'はい' })

/** Finds and opens something by the palette. */
async function find(desk: Desk, words: string, offered: string | RegExp) {
  await desk.press('Control+k')
  await expect(desk.page.getByRole('combobox', { name: '検索・移動' })).toBeFocused()
  await desk.type(words)
  const chosen = desk.page.getByRole('dialog', { name: '検索・移動' }).getByRole('option', { selected: true })
  await expect(chosen).toHaveText(offered)
  await desk.press('Enter')
}

test('a trainer checks the next class’s participants and their condition, and leaves a note for the next shift', async ({
  asVisitor,
}) => {
  const desk = await sitDown(asVisitor, 'trainer')
  const { page } = desk
  await desk.press('g r')
  await desk.click(page.getByRole('link', { name: 'タイムテーブル', exact: true }))
  const classes = page.getByRole('region', { name: 'タイムテーブル' }).getByRole('link')
  await expect(classes.first()).toBeVisible()
  await desk.click(classes.first())
  const people = page.getByRole('dialog').getByRole('listitem').getByRole('link')
  const name = (await people.first().textContent()) ?? ''
  await desk.click(people.first())
  await expect(heading(page, new RegExp(name.trim().split(/\s/)[0] ?? name))).toBeVisible()
  await desk.click(page.getByRole('navigation', { name: '会員の情報' }).getByRole('link', { name: '日次ログ' }))
  await expect(page.getByRole('navigation', { name: '日次ログの種類' })).toBeVisible()

  // After the lesson.
  await desk.press('g n')
  await desk.click(page.getByRole('link', { name: '今日の日報を書く' }))
  await desk.write(page.getByLabel('引き継ぎ', { exact: true }), '午後のクラスのマットを2枚交換してください。')
  await expect(saved(page)).toBeVisible()
  desk.expectAtMost({ clicks: 6, keys: 4 })
})

test('a manager does the morning check, records a complaint, and submits the daily report', async ({ asVisitor }) => {
  const desk = await sitDown(asVisitor, 'manager')
  const { page } = desk
  // What waits is one click away, and the way back two keys.
  const before = Number((await waiting(page, '承認待ちの日報').textContent())?.match(/(\d+)件/)?.[1])
  await desk.click(waiting(page, '承認待ちの日報'))
  // The dashboard has tables with links too.
  await expect(heading(page, '日報')).toBeVisible()
  const rows = page.getByRole('table').locator('tbody').getByRole('link')
  await expect(rows.first()).toBeVisible()
  await desk.click(rows.first())
  await expect(button(page, '承認する')).toBeVisible()
  await desk.press('a')
  await expect(page.getByText('日報を承認しました。')).toBeVisible()
  await desk.press('g d')
  if (before > 1) await expect(waiting(page, '承認待ちの日報')).toContainText(`${before - 1}件`)
  else await expect(waiting(page, '承認待ちの日報')).toHaveCount(0)
  await desk.click(waiting(page, '期限超過の改善アクション'))
  await expect(page.getByText(/^1–1 \/ 全1件$/)).toBeVisible()

  // At noon somebody complains of the showers.
  await find(desk, '日報を書く', /日報を書く/)
  await desk.write(page.getByLabel('会員の声', { exact: true }), 'シャワーの温度が安定しないとのことでした。')
  await expect(saved(page)).toBeVisible()
  await desk.click(page.getByRole('link', { name: 'アクションを登録' }))
  await desk.write(page.getByLabel('件名'), 'シャワーの温度を点検する')
  await desk.write(page.getByLabel('計画'), '業者に点検を依頼し、結果を掲示します。')
  await desk.click(button(page, '登録する'))
  await expect(page.getByText('改善アクションを登録しました。')).toBeVisible()

  // In the evening the till adds up.
  await find(desk, '日報を書く', /日報を書く/)
  await expect(page.getByLabel('会員の声', { exact: true })).toHaveValue(/シャワー/)
  await desk.write(page.getByLabel('現金売上'), '12000')
  await desk.write(page.getByLabel('釣銭準備金'), '50000')
  await desk.write(page.getByLabel('レジ有高'), '62000')
  await expect(saved(page)).toBeVisible()
  await desk.click(button(page, '提出する'))
  await desk.click(yes(page))
  await expect(page.getByText('日報を提出しました。')).toBeVisible()
  desk.expectAtMost({ clicks: 13, keys: 7 })
})

test('an owner finds a weak shop and its withdrawals, and assigns an action', async ({ asVisitor }) => {
  const desk = await sitDown(asVisitor, 'owner')
  const { page } = desk
  // Who leaves this month, and the first of them: there is still time to talk.
  await desk.click(waiting(page, '今月退会する会員'))
  await expect(heading(page, '退会の予定の内訳')).toBeVisible()
  const names = page.getByRole('table').locator('tbody').getByRole('link')
  const name = (await names.first().textContent()) ?? ''
  await desk.click(names.first())
  await expect(heading(page, name)).toBeVisible()

  // Visits are below last month's: where from, and what is done about it.
  await desk.press('g d')
  await desk.click(page.getByRole('link', { name: /^来館数 [\d,]+回の内訳/ }).first())
  await desk.click(button(page, '改善アクションを登録'))
  await desk.choose(page.locator('form').getByLabel('店舗'), '大宮店')
  await desk.write(page.getByLabel('件名'), '平日の午後のクラスを増やす')
  await desk.write(page.getByLabel('計画'), '来月から週2枠を試します。')
  await desk.click(button(page, '登録する'))
  await expect(page.getByText('改善アクションを登録しました。')).toBeVisible()

  // The year, beside the other shop.
  await desk.press('g d')
  await desk.click(page.getByRole('link', { name: '年次', exact: true }))
  await expect(page.getByRole('table', { name: /月/ }).first()).toBeVisible()
  desk.expectAtMost({ clicks: 10, keys: 4 })
})

test('head office sets up a new shop with targets, staff and an announcement, activates new terms, and retires a trainer', async ({
  asVisitor,
}) => {
  const desk = await sitDown(asVisitor, 'head')
  const { page } = desk
  await desk.press('g s')
  await expect(heading(page, '店舗')).toBeVisible()
  await desk.click(page.getByRole('table').getByRole('link', { name: '池袋店' }))
  await desk.click(page.getByRole('link', { name: '編集する' }))
  await desk.write(page.getByLabel('入会の目標'), '30')
  await desk.click(button(page, '更新する'))
  await expect(page.getByText('店舗を更新しました。')).toBeVisible()

  await find(desk, 'スタッフを登録', 'スタッフを登録')
  await desk.write(page.getByLabel(/^姓/), '新田')
  await desk.write(page.getByLabel(/^名/), '実')
  await desk.write(page.getByLabel('メールアドレス'), 'nitta@example.jp')
  await desk.click(page.getByRole('checkbox', { name: '池袋店' }))
  await desk.click(button(page, '登録する'))
  await expect(page.getByText('店舗スタッフを登録しました。')).toBeVisible()

  await find(desk, 'お知らせを登録', 'お知らせを登録')
  await desk.write(page.getByLabel(/^タイトル/), '池袋店がオープンします')
  await desk.click(page.getByRole('textbox', { name: '本文' }))
  await desk.type('皆さまのご来館をお待ちしています。')
  await desk.click(page.getByRole('radio', { name: /^公開 / }))
  await desk.click(button(page, '登録する'))
  await desk.click(yes(page))
  await expect(page.getByText('お知らせを登録しました。')).toBeVisible()

  await find(desk, '利用規約を登録', '利用規約を登録')
  await desk.write(page.getByRole('textbox', { name: /^版/ }), '第9版')
  await desk.write(page.getByLabel('施行日'), addDays(todayInTokyo(), 60))
  await desk.write(page.getByLabel('変更点'), '館内での撮影について加えます。')
  // The text is that of the edition in force: one writes what is new.
  await expect(page.getByRole('textbox', { name: '本文' })).toHaveValue(/第1条/)
  await desk.click(button(page, '登録する'))
  await desk.click(page.getByRole('link', { name: '第9版' }))
  await desk.click(button(page, '有効にする'))
  await desk.click(yes(page))
  await expect(page.getByText('「第9版」を有効にしました。')).toBeVisible()

  await find(desk, '新田', /新田/)
  await desk.click(button(page, '退職済にする'))
  await desk.click(yes(page))
  await expect(heading(page, /退職済/)).toBeVisible()
  await expect(page.getByRole('region', { name: '権限と在籍' })).toContainText(formatDate(todayInTokyo()).slice(0, 10))
  desk.expectAtMost({ clicks: 23, keys: 10 })
})
