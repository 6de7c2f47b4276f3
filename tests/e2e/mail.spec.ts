import type { Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { member } from '../../api/db/schema/facts.ts'
import { club } from '../../api/db/schema/organisation.ts'
import { mailer } from '../../api/mail/mailer.ts'
import { postman } from '../../api/mail/postman.ts'
import { smtpTransport } from '../../api/mail/transport.ts'
import { startApi } from '../support/api.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startApp } from '../support/stack.ts'

type Given = Parameters<Parameters<typeof test>[2]>[0]

/** A shop of five members: three agreed to mails, one did not, one is on leave. Its API's clock can be moved. */
async function openClub({ asVisitor, stack, supervisor }: Pick<Given, 'asVisitor' | 'stack' | 'supervisor'>) {
  const api = await startApi()
  api.time.now = new Date()
  const mails = await startMailServer()
  const transport = smtpTransport({ smtpUrl: mails.url, from: 'no-reply@karada.example.jp', ratePerMinute: 60_000 })
  const letters = { database: api.database, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.work('mail', mailer({ ...letters, send: async () => {} }))
  await api.jobs.workInBatches('letter', 40, postman({ ...letters, jobs: api.jobs, transport }))
  const shop = await api.makeShop({ name: '新宿店' })
  const make = async (lastName: string, more: object = {}) =>
    api.makeMember(shop, {
      ...{ lastName, firstName: '花子', email: `${encodeURIComponent(lastName).replaceAll('%', '')}@example.jp` },
      ...{ contractStatus: 'active', mailOptIn: true, ...more },
    })
  const agreed = [await make('青木'), await make('池田'), await make('上野')]
  await make('遠藤', { mailOptIn: false })
  await make('岡田', { contractStatus: 'suspended' })
  await api.makeStaff({ role: 'all', email: 'head@example.jp' })

  const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
  const page = await asVisitor({ origin })
  await page.goto(`/login?redirect=${encodeURIComponent(`/hacomono/members?shop=${shop}`)}`)
  await signInAt(page, 'head')
  await expect(page.getByRole('link', { name: 'この条件でメール作成' })).toBeVisible()
  return {
    ...{ api, page, mails, agreed, origin },
    close: async () => {
      await api.close()
      transport.close()
      await mails.close()
    },
  }
}

const receivers = (page: Page) => page.getByRole('status').filter({ hasText: /^宛先 [\d,]+名$/ })
const question = (page: Page) => page.getByRole('alertdialog')

async function write(page: Page, subject: string) {
  await page.getByLabel('件名').fill(subject)
  await page.getByRole('textbox', { name: '本文' }).click()
  await page.keyboard.insertText('いつもありがとうございます。')
}

async function confirm(page: Page, says: string) {
  await page.getByRole('button', { name: '確認へ進む' }).click()
  await expect(question(page)).toContainText(says)
  await question(page).getByRole('button', { name: 'はい' }).click()
}

/** Opens the names of members excluded for a reason. */
async function openReason(page: Page, button: string, name: string) {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: `除外: ${button.split(' ')[0]}` })
  await expect(dialog.getByRole('listitem')).toContainText(name)
  await expectGood(page)
  await dialog.getByRole('button', { name: '閉じる' }).click()
}

async function callBack(page: Page) {
  await page.getByRole('button', { name: '取り消す' }).click()
  await expect(question(page)).toContainText('まだ1通も送信していません。')
  await question(page).getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('メールを取り消しました。1通も送信していません。')).toBeVisible()
}

test('head office mails the members of a view, cancels it at 50 seconds, sends it again and reads the log', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { api, page, mails, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    await page.getByRole('link', { name: 'この条件でメール作成' }).click()
    await expect(receivers(page)).toHaveText('宛先 3名')
    await openReason(page, '配信同意なし 1名', '遠藤 花子')
    await openReason(page, '休会中 1名', '岡田 花子')
    await expectGood(page)
    await write(page, '秋のご案内')
    await page.getByRole('button', { name: '会員氏名を差し込む' }).click()
    await confirm(page, '宛先: 3名（除外 2名）')
    await expect(page.getByText('3名へのメールを受け付けました。60秒後に送信を始めます。')).toBeVisible()
    await expect(page.getByText(/^あと\d+秒で送信を始めます/)).toBeVisible()
    await expectGood(page)

    api.time.now = new Date(api.time.now.getTime() + 50_000)
    await callBack(page)
    api.time.now = new Date()
    await expect(page.getByRole('table', { name: '宛先の一覧' }).getByText('取消')).toHaveCount(3)

    // The recipients come along; excluded members do not.
    await page.getByRole('link', { name: '同じ内容でメール作成' }).click()
    await expect(receivers(page)).toHaveText('宛先 3名')
    await expect(page.getByText('メール「秋のご案内」と同じ宛先')).toBeVisible()
    await expect(page.getByText('除外される会員はいません。')).toBeVisible()
    const removeByKey = async (name: string) => {
      await page.getByRole('button', { name: `${name}を除外する` }).focus()
      await page.keyboard.press('Enter')
    }
    await removeByKey('池田 花子')
    await expect(page.getByRole('button', { name: '上野 花子を除外する' })).toBeFocused()
    await removeByKey('上野 花子')
    await expect(receivers(page)).toHaveText('宛先 1名')
    await page.getByRole('button', { name: '手動で除外 2名' }).click()
    await page.getByRole('button', { name: '池田 花子を宛先に戻す' }).press('Enter')
    await expect(page.getByRole('button', { name: '上野 花子を宛先に戻す' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(receivers(page)).toHaveText('宛先 2名')
    await confirm(page, '宛先: 2名（除外 1名）')
    await expect(page.getByText(/^あと\d+秒で送信を始めます/)).toBeVisible()
    await expect
      .poll(async () => {
        await api.db.execute(sql`update pgboss.job set start_after = now() where name = 'letter'`)
        return page.getByRole('heading', { level: 1 }).textContent()
      })
      .toContain('送信済')
    const table = page.getByRole('table', { name: '宛先の一覧' })
    await page.getByLabel('状態で絞り込む').selectOption('除外')
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table.getByRole('row', { name: /上野/ })).toContainText('手動で除外')
    await expect(page.getByRole('button', { name: '取り消す' })).toHaveCount(0)
    await expectGood(page)
    const texts = ['青木', '池田'].map((name) => `いつもありがとうございます。${name} 花子`)
    for (const text of texts)
      await expect.poll(() => mails.caught.some(({ mail }) => mail.text?.includes(text))).toBe(true)
    expect(mails.caught).toHaveLength(2)
  } finally {
    await close()
  }
})

test('a member unsubscribes by a mail’s link and is left out of the next; a link scanner unsubscribes nobody', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { api, page, mails, agreed, origin, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    const [first] = agreed
    await page.goto(`/mail/new?users=${first?.userId}`)
    await expect(receivers(page)).toHaveText('宛先 1名')
    await write(page, '秋のご案内')
    await confirm(page, '宛先: 1名（除外 0名）')
    await expect(page.getByText(/^あと\d+秒で送信を始めます/)).toBeVisible()
    await expect
      .poll(async () => {
        await api.db.execute(sql`update pgboss.job set start_after = now() where name = 'letter'`)
        return mails.caught.length
      })
      .toBe(1)
    const [link = ''] = mails.caught[0]?.mail.text?.match(/\/unsubscribe\?t=[\w-]{22}/) ?? []

    // In an address of an older release the number is the member's own; the API says whose it is.
    await page.goto(`/mail/logs?memberId=${first?.memberId}`)
    await expect(page).toHaveURL(new RegExp(`[?&]userId=${first?.userId}(&|$)`))
    await expect(page.getByRole('list', { name: '適用中の条件' })).toContainText('会員: ')

    const leftOut = () => page.getByRole('button', { name: '配信同意なし 1名' })
    const looked = await page.request.get(origin + link)
    expect([looked.status(), looked.headers()['cache-control']]).toEqual([200, 'no-store'])
    await page.goto(`/mail/new?users=${first?.userId}`)
    await expect(receivers(page)).toHaveText('宛先 1名')

    const reader = await asVisitor({ origin })
    await reader.goto(link)
    await expect(reader.getByText('株式会社からだからのお知らせやご案内のメールの配信を停止します。')).toBeVisible()
    await expectGood(reader)
    await reader.getByRole('button', { name: '配信を停止する' }).click()
    await expect(reader.getByRole('heading', { name: '配信を停止しました' })).toBeVisible()
    await page.goto(`/mail/new?users=${first?.userId}`)
    await expect(leftOut()).toBeVisible()

    const wrong = await page.request.get(`${origin}/unsubscribe?t=nobody`)
    expect([wrong.status(), await wrong.text()]).toEqual([
      404,
      expect.stringContaining('このアドレスは正しくありません'),
    ])
    const oneClick = await page.request.post(origin + link, { form: { 'List-Unsubscribe': 'One-Click' } })
    expect(oneClick.status()).toBe(200)
  } finally {
    await close()
  }
})

test('advertising waits for 会社情報; a member who unsubscribes meanwhile gets no mail, and the new number needs confirmation', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { api, page, agreed, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    await api.db.update(club).set({ address: '', contact: '' })
    await page.getByRole('link', { name: 'この条件でメール作成' }).click()
    await expect(receivers(page)).toHaveText('宛先 3名')
    const notice = page.getByRole('link', { name: '会社情報を登録する' })
    await expect(notice).toBeVisible()
    await expectGood(page)
    const written = page.url()
    await notice.click()
    await expect(page.getByLabel('名称')).toHaveValue('株式会社からだ')
    await page.getByLabel('住所').fill('東京都新宿区新宿1-1-1')
    await page.getByLabel('問い合わせ先').fill('03-0000-0000')
    await expectGood(page)
    await page.getByRole('button', { name: '更新する' }).click()
    await expect(page.getByText('会社情報を更新しました。')).toBeVisible()
    await page.goto(written)
    await expect(receivers(page)).toHaveText('宛先 3名')
    await expect(notice).toHaveCount(0)
    await write(page, '冬のご案内')
    await api.db
      .update(member)
      .set({ mailOptIn: false })
      .where(eq(member.id, String(agreed[0]?.memberId)))
    await confirm(page, '宛先: 3名（除外 2名）')
    await expect(page.getByRole('alert').filter({ hasText: '宛先の人数が変わりました。' })).toBeVisible()
    await expect(receivers(page)).toHaveText('宛先 2名')
    await expect(page.getByLabel('件名')).toHaveValue('冬のご案内')
    await confirm(page, '宛先: 2名（除外 3名）')
    await expect(page.getByText('2名へのメールを受け付けました。60秒後に送信を始めます。')).toBeVisible()
  } finally {
    await close()
  }
})

test('確認へ進む pressed while the recipients are counted goes on by itself', async ({ asStaff, faulty }) => {
  const page = await asStaff('head', { path: '/hacomono/members?shop=1&contractStatus=active', origin: faulty.origin })
  for (const at of [1, 2]) await page.getByRole('checkbox').nth(at).check()
  await page.getByRole('main').getByRole('link', { name: 'メール作成', exact: true }).click()
  await expect(receivers(page)).toBeVisible()
  await write(page, `お知らせ ${Date.now()}`)
  await faulty.become({ kind: 'slow', only: '/api/admin/mail/preview', delayMs: 3_000 })
  await page.getByLabel('業務連絡').check()
  await page.getByRole('button', { name: '確認へ進む' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText('人数が表示されると、確認へ進みます。')
  await expect(question(page)).toContainText('宛先: 2名（除外 0名）')
  await question(page).getByRole('button', { name: 'いいえ' }).click()

  // Typing meanwhile cancels it, and the sentence goes.
  await page.getByRole('radio', { name: '広告宣伝' }).check()
  await page.getByRole('button', { name: '確認へ進む' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText('人数が表示されると、確認へ進みます。')
  await page.getByLabel('件名').pressSequentially('について')
  await expect(page.locator('form').getByRole('alert')).toHaveCount(0)
  await expect(question(page)).toHaveCount(0)
})

test('a mail that fails to send keeps its content, and is sent once', async ({ asStaff, faulty }) => {
  const page = await asStaff('head', { path: '/hacomono/members?shop=1&contractStatus=active', origin: faulty.origin })
  for (const at of [1, 2]) await page.getByRole('checkbox').nth(at).check()
  await page.getByRole('main').getByRole('link', { name: 'メール作成', exact: true }).click()
  await page.getByLabel('業務連絡').check()
  await expect(receivers(page)).toHaveText('宛先 2名')
  const subject = `休館のお知らせ ${Date.now()}`
  await write(page, subject)
  await page.getByRole('button', { name: '確認へ進む' }).click()
  await expect(question(page)).toContainText('宛先: 2名（除外 0名）')
  await faulty.become({ kind: 'error', only: '/api/admin/mail/new' })
  await question(page).getByRole('button', { name: 'はい' }).click()
  await expect(page.locator('form').getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('件名')).toHaveValue(subject)
  await faulty.become({ kind: 'none' })
  await confirm(page, '宛先: 2名（除外 0名）')
  await expect(page.getByText('2名へのメールを受け付けました。60秒後に送信を始めます。')).toBeVisible()
  await callBack(page)
  await page.getByRole('link', { name: '送信履歴の一覧' }).click()
  await page.getByRole('searchbox').fill(subject)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expect(page.locator('[data-row]')).toContainText('取消')
})

test('recipients are chosen by the conditions of step mails, or found by keys', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/mail/new?shop=1' })
  await page.getByLabel('条件を追加').selectOption({ label: '来館傾向' })
  await page.getByLabel('来館傾向の値').selectOption({ index: 2 })
  await page.getByLabel('条件を追加').selectOption({ label: '契約状態' })
  await page.getByLabel('契約状態の値').selectOption({ label: '契約中' })
  await expect(page.getByRole('list', { name: '設定した条件' }).getByRole('listitem')).toHaveCount(2)
  const counted = await page.getByText(/^現在、条件に合う会員 [\d,]+名$/).textContent()
  await page.getByRole('button', { name: 'この条件で選ぶ' }).click()
  const [receiving = 0, excluded = 0] = await Promise.all(
    [receivers(page), page.getByText(/^除外 [\d,]+名$/)].map(async (text) =>
      Number((await text.textContent())?.replaceAll(/\D/g, '')),
    ),
  )
  expect(`現在、条件に合う会員 ${(receiving + excluded).toLocaleString('ja-JP')}名`).toBe(counted)
  await expectGood(page)

  await page.getByLabel('会員を選ぶ').check()
  const search = page.getByRole('searchbox', { name: '会員を検索' })
  await search.fill('佐藤')
  const found = page.getByRole('list', { name: '見つかった会員' }).getByRole('button')
  await expect(found.nth(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(found.nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('手動で選んだ会員（1名）')).toBeVisible()
  await expect(search).toBeFocused()
})

test('a shop manager sees a mail’s recipients without addresses; part-time staff see no mails', async ({ asStaff }) => {
  const manager = await asStaff('manager', { path: '/mail/new?to=filter&contractStatus=active' })
  const people = manager.getByRole('list', { name: '宛先の会員' })
  await expect(people.getByRole('listitem').first()).toContainText(/\*+@/)
  await expect(people).not.toContainText(/[a-z]{3,}\d*@/)
  // 新宿店 has more members than a manager may write to at once: the form says so before the mail is written.
  await manager.goto('/mail/new?to=filter')
  await manager.getByRole('radio', { name: '業務連絡' }).check()
  await expect(manager.getByRole('status').filter({ hasText: '一度に送信できるのは500名までです。' })).toBeVisible()
  await manager.goto('/mail/logs')
  await manager.locator('[data-record]').first().click()
  const table = manager.getByRole('table', { name: '宛先の一覧' })
  await expect(table.getByRole('row').nth(1)).toContainText(/\*+@/)
  await expect(table).not.toContainText(/[a-z]{3,}\d*@/)
  await expectGood(manager)

  const trainer = await asStaff('trainer', { path: '/mail/new' })
  await expect(trainer.getByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible()
  await trainer.goto('/hacomono/members')
  await expect(trainer.locator('[data-row]').first()).toBeVisible()
  await expect(trainer.getByRole('link', { name: /メール(作成|を送る)|送信履歴/ })).toHaveCount(0)
})

test('a mail from a figure with too many members takes the first 500, and says so', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/dashboard/members?shop=all' })
  await page.getByRole('button', { name: 'メール作成' }).click()
  await expect(page.getByText(/^全[\d,]+名のうち、先頭の500名を宛先にしました。$/)).toBeVisible()
  await expect(page.getByText('手動で選んだ会員（500名）')).toBeVisible()
  await page.reload()
  await expect(page.getByText('手動で選んだ会員（500名）')).toBeVisible()
})
