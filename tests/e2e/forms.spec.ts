import type { Page } from '@playwright/test'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { expectRows, openFilters, search, searchField } from '../support/lists.ts'
import { chooseShop, signOut } from '../support/screens.ts'
import { startApi, startApp } from '../support/stack.ts'

test.use({ warm: true })

// Behaviour of all forms, tested once with announcements; per-form tests are in conformance.spec.ts.

const list = '/other-settings/announcements'
const titleField = (page: Page) => page.locator('form').getByLabel('タイトル')
const bodyField = (page: Page) => page.getByRole('textbox', { name: '本文' })

test('saving a record opened from a filtered list returns to that list', async ({ asStaff }) => {
  const page = await asStaff('head', { path: list })
  await openFilters(page)
  await page.getByLabel('状態', { exact: true }).selectOption('非公開')
  await expect(page).toHaveURL(/state=disabled/)
  await expectRows(page)
  await page.locator('[data-record]').first().click()
  await page.getByRole('textbox', { name: 'リンク' }).fill(`https://example.jp/${Date.now()}`)
  await page.getByRole('button', { name: '更新する' }).click()
  await expect(page.getByText('お知らせを更新しました。')).toBeVisible()
  await expect(page).toHaveURL(/state=disabled/)
})

test('lists reset for another shop', async ({ asStaff }) => {
  const page = await asStaff('head', { path: list })
  await searchField(page).fill('休館')
  await expect(page).toHaveURL(/keyword/)
  await expectRows(page)
  await page.locator('[data-record]').first().click()
  await expect(page.getByRole('heading', { name: 'お知らせの編集' })).toBeVisible()
  await chooseShop(page, '渋谷店')
  await page.getByRole('link', { name: 'お知らせの一覧' }).click()
  await expect(page.getByRole('heading', { name: 'お知らせ', exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/keyword/)
})

test('a copy and a new announcement have separate drafts', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `${list}/new` })
  await page.locator('form').getByLabel('タイトル').fill('書きかけのお知らせ')
  // What is typed is kept a moment later.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('karada.draft.announcement.new')))
    .toContain('書きかけ')
  await page.goto(list)
  await expectRows(page)
  await page.locator('[data-record]').first().click()
  await expect(page.getByRole('heading', { name: 'お知らせの編集' })).toBeVisible()
  await page.getByRole('link', { name: '複製する' }).click()
  await expect(page.getByRole('heading', { name: 'お知らせの複製' })).toBeVisible()
  await expect(page.getByLabel('タイトル')).not.toHaveValue('')
  await expect(page.getByText('保存していない入力が残っています')).toHaveCount(0)
})

test('two tabs of one form keep two drafts; each stays until it is taken or refused, and typed text is not replaced unasked', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: `${list}/new` })
  const offers = (tab: Page) => tab.getByText('保存していない入力が残っています')
  const drafts = () =>
    page.evaluate(
      () => Object.keys(localStorage).filter((key) => key.startsWith('karada.draft.announcement.new')).length,
    )
  await titleField(page).fill('一つ目の下書き')
  await expect.poll(drafts).toBe(1)
  const other = await page.context().newPage()
  await other.goto(`${list}/new`)
  await titleField(other).fill('二つ目の下書き')
  await expect.poll(drafts).toBe(2)
  // The first tab is still writing its own.
  await expect(offers(other)).toHaveCount(0)
  await other.close()

  await page.goto(`${list}/new`)
  await expect(offers(page)).toHaveCount(2)
  await titleField(page).fill('三つ目の下書き')
  await expect.poll(drafts).toBe(3)
  await page.getByRole('button', { name: '前回の入力を復元する' }).first().click()
  const question = page.getByRole('alertdialog', { name: '前回の入力を復元' })
  await question.getByRole('button', { name: '編集を続ける' }).click()
  await expect(titleField(page)).toHaveValue('三つ目の下書き')
  await page.getByRole('button', { name: '前回の入力を復元する' }).first().click()
  await question.getByRole('button', { name: '復元する' }).click()
  await expect(titleField(page)).toHaveValue('二つ目の下書き')
  await page.getByRole('button', { name: '破棄する' }).click()
  await expect(offers(page)).toHaveCount(0)
  expect(await drafts()).toBe(1)
})

test('a rejection with malformed messages keeps the input', async ({ asStaff, faulty }) => {
  const page = await asStaff('head', { path: '/other-settings/columns/new', origin: faulty.origin })
  await titleField(page).fill('断られるコラム')
  await bodyField(page).click()
  await page.keyboard.insertText('本文です。')
  await faulty.become({ kind: 'odd-refusal', only: '/api/admin/content/column/new' })
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('入力内容を確認してください。').first()).toBeVisible()
  await expect(titleField(page)).toHaveValue('断られるコラム')
  await faulty.become({ kind: 'none' })
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('コラムを登録しました。')).toBeVisible()
})

test('input is kept when the session ends while writing, after signing in again', async ({ asStaff }) => {
  const page = await asStaff('owner', { path: `${list}/new`, ownSession: true })
  const title = `途中でログアウト ${Date.now()}`
  await titleField(page).fill(title)
  await page.getByRole('checkbox', { name: /店/ }).first().check()
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await signOut(other)
  await other.close()
  await expect(page).toHaveURL(/\/login/)
  await signInAt(page, 'owner')
  await page.getByRole('button', { name: '前回の入力を復元する' }).click()
  await expect(titleField(page)).toHaveValue(title)
})

test('killing the API during a save shows a message, keeps the input, and the retry creates exactly one record', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const api = await startApi(supervisor, { seeded: stack.seeded, emulatorPort: stack.emulatorPort })
  const origin = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort: stack.emulatorPort })
  const page = await asVisitor({ origin })
  await page.goto(`/login?redirect=${encodeURIComponent(`${list}/new`)}`)
  await signInAt(page, 'head')
  const title = `停止中に保存 ${Date.now()}`
  await page.getByLabel('タイトル').fill(title)
  await bodyField(page).click()
  await page.keyboard.insertText('消えてはいけない本文です。')

  await api.kill()
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('通信に失敗しました')
  await expect(page.getByLabel('タイトル')).toHaveValue(title)
  await expect(bodyField(page)).toContainText('消えてはいけない本文です。')

  await api.restart()
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('お知らせを登録しました。')).toBeVisible()
  await search(page, title)
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(1)
})
