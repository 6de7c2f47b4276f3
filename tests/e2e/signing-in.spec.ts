import type { Account } from '../support/accounts.ts'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { expectFigures, holdBack, openAccountMenu, shopSwitcher } from '../support/screens.ts'

const staff: { account: Account; role: string; sees: string }[] = [
  { account: 'partner', role: '取引先', sees: '新宿店' },
  { account: 'trainer', role: 'トレーナー', sees: '新宿店' },
  { account: 'manager', role: '店長', sees: '新宿店' },
  { account: 'owner', role: 'FCオーナー', sees: '全店舗' },
  { account: 'head', role: '本部', sees: '全店舗' },
  { account: 'admin', role: '本部', sees: '全店舗' },
]

for (const { account, role, sees } of staff) {
  test(`${account}@ signs in and reads this month of ${sees}`, async ({ asVisitor }) => {
    const page = await asVisitor()
    await page.goto('/')
    await expect(page).toHaveURL(/\/login/)
    await signInAt(page, account)

    await expect(page).toHaveURL(/\/dashboard(\?month=.*)?$/)
    await expectFigures(page)
    await expect(page.getByRole('main').getByText(sees, { exact: true }).first()).toBeVisible()
    await openAccountMenu(page)
    await expect(page.getByRole('menu').getByText(role, { exact: true })).toBeVisible()
    await expect(page.getByRole('menu').getByText('管理者', { exact: true })).toHaveCount(account === 'admin' ? 1 : 0)
  })
}

test('a menu opened right after signing in stays open when the rest of the frame comes', async ({ asVisitor }) => {
  const page = await asVisitor()
  const arrive = await holdBack(page, /\/assets\/late-parts\./)
  await page.goto('/login')
  await signInAt(page, 'admin')
  await expectFigures(page)
  await openAccountMenu(page)
  arrive()
  await expect(page.locator('p[aria-live=polite].sr-only')).toBeAttached()
  // What the rest does with the focus, it does in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  await expect(page.getByRole('menu', { name: 'アカウント' })).toBeVisible()
})

test('a user with one shop has no shop switcher', async ({ asStaff }) => {
  const page = await asStaff('manager')
  await expectFigures(page)
  await expect(shopSwitcher(page)).toHaveCount(0)
})

test('a wrong password and an unknown address get the same message, and the input stays', async ({ asVisitor }) => {
  const page = await asVisitor()
  await page.goto('/login')
  const sentence = 'メールアドレスまたはパスワードが正しくありません。'

  await signInAt(page, 'trainer', 'not-the-password')
  await expect(page.getByRole('alert')).toContainText(sentence)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel('メールアドレス')).toHaveValue('trainer@example.jp')

  await page.getByLabel('メールアドレス').fill('nobody@example.jp')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(sentence)

  await signInAt(page, 'trainer')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a suspended account is rejected, with the reason only after the right password', async ({ asVisitor }) => {
  const page = await asVisitor()
  await page.goto('/login')

  await signInAt(page, 'suspended', 'not-the-password')
  await expect(page.getByRole('alert')).toContainText('メールアドレスまたはパスワードが正しくありません。')

  await signInAt(page, 'suspended')
  await expect(page.getByRole('alert')).toContainText('このアカウントは無効です。管理者にお問い合わせください。')
  await expect(page).toHaveURL(/\/login/)
})

test('an empty form names missing fields and focuses the first', async ({ asVisitor }) => {
  const page = await asVisitor()
  await page.goto('/login')
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()
  await expect(page.getByText('メールアドレスを入力してください。')).toBeVisible()
  await expect(page.getByText('パスワードを入力してください。')).toBeVisible()
  await expect(page.getByLabel('メールアドレス')).toBeFocused()
})

test('two quick clicks sign in once', async ({ asVisitor }) => {
  const page = await asVisitor()
  await page.goto('/login')
  const attempts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/_serverFn/')) attempts.push(request.url())
  })
  await page.getByLabel('メールアドレス').fill('head@example.jp')
  await page.getByLabel('パスワード', { exact: true }).fill('asa-no-rajio-taiso')
  await page.getByRole('button', { name: 'ログイン', exact: true }).dblclick()
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(attempts).toHaveLength(1)
})

test('a demo account signs in with one click and Enter', async ({ asVisitor }) => {
  const page = await asVisitor()
  await page.goto('/login')
  await page.getByRole('button', { name: '店長 新宿店' }).click()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectFigures(page)
})
