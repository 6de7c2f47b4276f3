import type { Page } from '@playwright/test'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows, rows, search } from '../support/lists.ts'
import { newestNotice, openAccountMenu } from '../support/screens.ts'

test.use({ warm: true })

const path = '/staffs'
const chosen = 'mikan-to-ringo-no-kisetsu'

/** An address that no earlier try of the same story has taken. */
const addressOf = (name: string) => `${name}-${test.info().retry}@example.jp`

/** The link of the newest mail to this address, once there are as many. */
async function linkIn(mailbox: string, to: string, count = 1): Promise<string> {
  const mails = async (): Promise<{ text: string }[]> =>
    (await fetch(`${mailbox}/mails.json?to=${encodeURIComponent(to)}`)).json()
  await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(count)
  return (await mails())[0]?.text.match(/\/invitation#[\w-]{22}/)?.[0] ?? 'none'
}

async function register(page: Page, { last, email }: { last: string; email: string }) {
  await page.goto(`${path}/new`)
  await page.getByLabel(/^姓/).fill(last)
  await page.getByLabel(/^名/).fill('陽菜')
  await page.getByLabel('セイ').fill('あおやま')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByRole('checkbox', { name: '新宿店' }).check()
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText(`店舗スタッフを登録しました。${email} に招待メールを送りました。`)).toBeVisible()
}

/** Sets the password on the page linked in the mail. */
async function choosePassword(page: Page, secret = chosen) {
  await page.getByLabel('新しいパスワード', { exact: true }).fill(secret)
  await page.getByLabel('新しいパスワード（確認）', { exact: true }).fill(secret)
  await page.getByRole('button', { name: '設定してログイン' }).click()
}

test('a trainer is registered in one form, accepts the invitation, and sees their shop', async ({
  asStaff,
  asVisitor,
  stack,
}) => {
  const page = await asStaff('manager')
  const email = addressOf('aoyama')
  await register(page, { last: '青山', email })
  await expectRows(page)
  await search(page, 'アオヤマ')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('招待: 招待中')

  const visitor = await asVisitor()
  const link = await linkIn(stack.mailbox, email)
  await visitor.goto(link)
  await expect(visitor.getByText(`青山 陽菜さん（${email}）`)).toBeVisible()
  await expectGood(visitor)
  await choosePassword(visitor, 'password1234')
  await expect(visitor.getByText('推測されやすいパスワードは使用できません。', { exact: true })).toBeVisible()
  await choosePassword(visitor)
  await expect(visitor).toHaveURL(/\/dashboard/)
  await openAccountMenu(visitor)
  await expect(visitor.getByRole('menu').getByText('トレーナー')).toBeVisible()

  const again = await asVisitor()
  await again.goto(link)
  await expect(again.getByText(/使用済みか有効期限が切れています/)).toBeVisible()
})

test('a forgotten password is reset by mail', async ({ asStaff, asVisitor, stack }) => {
  const page = await asStaff('manager')
  const email = addressOf('forgetful')
  await register(page, { last: '物忘', email })
  const first = await asVisitor()
  await first.goto(await linkIn(stack.mailbox, email))
  await choosePassword(first)
  await expect(first).toHaveURL(/\/dashboard/)

  const visitor = await asVisitor()
  await visitor.goto('/login')
  await visitor.getByRole('link', { name: 'パスワードを忘れた場合' }).click()
  // The login form has a field of the same name, which stays until the new page is there.
  await expect(visitor.getByRole('heading', { name: 'パスワードの再設定' })).toBeVisible()
  await visitor.getByLabel('メールアドレス').fill(email)
  await visitor.getByRole('button', { name: 'リンクを送る' }).click()
  await expect(visitor.getByRole('heading', { name: 'メールを確認してください' })).toBeVisible()
  await expectGood(visitor)
  await visitor.goto(await linkIn(stack.mailbox, email, 2))
  await choosePassword(visitor, 'aki-no-yuuyake-ga-kirei')
  await expect(visitor).toHaveURL(/\/dashboard/)
})

test('head office sends a link to set a new password, which signs out; a new address, with the password, proves itself by mail', async ({
  asStaff,
  asVisitor,
  stack,
}) => {
  const page = await asStaff('head')
  const email = addressOf('given')
  await register(page, { last: '確認', email })
  const first = await asVisitor()
  await first.goto(await linkIn(stack.mailbox, email))
  await choosePassword(first)
  await expect(first).toHaveURL(/\/dashboard/)

  await search(page, '確認')
  await rows(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'パスワード再設定のリンクを送る' }).click()
  const question = page.getByRole('alertdialog', { name: 'パスワードを再設定するリンクを送信' })
  await expect(question).toContainText(email)
  await expect(question.getByRole('textbox')).toHaveCount(0)
  await expectGood(page)
  await question.getByRole('button', { name: '送信する' }).click()
  await expect(page.getByText(`${email} にパスワードを再設定するリンクを送りました。`)).toBeVisible()

  const person = await asVisitor()
  const given = 'kaki-to-budo-no-kisetsu'
  await person.goto(await linkIn(stack.mailbox, email, 2))
  await choosePassword(person, given)
  await expect(person).toHaveURL(/\/dashboard/)
  await first.reload()
  await expect(first).toHaveURL(/\/login/)

  await person.goto('/account')
  await person.getByRole('button', { name: 'メールアドレスを変更する' }).click()
  const next = addressOf('proven')
  await person.getByLabel('新しいメールアドレス').fill(next)
  await person
    .getByRole('dialog')
    .or(person.getByRole('alertdialog'))
    .getByLabel('現在のパスワード', { exact: true })
    .fill(given)
  await person.getByRole('button', { name: '確認のメールを送る' }).click()
  await expect(person.getByText(`${next}（メールでの確認待ち）`)).toBeVisible()
  await expectGood(person)
  const proof = await asVisitor()
  await proof.goto(await linkIn(stack.mailbox, next))
  await proof.getByRole('button', { name: 'このメールアドレスに変更する' }).click()
  await expect(proof.getByText('メールアドレスを変更しました。', { exact: false })).toBeVisible()
  // The session that began it continues.
  await person.reload()
  await expect(person.getByRole('definition').filter({ hasText: next })).toBeVisible()
})

test('a staff member is moved to another shop, retired and deleted, each with a preview of the effect', async ({
  asStaff,
}) => {
  const page = await asStaff('head')
  await register(page, { last: '移動', email: addressOf('mover') })
  await search(page, '移動')
  await rows(page).first().getByRole('link').click()

  await page.getByRole('link', { name: '担当店舗を編集する' }).click()
  await page.getByRole('checkbox', { name: '渋谷店' }).check()
  await page.getByRole('checkbox', { name: '新宿店' }).uncheck()
  await page.getByLabel('主担当').selectOption('渋谷店')
  await page.getByRole('button', { name: '更新する' }).click()
  const question = page.getByRole('alertdialog', { name: '担当店舗を更新' })
  await expect(question).toContainText('追加: 渋谷店')
  await expect(question).toContainText('削除: 新宿店')
  await question.getByRole('button', { name: 'はい' }).click()
  await expect(newestNotice(page, '担当店舗を更新しました。')).toBeVisible()
  await expect(page.getByRole('region', { name: '担当店舗' })).toContainText('渋谷店主担当')

  const setShinjuku = async (isChosen: boolean) => {
    await page.getByRole('link', { name: '担当店舗を編集する' }).click()
    await page.getByRole('checkbox', { name: '新宿店' }).setChecked(isChosen)
    await page.getByRole('button', { name: '更新する' }).click()
    await question.getByRole('button', { name: 'はい' }).click()
  }
  await setShinjuku(true)
  await expect(newestNotice(page, '担当店舗を追加しました。')).toBeVisible()
  await setShinjuku(false)
  await expect(newestNotice(page, '担当店舗を削除しました。')).toBeVisible()

  const panel = page.getByRole('region', { name: '担当店舗' })
  await panel.getByLabel('追加する店舗').selectOption('新宿店')
  await panel.getByRole('button', { name: '追加する' }).click()
  await expect(newestNotice(page, '担当店舗を追加しました。')).toBeVisible()
  await panel.getByRole('button', { name: '新宿店を主担当にする' }).click()
  await expect(newestNotice(page, '担当店舗を更新しました。')).toBeVisible()
  await expect(panel).toContainText('新宿店主担当主担当から外す')
  await panel.getByRole('button', { name: '渋谷店を担当から外す' }).click()
  const parting = page.getByRole('alertdialog', { name: '担当店舗を削除' })
  await parting.getByRole('button', { name: 'はい' }).click()
  await expect(newestNotice(page, '担当店舗を削除しました。')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'プロフィール' }).locator('img')).toHaveAttribute('src', /no_img/)
  await expectGood(page)

  await page.getByRole('button', { name: '退職済にする' }).click()
  const leaving = page.getByRole('alertdialog', { name: 'スタッフを退職済に変更' })
  await leaving.getByLabel('退職日').fill('')
  await leaving.getByRole('button', { name: 'はい' }).click()
  await expect(leaving.getByRole('alert')).toHaveText('退職日を入力してください。')
  await leaving.getByLabel('退職日').fill('2026-12-31')
  await leaving.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('退職済')
  await expect(page.getByRole('region', { name: '権限と在籍' })).toContainText('2026/12/31')

  await page.getByRole('button', { name: '削除する' }).click()
  await page.getByRole('alertdialog', { name: 'スタッフを削除' }).getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('スタッフを削除しました。')).toBeVisible()
  await expect(page).toHaveURL(/\/staffs($|\?)/)
})

test('a registration that broke off is shown beside the list, and finished or removed there', async ({ asStaff }) => {
  const page = await asStaff('head', { path: `${path}/new` })
  const emailOf = (last: string) => addressOf(last === '途中' ? 'begun' : 'dropped')
  const begin = async (last: string) => {
    await page.goto(`${path}/new`)
    await page.getByLabel(/^姓/).fill(last)
    await page.getByLabel(/^名/).fill('陽菜')
    await page.getByLabel('メールアドレス').fill(emailOf(last))
    await page.getByRole('checkbox', { name: '権限と担当店舗はあとで設定する' }).check()
    await expect(page.getByRole('checkbox', { name: '新宿店' })).toHaveCount(0)
    await page.getByRole('button', { name: '登録する' }).click()
    await expect(page.getByText(/^ユーザーを登録しました。/)).toBeVisible()
  }
  await begin('中止')
  await begin('途中')
  await page.getByRole('button', { name: /^登録が途中のユーザー \d名/ }).click()
  const dialog = page.getByRole('dialog', { name: '登録が途中のユーザー' })
  await expectGood(page)
  const rowOf = (name: string) => dialog.getByRole('listitem').filter({ hasText: emailOf(name) })
  await rowOf('中止').getByRole('button', { name: '削除する' }).click()
  await page.getByRole('alertdialog', { name: 'ユーザーを削除' }).getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('ユーザーを削除しました。')).toBeVisible()
  await expect(rowOf('中止')).toHaveCount(0)
  await rowOf('途中').getByLabel('途中 陽菜さんの権限').selectOption('店長')
  await rowOf('途中').getByRole('button', { name: 'スタッフとして登録' }).click()
  await expect(page.getByText(/^店舗スタッフを登録しました。/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('途中 陽菜')
  await expect(page.getByRole('button', { name: '招待を送る' })).toBeVisible()
})

test('a trainer sees only names and roles of colleagues', async ({ asStaff }) => {
  const page = await asStaff('trainer', { path })
  await expectRows(page)
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await expect(page.getByRole('link', { name: '新規登録' })).toHaveCount(0)
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('メールアドレス')).toHaveCount(0)
})

test('an admin previews a trainer’s rights read-only, and returns', async ({ asStaff }) => {
  const page = await asStaff('admin', { path, ownSession: true })
  await expectRows(page)
  await search(page, '桜井')
  await rows(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'この権限で見る' }).click()
  const bar = page.getByRole('region', { name: '権限のプレビュー' })
  await expect(bar).toContainText('トレーナー（新宿店）の権限で表示しています。変更はできません。')
  // The month's last panel: what is looked at is whole.
  await expect(page.getByRole('heading', { name: '来館の時間帯' })).toBeVisible()
  await expectGood(page)
  const menu = page.getByRole('navigation', { name: 'メインメニュー' })
  await menu.getByRole('link', { name: 'スタッフ' }).click()
  await expectRows(page)
  await expect(page.getByRole('link', { name: '新規登録' })).toHaveCount(0)
  await expect(bar).toBeVisible()
  await bar.getByRole('button', { name: '自分の権限に戻す' }).click()
  await expect(bar).toHaveCount(0)
  await menu.getByRole('link', { name: 'スタッフ' }).click()
  await expect(page.getByRole('link', { name: '新規登録' })).toBeVisible()
})

test('from 権限一覧 an admin previews a role’s rights at chosen shops, read-only', async ({ asStaff }) => {
  const page = await asStaff('admin', { path: '/rights', ownSession: true })
  const look = page.getByRole('button', { name: 'この権限で見る' })
  await expect(page.getByRole('heading', { name: /^管理者の権限/ })).toBeVisible()
  await expect(look).toHaveCount(0)
  await page.getByLabel('権限', { exact: true }).selectOption('トレーナー')
  await look.click()
  const dialog = page.getByRole('dialog', { name: 'トレーナーの権限で見る' })
  await dialog.getByRole('button', { name: 'この権限で見る' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('担当店舗を選択してください。')
  await expectGood(page)
  await page.keyboard.press('Escape')
  await expect(look).toBeFocused()
  await look.press('Enter')
  await dialog.getByRole('checkbox', { name: '渋谷店' }).check()
  await dialog.getByRole('checkbox', { name: '新宿店' }).check()
  await dialog.getByRole('button', { name: 'この権限で見る' }).click()

  const bar = page.getByRole('region', { name: '権限のプレビュー' })
  await expect(bar).toContainText('トレーナー（新宿店、渋谷店）の権限で表示しています。変更はできません。')
  await page.goto('/rights')
  await expect(page.getByRole('heading', { name: /^トレーナーの権限/ })).toContainText('自分の権限')
  await expect(look).toHaveCount(0)
  await bar.getByRole('button', { name: '自分の権限に戻す' }).click()
  await expect(bar).toHaveCount(0)
  await page.goto('/rights')
  await expect(page.getByRole('heading', { name: /^管理者の権限/ })).toContainText('自分の権限')
})
