import type { Page } from '@playwright/test'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows } from '../support/lists.ts'

test.use({ warm: true })

const contents = '/lean-body/contents'
const activities = '/lean-body/member-activities'
const rows = (page: Page) => page.locator('[data-row]')

test('head office hides twenty videos at once, and limits them to one shop', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `${contents}?category=strength&limit=25` })
  await expectRows(page)
  await expect(page.getByText('LEAN BODY利用可の会員')).toContainText(/[\d,]+名/)
  await rows(page).nth(0).getByRole('checkbox').check()
  await rows(page)
    .nth(19)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(page.getByRole('status').filter({ hasText: '20件を選択中' })).toBeVisible()
  await page.getByRole('button', { name: 'まとめて変更' }).click()

  const dialog = page.getByRole('dialog', { name: 'コンテンツ20件をまとめて変更' })
  const save = dialog.getByRole('button', { name: '更新する' })
  await expect(save).toBeDisabled()
  // Some of them have been public: none may be a draft again.
  await expect(dialog.getByRole('option', { name: '保留中' })).toBeDisabled()
  await dialog.getByLabel('状態').selectOption('非公開')
  await dialog.getByLabel('公開店舗を変更する').check()
  await dialog.getByLabel('店舗を選ぶ').check()
  await expect(save).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /渋谷店/ }).check()
  await expectGood(page)
  await save.click()
  await expect(page.getByText('20件のコンテンツを更新しました。')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(rows(page).getByText('非公開')).toHaveCount(20)
  await expect(rows(page).getByText('1店舗')).toHaveCount(20)

  await rows(page).first().locator('[data-record]').click()
  await expect(page.getByRole('checkbox', { name: /渋谷店/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: '非公開' })).toBeChecked()
  // No host of videos is set in the demo: nothing is framed, and there is a way to the video.
  await expect(page.getByText('動画の配信元が設定されていないため、この画面では再生できません。')).toBeVisible()
  await expect(page.getByRole('link', { name: '別のタブで開く' })).toHaveAttribute(
    'href',
    /^https:\/\/video\.example\.jp\//,
  )
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectGood(page)
})

test('contents are cards with their duration, selectable as in the table', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `${contents}?view=cards` })
  const card = rows(page).first()
  await expect(card).toContainText(/長さ \d+:\d\d/)
  await card.getByRole('checkbox').check()
  await expect(page.getByText('1件を選択中')).toBeVisible()
  await expectGood(page)
})

test('a manager reads the viewing log and its summary, filters by content and opens a member', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: activities })
  await expectRows(page)
  await page.getByRole('navigation', { name: '利用状況の表示' }).getByRole('link', { name: '集計' }).click()
  await expect(page.getByText('視聴した会員')).toBeVisible()
  await expect(page.getByRole('figure', { name: /時間帯ごとの再生数/ })).toBeVisible()
  await page.getByRole('button', { name: '表で見る' }).click()
  await expect(page.getByRole('rowheader', { name: '23時台' })).toBeVisible()
  await expectGood(page)

  const to = await page.getByLabel('終了日').inputValue()
  await page.getByLabel('開始日').fill(new Date(Date.parse(to) - 6 * 86_400_000).toISOString().slice(0, 10))
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/)
  await page.getByRole('table', { name: '再生数の多いコンテンツ' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/contentId=\d+/)
  await expectRows(page)
  const name = await rows(page).first().locator('[data-record]').textContent()
  await rows(page).first().locator('[data-record]').click()
  await expect(page.getByRole('navigation', { name: '会員の情報' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText((name ?? '').split('\u3000')[0] as string)
})
