import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows, openFilters, readCounts, rows, search } from '../support/lists.ts'

test.use({ warm: true })

// Specific to the audit log: history of a record, links to it, and verification.

const sheet = (page: Page) => page.locator('dialog[open]')
const history = (page: Page) => page.locator('main details')

/** An announcement that was written, and then called otherwise. */
async function renamed(page: Page, before: string, after: string) {
  const title = page.locator('form').getByLabel('タイトル')
  await page.goto('/other-settings/announcements/new')
  await title.fill(before)
  await page.getByRole('textbox', { name: '本文' }).click()
  await page.keyboard.insertText('休館のお知らせです。')
  await page.getByRole('button', { name: '登録する' }).click()
  await search(page, before)
  await page.getByRole('link', { name: before, exact: true }).click()
  await expect(page.getByRole('textbox', { name: '本文' })).toBeVisible()
  await title.fill(after)
  await page.getByRole('button', { name: '更新する' }).click()
  await expect(page.getByText('お知らせを更新しました。', { exact: true })).toBeVisible()
}

test('a change appears in the record’s history and in the audit log, which links back; the CSV has both rows', async ({
  asStaff,
}) => {
  const page = await asStaff('head')
  const [before, after] = [`夏の休館 ${process.pid}`, `冬の休館 ${process.pid}`]
  await renamed(page, before, after)

  await search(page, after)
  await page.getByRole('link', { name: after, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'お知らせの編集' })).toBeVisible()
  const record = page.url()
  const id = new URL(record).pathname.split('/').at(-1) as string
  await history(page).getByText('変更履歴').click()
  const [latest, first] = [history(page).getByRole('listitem').first(), history(page).getByRole('listitem').last()]
  await expect(latest).toContainText('お知らせの更新')
  await expect(latest).toContainText(`${before} →`)
  await expect(first).toContainText('お知らせの登録')
  await expectGood(page)

  await page.goto(`/audit-log?resourceType=announcement&resourceId=${id}`)
  await expectRows(page)
  expect((await readCounts(page)).total).toBe(2)
  await rows(page).first().locator('[data-record]').click()
  await expect(sheet(page)).toContainText(`${before} →`)
  await expect(sheet(page)).toContainText('IPアドレス')
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'CSV' }).click()
  const arriving = page.waitForEvent('download')
  await page.getByRole('alertdialog').getByRole('button', { name: '出力する' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/^操作履歴_\d{8}_\d{4}\.csv$/)
  const text = readFileSync(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF番号,日付,時刻,操作者')).toBe(true)
  expect(text).toContain(`タイトル: ${before} → ${after}`)
  expect(text).toContain('お知らせの登録')

  await rows(page)
    .first()
    .getByRole('link', { name: `お知らせ　${after}` })
    .click()
  await expect(page).toHaveURL((url) => url.pathname === new URL(record).pathname)
})

test('a trainer sees only their own actions, without CSV and verification', async ({ asStaff }) => {
  await asStaff('trainer', { ownSession: true })
  const page = await asStaff('trainer', { path: '/audit-log' })
  await expect(page.getByText('自分の操作', { exact: true })).toBeVisible()
  await expectRows(page)
  const people = await rows(page).locator('td').first().allTextContents()
  expect(people.length).toBeGreaterThan(0)
  const account = await page.getByRole('button', { name: /^アカウント/ }).textContent()
  for (const name of people) expect(account).toContain(name)
  for (const name of ['CSV', '改ざんを検査する']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await openFilters(page)
  await expect(page.getByLabel('操作者', { exact: true })).toHaveCount(0)
})

test('head office verifies the audit log, and reads that nothing was rewritten', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/audit-log' })
  await page.getByRole('button', { name: '改ざんを検査する' }).click()
  await expect(page.getByText(/^[\d,]+件の操作履歴に、書き換えられた記録はありません。$/)).toBeVisible()
})
