import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { dailyTable, expectFigures, monthFromNow, monthPicker } from '../support/screens.ts'

test.use({ warm: true })

/** Presses Tab until the element with this name has the focus, up to a limit. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return `${element?.getAttribute('aria-label') ?? ''} ${element?.textContent ?? ''}`
    })
    if (name.test(focused)) return
  }
  throw new Error(`${name} is not reached by Tab.`)
}

test('by keyboard alone: sign in, change shop and month, read the table, sign out', async ({ asVisitor }) => {
  const page = await asVisitor()
  await page.goto('/login')
  await expect(page.getByLabel('メールアドレス')).toBeFocused()
  await page.keyboard.type('head@example.jp')
  await page.keyboard.press('Tab')
  await page.keyboard.type('asa-no-rajio-taiso')
  await page.keyboard.press('Enter')
  await expectFigures(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(page, /店舗を切り替え/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '店舗の選択' })).toBeVisible()
  await page.keyboard.type('しんじゅく')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/shop=\d+/)

  await tabTo(page, /前の月/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`month=${monthFromNow(-1).inUrl}`))
  await expectFigures(page)
  // The panels below load after the figures; Tab finds only what is there.
  await expect(page.getByRole('button', { name: '表で見る' }).first()).toBeVisible()
  await tabTo(page, /表で見る/)
  await page.keyboard.press('Space')
  await expect(dailyTable(page)).toBeVisible()

  await page.keyboard.press('Home')
  await page.reload()
  await expectFigures(page)
  await tabTo(page, /アカウント/)
  await page.keyboard.press('Enter')
  // The first key may come before the menu has the focus.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'ログアウト' })).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})

test('the first Tab offers the skip link', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await page.reload()
  await expectFigures(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '本文へ移動' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('Escape closes the shop list and returns the focus', async ({ asStaff }) => {
  const page = await asStaff('head')
  await page.reload()
  await expectFigures(page)
  await tabTo(page, /店舗を切り替え/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '店舗の選択' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: '店舗の選択' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^店舗を切り替え/ })).toBeFocused()
})

test('the month is chosen by arrow keys', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await monthPicker(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(new RegExp(`month=${monthFromNow(-1).inUrl}`))
})

test('Back returns to the row that was followed before the late parts of the page were here', async ({ asStaff }) => {
  const page = await asStaff('head')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/late-parts*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/lean-body/member-activities')
  const second = page.locator('[data-record]').nth(1)
  await second.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: '会員の情報' })).toBeVisible()
  release()
  await expect(page.locator('[data-slot="place"]')).toBeAttached()
  await page.goBack()
  await expect(second).toBeFocused()
})
