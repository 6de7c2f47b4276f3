import type { Page } from '@playwright/test'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows, names, rows } from '../support/lists.ts'

test.use({ warm: true })

const path = '/hacomono/members'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '会員の情報' }).getByRole('link', { name, exact: true })

/** Opens the page of this row's member through the sheet. */
async function openPage(page: Page, row: number) {
  await expectRows(page)
  const link = rows(page).nth(row).getByRole('link')
  const [name = ''] = ((await names(page))[row] ?? '').split('\n')
  await link.click()
  await expect(page.locator('dialog[open]').getByRole('heading', { level: 2 })).toContainText(name)
  await page.keyboard.press('o')
  await expect(heading(page)).toContainText(name)
  return name
}

const edit = (page: Page) => page.getByRole('button', { name: '編集する' })
const save = (page: Page) => page.getByRole('button', { name: '更新する' })

async function openForm(page: Page) {
  await tab(page, 'メモ').click()
  await edit(page).click()
  await expect(page.getByRole('textbox', { name: '注意事項' })).toBeFocused()
}

test('a member’s page steps to the next member in the same tab, switches tabs by digits, and Back returns to the sheet', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `${path}?contractStatus=active&limit=10` })
  const first = await openPage(page, 1)
  await expect(page).toHaveURL(/\/hacomono\/members\/\d+$/)
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/\/members\/\d+\/contracts$/)
  await expect(tab(page, '契約')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('j')
  await expect(heading(page)).not.toContainText(first)
  await expect(page).toHaveURL(/\/contracts$/)
  await expect(page.getByRole('table', { name: '契約' })).toBeVisible()
  await expect(heading(page)).toBeFocused()
  // Keys can be faster than any screen; the list's first row has no previous one.
  const type = (keys: string) =>
    page.evaluate((keys) => {
      for (const key of keys) dispatchEvent(new KeyboardEvent('keydown', { key }))
    }, keys)
  await type('kkkk')
  await expect(page.getByRole('button', { name: '前へ' })).toBeDisabled()
  await type('kj')
  await expect(heading(page)).toContainText(first)
  await page.reload()
  await expect(page.getByRole('button', { name: '次へ' })).toBeEnabled()
  await page.goBack()
  await expect(page.locator('dialog[open]').getByRole('heading', { level: 2 })).toContainText(first)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText(first)
  await page.getByRole('link', { name: '会員の一覧' }).click()
  await expect(page).toHaveURL((url) => url.pathname === path && url.searchParams.get('contractStatus') === 'active')
  await expect(rows(page).nth(1).getByRole('link')).toContainText(first)

  // By its address alone a page knows no list.
  await page.goto(`${path}/999999`)
  await expect(page.getByRole('alert')).toContainText('会員が見つかりません')
})

test('a flag is editable only while set manually, otherwise shows its derived value; 元に戻す reverts it', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: `${path}?contractStatus=active` })
  await openPage(page, 3)
  await openForm(page)
  const lock = page.getByRole('group', { name: 'LEAN BODYの固定' }).getByRole('checkbox')
  const flag = page.getByRole('group', { name: 'LEAN BODY', exact: true }).getByRole('switch')
  await expect(flag).toBeDisabled()
  const byContracts = await flag.isChecked()
  const word = byContracts ? '利用可' : '利用不可'
  await expect(page.getByText(`契約に合わせて「${word}」です。固定すると変更できます。`)).toBeVisible()
  await lock.check()
  await flag.setChecked(!byContracts)
  await expect(page.getByText(`固定を外すと、契約に合わせて「${word}」になります。`)).toBeVisible()
  await lock.uncheck()
  await expect(flag).toBeChecked({ checked: byContracts })
  await lock.check()
  await flag.setChecked(!byContracts)
  await save(page).click()
  await expect(page.getByText('会員を更新しました。')).toBeVisible()
  const fact = page.locator('dt', { hasText: 'LEAN BODY' }).locator('+ dd')
  await expect(fact).toHaveText(`${byContracts ? '利用不可' : '利用可'}手動で固定`)
  await expect(edit(page)).toBeFocused()

  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByText('元に戻しました。')).toBeVisible()
  await expect(fact).toHaveText(word)
  await tab(page, '変更履歴').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'LEAN BODYの固定' }).first()).toContainText(
    '手動で固定 → から固定しない',
  )
})

test('two people edit the same member at once: different fields are merged, the same field opens the conflict dialog', async ({
  asStaff,
}) => {
  const one = await asStaff('manager', { path: `${path}?contractStatus=active` })
  const name = await openPage(one, 5)
  const other = await asStaff('head', { path: new URL(one.url()).pathname })
  await expect(heading(other)).toContainText(name)
  await openForm(one)
  await openForm(other)

  await other.getByLabel('注意事項', { exact: true }).fill('鍵を預かっています。')
  await save(other).click()
  await expect(other.getByRole('note', { name: '注意事項' })).toHaveText('鍵を預かっています。')
  await one.getByLabel('メモ', { exact: true }).fill('朝の予約を希望。')
  await save(one).click()
  await expect(one.getByText(/さんの更新（.+）と合わせて保存しました。/)).toBeVisible()
  // 概要 has the note, and what is paid a month.
  await tab(one, '概要').click()
  await expect(one.locator('#content').getByText('朝の予約を希望。')).toBeVisible()
  await expect(one.locator('#content dt', { hasText: /^月額$/ }).locator('+ dd')).toHaveText(/^¥[\d,]+/)
  // The alert note is visible on every tab.
  for (const label of ['概要', '来館']) {
    await tab(one, label).click()
    await expect(one.getByRole('note', { name: '注意事項' })).toBeVisible()
  }

  await openForm(one)
  await one.getByLabel('メモ', { exact: true }).fill('朝の予約を希望。送迎あり。')
  await edit(other).click()
  await other.getByLabel('メモ', { exact: true }).fill('夜の予約を希望。')
  await save(other).click()
  await expect(other.getByText('夜の予約を希望。')).toBeVisible()
  await save(one).click()
  await expect(one.getByRole('group', { name: 'メモ' }).getByText('夜の予約を希望。')).toBeVisible()
})

test('a former member has no plan, and the page says so', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: `${path}?contractStatus=cancel&limit=10` })
  await openPage(page, 0)
  await expect(page.locator('#content dt', { hasText: /^プラン$/ }).locator('+ dd')).toHaveText('–')
})

test('a trainer sees contacts of assigned members only, no money, and cannot edit', async ({ asStaff }) => {
  const page = await asStaff('trainer', { path: `${path}?limit=100`, width: 1920 })
  await expectRows(page)
  await rows(page).filter({ hasText: '***' }).first().getByRole('link').click()
  await page.locator('dialog[open]').getByRole('link', { name: '会員ページを開く' }).click()
  // Until then the list is shown, which has masked numbers too.
  await expect(page.getByRole('navigation', { name: '会員の情報' })).toBeVisible()
  await expect(page.getByText(/^\*\*\*-/)).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.locator('a[href^="tel:"], a[href^="mailto:"]')).toHaveCount(0)
  await expect(page.getByText('住所')).toHaveCount(0)
  await expect(tab(page, 'お支払い')).toHaveCount(0)
  await tab(page, '契約').click()
  await expect(page.getByRole('table', { name: '契約' })).toBeVisible()
  await expect(main).not.toContainText('¥')
  await tab(page, 'メモ').click()
  await expect(page.getByRole('heading', { name: '管理項目' })).toBeVisible()
  await expect(edit(page)).toHaveCount(0)
  const { pathname } = new URL(page.url())
  await page.goto(pathname.replace('/notes', '/payments'))
  await expect(page.getByRole('alert')).toContainText('この画面を表示する権限がありません')

  await page.goto(`${path}?limit=100`)
  await expectRows(page)
  await rows(page)
    .filter({ hasText: /0[789]0-\d{4}-\d{4}/ })
    .first()
    .getByRole('link')
    .click()
  await page.locator('dialog[open]').getByRole('link', { name: '会員ページを開く' }).click()
  await expect(main.locator('a[href^="tel:"]').first()).toBeVisible()
})

test('every tab on phone and desktop: nothing cut off, axe finds nothing, and a failure can be retried', async ({
  asStaff,
  faulty,
}) => {
  const page = await asStaff('head', { path: `${path}?contractStatus=suspended`, origin: faulty.origin })
  await openPage(page, 0)
  const { pathname } = new URL(page.url())
  const tabs = page.getByRole('navigation', { name: '会員の情報' }).getByRole('link')
  const count = await tabs.count()
  const look = async (at: number) => {
    await page.keyboard.press(String(at + 1))
    await expect(tabs.nth(at)).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('main [data-slot=skeleton]')).toHaveCount(0)
    await expectGood(page)
  }
  await look(1)
  await page.setViewportSize({ width: 375, height: 740 })
  for (let at = 0; at < count; at += 1) await look(at)
  await openForm(page)
  await expectGood(page)
  await faulty.become({ kind: 'error', only: '/api/admin/member/plan/list' })
  await page.goto(`${pathname}/contracts`)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('契約を表示できませんでした')
  await expectGood(page)
  await faulty.become({ kind: 'none' })
  await alert.getByRole('button', { name: '再試行' }).click()
  await expect(page.getByRole('list', { name: '契約' })).toBeVisible()
})

test('from a member with unpaid bills, two clicks lead to exactly those bills; a contract that another followed has ended', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: `${path}?unpaid=true&contractStatus=active` })
  await expectRows(page)
  await rows(page).first().getByRole('link').click()
  await page
    .locator('dialog[open]')
    .getByRole('link', { name: /^¥[\d,]+$/ })
    .click()
  const bills = page.getByRole('table', { name: 'お支払い' })
  await expect(page.getByRole('button', { name: '未収金のみ' })).toHaveAttribute('aria-pressed', 'true')
  await expect(bills.locator('tbody tr').first()).toBeVisible()
  for (const row of await bills.locator('tbody tr').all()) await expect(row).toContainText(/未払い|決済エラー/)
  await expectGood(page)
  await page.getByRole('button', { name: 'すべて', exact: true }).click()
  await expect(bills).toContainText('支払済')
  await expect(bills.locator('tbody tr').first()).toContainText(/未払い|決済エラー/)
  await tab(page, '契約').click()
  const contracts = page.getByRole('table', { name: '契約' })
  await expect(contracts).toContainText(/年\d+月分 (支払済|未払い|決済エラー)/)

  // A pause follows the contract before it.
  await page.goto(`${path}?contractStatus=suspended`)
  await openPage(page, 0)
  await tab(page, '契約').click()
  await expect(contracts.getByRole('row').filter({ hasText: '休会中' })).toHaveCount(1)
  await expect(contracts).toContainText('終了')
})
