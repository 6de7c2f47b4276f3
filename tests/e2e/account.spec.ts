import type { Page } from '@playwright/test'
import { password } from '../support/accounts.ts'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { chooseShop, openAccountMenu, openShopList, shopList } from '../support/screens.ts'
import { startApi, startApp } from '../support/stack.ts'

// On a separate API: these stories end sessions and change passwords and shops of shared accounts.

let origin: string
test.beforeAll(async ({ stack, supervisor }) => {
  const api = await startApi(supervisor, { seeded: stack.seeded, emulatorPort: stack.emulatorPort })
  origin = await startApp(supervisor, { apiOrigin: api.origin, emulatorPort: stack.emulatorPort })
})

const devices = (page: Page) => page.getByRole('list', { name: 'ログイン中の端末' }).getByRole('listitem')

test('changing one’s own password shows the rule, focuses the error, and the new password signs in', async ({
  asStaff,
}) => {
  const page = await asStaff('trainer', { origin, ownSession: true })
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: 'アカウント設定' }).click()
  await expect(page.getByRole('heading', { name: 'アカウント設定', level: 1 })).toBeFocused()
  const [current, fresh, again] = [
    page.getByLabel('現在のパスワード', { exact: true }),
    page.getByLabel('新しいパスワード', { exact: true }),
    page.getByLabel('新しいパスワード（確認）', { exact: true }),
  ]
  await expect(page.getByText('12文字以上128文字まで。')).toBeVisible()
  const send = () => page.getByRole('button', { name: 'パスワードを再設定する' }).click()

  await current.fill(password)
  await fresh.fill('mijikai')
  await again.fill('mijikai')
  await send()
  await expect(fresh).toBeFocused()
  await expect(fresh).toHaveAccessibleDescription(/パスワードは12文字以上で入力してください。/)

  await current.fill('chigau-pasuwado')
  await fresh.fill('mikan-to-ringo-no-kisetsu')
  await again.fill('mikan-to-ringo-no-kisetsu')
  await send()
  await expect(current).toHaveAccessibleDescription('現在のパスワードが正しくありません。')

  await current.fill(password)
  await send()
  await expect(page.getByText('パスワードを再設定しました。')).toBeVisible()
  await expect(fresh).toHaveValue('')

  const other = await page.context().browser()?.newContext({ baseURL: origin })
  const login = await other?.newPage()
  if (!login) throw new Error('No browser')
  await login.goto('/login')
  await signInAt(login, 'trainer', 'mikan-to-ringo-no-kisetsu')
  await expect(login.getByRole('button', { name: /^アカウント/ })).toBeVisible()
  await other?.close()
})

test('a device signed out from another one loses access at its next click, and shows why', async ({
  asStaff,
  browser,
}) => {
  const phone = await browser.newContext({
    baseURL: origin,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  const there = await phone.newPage()
  await there.goto('/login?redirect=/rights')
  await signInAt(there, 'head')
  await expect(there.getByRole('heading', { name: '権限一覧', level: 1 })).toBeVisible()

  const page = await asStaff('head', { origin, ownSession: true, path: '/account' })
  await expect(devices(page)).toHaveCount(2)
  await expect(devices(page).first()).toContainText('この端末')
  const row = devices(page).filter({ hasText: 'iPhone の Safari' })
  await row.getByRole('button', { name: /ログアウトさせる$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('ログアウトさせました。')).toBeVisible()
  await expect(devices(page)).toHaveCount(1)

  await there.goto('/dashboard')
  await expect(there).toHaveURL(/\/login\?.*reason=elsewhere/)
  await expect(there.getByRole('status')).toHaveText(
    '別の端末からの操作でログアウトしました。もう一度ログインしてください。',
  )
  await phone.close()
})

test('a user who is moved to another shop while working is notified, and the screen shows the new shops', async ({
  asStaff,
}) => {
  const page = await asStaff('owner', { origin, ownSession: true, path: '/hacomono/members' })
  await chooseShop(page, '大宮店')
  await expect(page).toHaveURL(/shop=\d/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  const head = await asStaff('admin', { origin, ownSession: true })
  await openStaff(head, 'owner@example.jp')
  await head.getByRole('link', { name: '担当店舗を編集する' }).click()
  await head.getByRole('checkbox', { name: '大宮店' }).uncheck()
  await head.getByRole('checkbox', { name: '渋谷店' }).check()
  await head.getByRole('button', { name: '更新する' }).click()
  await head.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(head.getByText('担当店舗を更新しました。')).toBeVisible()

  await page.getByRole('searchbox').fill('田')
  await expect(page.getByText('担当店舗が変更されました。')).toContainText('解除: 大宮店。')
  await expect(page).toHaveURL(/shop=all/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText('この店舗は表示できません')).toHaveCount(0)
  await openShopList(page)
  await expect(shopList(page).getByRole('option', { name: '渋谷店' })).toBeVisible()
  await expect(shopList(page).getByRole('option', { name: '大宮店' })).toHaveCount(0)
})

async function openStaff(page: Page, email: string) {
  await page.goto(`/staffs?keyword=${email}`)
  await page.locator('[data-record]').first().click()
}

/** By an admin, on the person's own form. */
async function setStatus(page: Page, email: string, status: string) {
  await openStaff(page, email)
  await page.getByRole('link', { name: '権限と在籍を編集する' }).click()
  await page.getByLabel('状態').selectOption(status)
  await page.getByRole('button', { name: '更新する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('スタッフ情報を更新しました。')).toBeVisible()
}

const focus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('a user suspended while typing sees it in every tab and finds the draft on return; a retired one is signed out', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { origin, ownSession: true, path: '/other-settings/announcements/new' })
  await page.getByLabel('タイトル').fill('書きかけのお知らせ')
  const tab = await page.context().newPage()
  await tab.goto('/rights')
  await expect(tab.getByRole('heading', { name: '権限一覧', level: 1 })).toBeVisible()
  const admin = await asStaff('admin', { origin, ownSession: true })
  await setStatus(admin, 'manager@example.jp', '休職中')
  await focus(page)
  await expect(page).toHaveURL(/\/login\?.*reason=suspended/)
  await expect(page.getByRole('status')).toHaveText('休職中の設定になったため、ログアウトしました。')
  await expect(tab).toHaveURL(/\/login\?.*reason=suspended/)
  await signInAt(page, 'manager')
  await expect(page.getByRole('alert')).toHaveText('このアカウントは無効です。管理者にお問い合わせください。')

  await setStatus(admin, 'manager@example.jp', '有効')
  await signInAt(page, 'manager')
  await page.getByRole('button', { name: '前回の入力を復元する' }).click()
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけのお知らせ')

  await openStaff(admin, 'manager@example.jp')
  await admin.getByRole('button', { name: '退職済にする' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toContainText('退職済')
  await focus(page)
  await expect(page).toHaveURL(/\/login\?.*reason=retired/)
  await expect(page.getByRole('status')).toHaveText('退職済の設定になったため、ログアウトしました。')
})

test('rights are described in sentences, the user’s own role first, then all others', async ({ asStaff }) => {
  const page = await asStaff('partner', { origin })
  await expectMenuLeadsToRights(page)
  await expect(page.getByRole('heading', { name: /^取引先の権限/ })).toContainText('自分の権限')
  await expect(page.getByText('取引先は、会員を見られません。')).toBeVisible()
  await page.getByLabel('権限', { exact: true }).selectOption('店長')
  await expect(page.getByText('店長は、担当店舗の会員を見られます。')).toBeVisible()
  await expect(page.getByRole('table').getByRole('row', { name: /^会員の閲覧/ })).toContainText('担当店舗')
})

async function expectMenuLeadsToRights(page: Page) {
  await openAccountMenu(page)
  await page.getByRole('menuitem', { name: '権限一覧' }).click()
  await expect(page.getByRole('heading', { name: '権限一覧', level: 1 })).toBeVisible()
}

test('a user edits their own phone number in place; the sign-in address is not among the fields', async ({
  asStaff,
}) => {
  const page = await asStaff('partner', { origin, ownSession: true, path: '/account' })
  await page.getByRole('button', { name: '編集する' }).click()
  await expect(page.getByLabel('メールアドレス')).toHaveCount(0)
  await page.getByLabel('電話番号').fill('12345')
  await page.getByRole('button', { name: '更新する' }).click()
  await expect(page.getByText('電話番号は0から始まる10桁か11桁の番号で入力してください。').first()).toBeVisible()
  await page.getByLabel('電話番号').fill('０９０-1111-2222')
  await page.getByRole('button', { name: '更新する' }).click()
  await expect(page.getByText('プロフィールを更新しました。')).toBeVisible()
  await expect(page.getByText('090-1111-2222')).toBeVisible()
})
