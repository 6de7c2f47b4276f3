import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows, rows, searchField } from '../support/lists.ts'

test('a value that a file has replaced on request is shown at the member and in the list, and goes back there', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { width: 1280, path: '/hacomono/members' })
  await expectRows(page)
  const [both = ''] = await rows(page).nth(0).getByRole('rowheader').allInnerTexts()
  const [name] = both.split('\n')
  const cells = await rows(page).nth(0).getByRole('cell').allInnerTexts()
  const memberNo = cells.find((text) => /^K\d+$/.test(text)) ?? 'none'
  await page.goto('/other-settings/imports/new')
  await page.getByTestId('import-file').setInputFiles({
    ...{ name: '建物名.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(['会員番号,氏名,建物名', `${memberNo},${name},からだビル101`].join('\r\n')),
  })
  await page.getByLabel('会員管理システムから届いた値も、ファイルの値で置き換える').check()
  await page.getByRole('button', { name: '確認し直す' }).click()
  await page.getByRole('button', { name: '1名を取り込む' }).click()
  await page.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('取り込み済み', { exact: true })).toBeVisible()

  const list = `/hacomono/chosen-values?keyword=${memberNo}`
  await page.goto(list)
  await expect(rows(page).nth(0)).toContainText('建物名: からだビル101')
  await expectGood(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await expectGood(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await rows(page).nth(0).getByRole('link').first().click()
  const part = page.getByRole('region', { name: 'こちらの値を使用中' })
  await expect(part).toContainText('会員 建物名: からだビル101')
  await expectGood(page)

  await page.goto(list)
  await rows(page).nth(0).getByRole('checkbox').check()
  await page.getByRole('button', { name: '提供元の値に戻す' }).click()
  const question = page.getByRole('alertdialog', { name: '1件を提供元の値に戻す' })
  await expect(question.getByRole('button', { name: 'いいえ' })).toBeFocused()
  await question.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('1件を提供元の値に戻しています。')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(searchField(page)).toBeVisible()
    await expect(rows(page)).toHaveCount(0, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
})
