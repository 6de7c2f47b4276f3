import { expect, test } from '../support/fixtures.ts'
import { expectRows, names, openFilters, searchField } from '../support/lists.ts'
import { chooseShop } from '../support/screens.ts'

const list = '/other-settings/announcements'

test('who edits from a filtered list is led back to it, by saving and by the link', async ({ asStaff }) => {
  const page = await asStaff('head', { path: list })
  await openFilters(page)
  await page.getByLabel('状態', { exact: true }).selectOption('非公開')
  await expect(page).toHaveURL(/status=disabled/)
  await expectRows(page)
  const seen = await names(page)
  await page.locator('[data-record]').first().click()
  await page.getByRole('link', { name: 'お知らせの一覧' }).click()
  await expect(page).toHaveURL(/status=disabled/)
  await expectRows(page)
  expect(await names(page)).toEqual(seen)

  await page.locator('[data-record]').first().click()
  await page.getByRole('textbox', { name: 'リンク' }).fill(`https://example.jp/${Date.now()}`)
  await page.getByRole('button', { name: '更新する' }).click()
  await expect(page.getByText('お知らせを更新しました。')).toBeVisible()
  await expect(page).toHaveURL(/status=disabled/)
})

test('another shop begins its lists anew', async ({ asStaff }) => {
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

test('a copy and a new announcement keep a draft each', async ({ asStaff }) => {
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
  await page.getByRole('link', { name: '複製' }).click()
  await expect(page.getByRole('heading', { name: 'お知らせの複製' })).toBeVisible()
  await expect(page.getByLabel('タイトル')).not.toHaveValue('')
  await expect(page.getByText('保存していない入力が残っています')).toHaveCount(0)
})
