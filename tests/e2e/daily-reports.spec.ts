import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, formatDate, todayInTokyo } from '../../app/lib/dates.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { bearerOf } from '../support/screens.ts'

test.use({ warm: true })

/** Days that a worker uses at most; each retry has a worker of its own. */
const daysOfWorker = 20
let used = 0
/** A day of 新宿店 without a report: another one each time, so that no test finds what another has submitted. */
const anyDay = () => {
  used += 1
  return addDays(todayInTokyo(), -80 - test.info().workerIndex * daysOfWorker - used)
}
const reportOf = (day: string) => `/shop-reports/1/${day}`

const saved = (page: Page) => page.getByText(/に保存しました/)
const note = (page: Page, label = '良かった点') => page.getByLabel(label, { exact: true })

const photo = (shade: string) =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: shade } })
    .jpeg()
    .toBuffer()

test('a manager submits the daily report on a phone, with two photos', async ({ asStaff }) => {
  const day = anyDay()
  const page = await asStaff('manager', { width: 375, path: reportOf(day) })
  // The till is on the first screen, and the figures are there already.
  await expect(page.getByLabel('現金売上')).toBeInViewport()
  await expect(page.getByText('来館数', { exact: true })).toBeVisible()
  await page.getByLabel('天気').selectOption('雨')
  await note(page).fill('雨でしたが、体験のお客様が続きました。')
  await page.getByLabel('現金売上').fill('12000')
  await page.getByLabel('釣銭準備金').fill('50000')
  await page.getByLabel('レジ有高').fill('６１，５００')
  await expect(page.getByText('▲¥500')).toBeVisible()
  await page.getByTestId('imgUrls-file').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await photo('#486') },
    { name: 'studio.jpg', mimeType: 'image/jpeg', buffer: await photo('#864') },
  ])
  await expect(page.getByRole('img', { name: '写真2' })).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await expectGood(page)

  // An incident: its time is taken as digits, its member is found by keys, and what is missing is named and red.
  await page.getByLabel('事故・けががありました').check()
  await page.getByLabel('発生時刻').pressSequentially('1050')
  await expect(page.getByLabel('発生時刻')).toHaveValue('10:50')
  await page.getByLabel('会員（いる場合）').fill('佐藤')
  const found = page.getByRole('list', { name: '見つかった会員' }).getByRole('button')
  await expect(found.nth(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(found.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /佐藤.*を外す/ })).toBeFocused()
  const submit = () => page.getByRole('button', { name: '提出する' }).click()
  await submit()
  await expect(page.getByText('過不足の理由、場所、状況、対応を確認してください。')).toBeVisible()
  for (const label of ['過不足の理由', '場所', '状況', '対応']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(new RegExp(`^${label}を入力してください。`))).toBeVisible()
  }
  await expect(page.getByLabel('発生時刻')).not.toHaveAttribute('aria-invalid')
  await expectGood(page)
  await page.getByLabel('事故・けががありました').uncheck()

  const question = page.getByRole('alertdialog', { name: '日報を提出' })
  // A cash difference requires an explanation: nothing is asked before it is there.
  await submit()
  await expect(page.getByLabel('過不足の理由')).toHaveAttribute('aria-invalid', 'true')
  await expect(question).toHaveCount(0)
  await page.getByLabel('過不足の理由').fill('釣銭の渡し間違いと思われます。')
  await submit()
  await question.getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('日報を提出しました。')).toBeVisible()
  await expect(page.getByText('提出済', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: '写真2' })).toBeVisible()
  await expectGood(page)
})

test('no text is lost when the network fails while typing and the page is reloaded', async ({ asStaff, faulty }) => {
  const day = anyDay()
  const page = await asStaff('manager', { path: reportOf(day), origin: faulty.origin })
  await note(page).fill('朝の部は満員でした。')
  await expect(saved(page)).toBeVisible()
  await faulty.become({ kind: 'down', only: '/api/admin/shop/daily-report' })
  await note(page, '課題').fill('ロッカーの鍵が2本足りません。')
  await expect(page.getByText('入力はこの端末に残っています。', { exact: false })).toBeVisible()
  await faulty.become({ kind: 'none' })
  await page.reload()
  await expect(note(page, '課題')).toHaveValue('ロッカーの鍵が2本足りません。')
  await expect(note(page)).toHaveValue('朝の部は満員でした。')
  await expect(saved(page)).toBeVisible()
  // It is on the server now: another browser finds it.
  const other = await asStaff('head', { path: reportOf(day) })
  await expect(note(other, '課題')).toHaveValue('ロッカーの鍵が2本足りません。')
})

test('text typed in one tab appears in the other, with a notice', async ({ asStaff }) => {
  const day = anyDay()
  const page = await asStaff('manager', { path: reportOf(day) })
  await expect(note(page)).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(reportOf(day))
  await note(second, '引き継ぎ').fill('忘れ物の傘を預かっています。')
  await expect(saved(second)).toBeVisible()
  await expect(note(page, '引き継ぎ')).toHaveValue('忘れ物の傘を預かっています。')
  await expect(page.getByText('別のタブで書いた内容に更新しました。')).toBeVisible()
  // Both go on from there.
  await note(page).fill('紹介入会が1件ありました。')
  await expect(saved(page)).toBeVisible()
  await expect(note(second)).toHaveValue('紹介入会が1件ありました。')
})

test('two people edit the same field: nothing is overwritten without confirmation', async ({ asStaff }) => {
  const day = anyDay()
  const manager = await asStaff('manager', { path: reportOf(day) })
  await note(manager).fill('静かな一日でした。')
  await expect(saved(manager)).toBeVisible()
  const head = await asStaff('head', { path: reportOf(day) })
  await note(head).fill('静かな一日でしたが、体験が2件ありました。')
  await expect(saved(head)).toBeVisible()
  await note(manager).fill('静かな一日でした。清掃が進みました。')
  const dialog = manager.getByRole('dialog', { name: 'ほかの人が先に更新しました' })
  await expect(dialog).toContainText('体験が2件ありました。')
  await dialog.getByRole('radio', { name: '相手の更新' }).check()
  await dialog.getByRole('button', { name: '選んだ内容で保存' }).click()
  await expect(note(manager)).toHaveValue('静かな一日でしたが、体験が2件ありました。')
})

test('a postponed conflict reappears after a reload, and nothing is overwritten in the meantime', async ({
  asStaff,
}) => {
  const day = anyDay()
  const manager = await asStaff('manager', { path: reportOf(day) })
  await note(manager).fill('静かな一日でした。')
  await expect(saved(manager)).toBeVisible()
  const head = await asStaff('head', { path: reportOf(day) })
  await note(head).fill('体験が2件ありました。')
  await expect(saved(head)).toBeVisible()
  await note(manager).fill('清掃が進みました。')
  const dialog = manager.getByRole('dialog', { name: 'ほかの人が先に更新しました' })
  await dialog.getByRole('button', { name: '入力に戻る' }).click()
  await expect(manager.getByText('ほかの人の更新と重なっています。')).toBeVisible()
  await note(manager, '課題').fill('鍵が足りません。')

  await manager.reload()
  await expect(dialog).toContainText('体験が2件ありました。')
  await head.reload()
  await expect(note(head)).toHaveValue('体験が2件ありました。')
  await dialog.getByRole('radio', { name: '相手の更新' }).check()
  await dialog.getByRole('button', { name: '選んだ内容で保存' }).click()
  await expect(note(manager)).toHaveValue('体験が2件ありました。')
  await expect(note(manager, '課題')).toHaveValue('鍵が足りません。')
  await expect(saved(manager)).toBeVisible()
})

test('text typed when the session ends is restored after signing in again', async ({ asStaff, stack }) => {
  const day = anyDay()
  const page = await asStaff('manager', { ownSession: true, path: reportOf(day) })
  await note(page).fill('体験レッスンが好評でした。')
  await expect(saved(page)).toBeVisible()
  const bearer = await bearerOf(page, () => page.reload())
  await expect(note(page)).toBeVisible()
  const ended = await fetch(`${stack.api}/api/admin/auth/logout`, {
    method: 'POST',
    headers: { authorization: bearer, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(ended.status).toBe(200)
  await note(page, '翌日の予定').fill('消防設備の点検に立ち会います。')
  await expect(page).toHaveURL(/\/login/)
  await signInAt(page, 'manager')
  await expect(page).toHaveURL(new RegExp(reportOf(day)))
  await expect(note(page, '翌日の予定')).toHaveValue('消防設備の点検に立ち会います。')
  await expect(saved(page)).toBeVisible()
})

test('a corrected figure appears with its reason beside the counted one', async ({ asStaff }) => {
  const day = anyDay()
  const page = await asStaff('manager', { path: reportOf(day) })
  await page.getByRole('button', { name: '見学を修正' }).click()
  // The cursor is where one types.
  await page.keyboard.type('2')
  await page.getByLabel('見学を修正した理由').fill('電話で申し込んだ方を足しました。')
  await expect(saved(page)).toBeVisible()
  await note(page, '課題').fill('見学の案内が足りません。')
  await page.getByRole('button', { name: '提出する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('日報を提出しました。')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: '見学' })
  await expect(row).toContainText('2件')
  await expect(row).toContainText('電話で申し込んだ方を足しました。')
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('article').filter({ hasText: `店舗日報 新宿店 ${formatDate(day)}` })
  for (const seal of ['担当', '店長', '本部']) await expect(paper.getByText(seal, { exact: true })).toBeVisible()

  // An action that begins from it names it and takes its 課題.
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: '改善アクションを登録' }).click()
  await expect(page.getByRole('link', { name: `新宿店 ${formatDate(day)}の日報` })).toBeVisible()
  await expect(page.getByLabel('計画')).toHaveValue('課題: 見学の案内が足りません。\n')
  await expectGood(page)
})

test('a day without data takes two lines, and its figures can be corrected all the same', async ({ asStaff }) => {
  // Before the demo begins: how far its data reach depends on the date.
  const page = await asStaff('manager', { path: reportOf(addDays(todayInTokyo(), -1500)) })
  await expect(page.getByRole('group', { name: '自動集計' })).toHaveText(
    '自動集計この日の数字はまだ届いていません。届きしだい入ります。数字を修正する',
  )
  await expect(page.getByText('来館数', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: '数字を修正する' }).click()
  await expect(page.getByRole('button', { name: '来館数を修正' })).toBeVisible()
})
