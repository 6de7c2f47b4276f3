import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

const list = '/other-settings/announcements'

/** Tab, as often as it takes; whoever has to press it a hundred times has been forgotten. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor()
  for (let presses = 0; presses < 100; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** The fifth of January 2090, 9:30, in the orders that browsers write dates: which one is their language, not ours. */
const typed = ['209001050930', '010520900930A']

async function typeMoment(page: Page, field: Locator) {
  for (const digits of typed) {
    for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type(digits)
    if (await field.inputValue()) break
  }
  await expect(field).toHaveValue('2090-01-05T09:30')
}

test('without a mouse: an announcement is written with its rich text, scheduled, saved, found and deleted', async ({
  asStaff,
}) => {
  test.setTimeout(120_000)
  const page = await asStaff('head', { path: list })
  const { keyboard } = page
  const title = `keyboard ${Date.now()}`
  const body = page.getByRole('textbox', { name: '本文' })
  await tabTo(page, page.getByRole('link', { name: '新規登録' }).first())
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'お知らせの登録' })).toBeVisible()

  await tabTo(page, page.getByLabel('タイトル'))
  await keyboard.type(title)
  await tabTo(page, page.getByLabel('区分'))
  await keyboard.press('ArrowDown')
  await expect(page.getByLabel('区分')).toHaveValue('campaign')

  await tabTo(page, body)
  await keyboard.press('Control+B')
  await keyboard.type('bold')
  await keyboard.press('Control+B')
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: '見出し（大）' }), 'Shift+Tab')
  const listButton = page.getByRole('button', { name: '箇条書き' })
  for (let presses = 0; presses < 12; presses += 1) {
    if (await listButton.evaluate((element) => element === document.activeElement)) break
    await keyboard.press('ArrowRight')
  }
  await keyboard.press('Enter')
  await tabTo(page, body)
  await keyboard.type('first')
  await keyboard.press('Enter')
  await keyboard.type('second')
  await expect(body.locator('strong')).toHaveText('bold')
  await expect(body.locator('li')).toHaveText(['first', 'second'])

  const allShops = page.getByRole('radio', { name: '全店舗' })
  await tabTo(page, allShops)
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: '店舗を選ぶ' })).toBeChecked()
  await tabTo(page, page.getByRole('checkbox', { name: '新宿店' }))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('radio', { name: /^保留中/ }))
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^公開 / })).toBeChecked()
  const from = page.getByLabel('公開開始', { exact: true })
  await tabTo(page, from)
  await typeMoment(page, from)
  await tabTo(page, page.getByRole('button', { name: '登録する' }))
  await keyboard.press('Enter')
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('2090/01/05(木) 09:30から')
  await expect(asked.getByRole('button', { name: 'はい' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByText('お知らせを登録しました。')).toBeVisible()

  await keyboard.press('/')
  await keyboard.type(title)
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('公開予約')
  await keyboard.press('Enter')
  await expect(row.getByRole('link', { name: title, exact: true })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'お知らせの編集' })).toBeVisible()
  await expect(body.locator('li')).toHaveText(['first', 'second'])
  await tabTo(page, page.getByRole('button', { name: '削除', exact: true }))
  await keyboard.press('Enter')
  await expect(asked.getByRole('button', { name: 'いいえ' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(page.getByText('お知らせを削除しました。')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${list}($|\\?)`))
})
