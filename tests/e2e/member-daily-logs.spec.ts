import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { publishWeeks, weekOf } from '../../api/daily-logs/weeks.ts'
import { rowsOf } from '../../api/db/expressions.ts'
import { addDays } from '../../api/figures/periods.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { tokyoDayOf } from '../../api/lib/time.ts'
import { type Account, emailOf } from '../support/accounts.ts'
import { startApi } from '../support/api.ts'
import { sampleLogs } from '../support/daily-logs.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { startApp } from '../support/stack.ts'

// Not part of the conformance table: these lists have no search and filters, since URLs must not contain health data.

type Given = Parameters<Parameters<typeof test>[2]>[0]

const kinds = ['condition', 'healthcare', 'bodyTemp', 'menstrual'] as const

/** A shop with a trainer, and two members who log; the first one shares her cycle with the trainer. */
async function openClub({ asVisitor, stack, supervisor }: Pick<Given, 'asVisitor' | 'stack' | 'supervisor'>) {
  const api = await startApi()
  api.time.now = new Date()
  const shop = await api.makeShop({ name: '新宿店' })
  await api.makeShop({ name: '吉祥寺店' })
  const trainer = await api.makeStaff({ role: 'level2', email: emailOf('trainer'), shops: [shop] })
  await api.makeStaff({ role: 'all', email: emailOf('head') })
  await api.makeStaff({ role: 'all', isAdmin: true, email: emailOf('admin') })
  await api.makeStaff({ role: 'level4', email: emailOf('owner'), shops: [shop] })
  const make = async (lastName: string, shares: boolean) => {
    const member = await api.makeMember(shop, { lastName, firstName: '花子', trainerStaffId: trainer.staffId })
    const { memberId } = member
    for (const kind of kinds) {
      const log = kind === 'healthcare' ? { ...sampleLogs[kind], 'sleep.dailySleepHour': [6.5, 1] } : sampleLogs[kind]
      await api.makeDailyLog(kind, { memberId, shopId: shop, log: log as never })
    }
    await api.giveConsent({ memberId, kind: 'body' })
    await api.giveConsent({
      memberId,
      kind: 'menstrual',
      sharedStaffIds: shares ? [Number(trainer.staffId)] : [],
    })
    return member
  }
  const members = { shares: await make('青木', true), keeps: await make('池田', false) }
  const stranger = await api.makeMember(shop, { lastName: '上野', firstName: '太郎' })

  const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
  return {
    ...{ api, shop, members, stranger },
    open: async (account: Account, path: string) => {
      const page = await asVisitor({ origin })
      await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
      await signInAt(page, account)
      await expect(page.getByRole('button', { name: /^アカウント/ })).toBeVisible()
      return page
    },
    /** A member no longer agrees to one of the consents. */
    withdraw: ({ memberId }: { memberId: string }, kind: 'body' | 'menstrual' = 'body') =>
      api.giveConsent({ memberId, kind, agreed: false, at: new Date() }),
    close: () => api.close(),
  }
}

const table = (page: Page) => page.getByRole('region', { name: /の記録の一覧$/ })
const kindTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '日次ログの種類' }).getByRole('link', { name })
/** Simulates returning to the window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

async function reveal(page: Page, reason: string) {
  await page.getByRole('button', { name: '値を表示' }).click()
  const dialog = page.getByRole('alertdialog', { name: '値を表示' })
  await expect(dialog).toContainText('理由・会員・記録の種類・期間が操作履歴に記録されます。')
  await dialog.getByLabel(reason).check()
  await dialog.getByRole('button', { name: '表示する' }).click()
  await expect(page.getByText(/の値を15分間表示します。$/)).toBeVisible()
}

test('before a lesson the trainer sees the member’s sleep and condition, and the cycle phase only with consent', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { members, stranger, open, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    const page = await open('trainer', `/hacomono/members/${members.shares.userId}`)
    await page.getByRole('navigation', { name: '会員の情報' }).getByRole('link', { name: '日次ログ' }).click()
    await expect(page.getByText('その日の体調に合わせた運動指導と安全の確認のためにだけ利用します。')).toBeVisible()
    await expect(table(page)).toContainText('だるい')
    await expect(table(page)).toContainText('ひざ')
    await expectGood(page)
    await page.getByRole('button', { name: 'グラフ', exact: true }).click()
    await expect(page.getByRole('heading', { name: '気分' })).toBeVisible()
    await expectGood(page)
    await page.getByRole('button', { name: '一覧', exact: true }).click()
    await kindTab(page, 'ヘルスケア').click()
    await expect(table(page).getByRole('row', { name: /6\.5/ })).toBeVisible()
    await kindTab(page, '月経').click()
    await expect(table(page)).toContainText('黄体期')
    await expect(table(page).getByRole('columnheader', { name: '症状' })).toHaveCount(0)
    await expect(page.getByText('頭痛のため早めに休みました')).toHaveCount(0)

    await page.getByRole('link', { name: '日次ログの画面で開く' }).click()
    await expect(page).toHaveURL(/\/member-daily-logs\/menstrual/)
    await page.getByRole('button', { name: '店舗に戻る' }).click()
    await expect(table(page).getByRole('row', { name: /青木/ })).toBeVisible()
    await expect(table(page).getByRole('row', { name: /池田/ })).toHaveCount(0)
    await page.getByLabel(/^担当の会員を選ぶ/).fill('池田')
    await page.getByRole('button', { name: /池田/ }).click()
    await expect(page.getByRole('heading', { name: /^この会員は、月経の記録を共有していません。/ })).toBeVisible()
    await expectGood(page)
    await page.goto(`/member-daily-logs?userId=${stranger.userId}`)
    await expect(page.getByRole('heading', { name: 'この会員の記録は表示できません' })).toBeVisible()
  } finally {
    await close()
  }
})

test('a consent withdrawn while the page is open clears it at the next refetch, and authorised staff can delete the data', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { members, open, withdraw, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    const path = `/member-daily-logs?userId=${members.shares.userId}`
    const trainer = await open('trainer', path)
    await expect(table(trainer)).toContainText('だるい')
    const head = await open('head', path)
    await expect(table(head)).toContainText('●●●')
    await reveal(head, '会員からの問い合わせ')
    await expect(table(head)).toContainText('だるい')

    await withdraw(members.shares)
    const gone = (page: Page) => page.getByRole('heading', { name: /^この会員は.+に同意を取り消しました。/ })
    for (const page of [trainer, head]) {
      await comeBack(page)
      await expect(gone(page)).toBeVisible()
      await expect(page.getByText('だるい')).toHaveCount(0)
      await expectGood(page)
    }
    const deletion = (page: Page) => page.getByRole('button', { name: '残っている記録を削除' })
    await expect(deletion(trainer)).toHaveCount(0)
    await deletion(head).click()
    const question = head.getByRole('alertdialog')
    await expect(question.getByText('3件')).toBeVisible()
    await expect(question.getByRole('button', { name: 'いいえ' })).toBeFocused()
    await question.getByRole('button', { name: 'はい' }).click()
    await expect(head.getByText('3件の記録を削除しました。')).toBeVisible()
    await expect(deletion(head)).toHaveCount(0)
    await expect(gone(head)).toBeVisible()
  } finally {
    await close()
  }
})

test('head office states a purpose before it sees values: this is audited without values, and they are masked after 15 minutes', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { api, shop, members, open, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    const page = await open('head', `/member-daily-logs?shop=${shop}`)
    const row = table(page).getByRole('row', { name: /青木/ })
    await expect(row).toContainText('●●●')
    await expect(page.getByText('CSVは、会員を選んで期間全体の値を表示すると出力できます。')).toBeVisible()
    await expectGood(page)
    await row.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`userId=${members.shares.userId}`))
    await page.clock.install()

    await page.getByRole('button', { name: '値を表示' }).click()
    const dialog = page.getByRole('alertdialog', { name: '値を表示' })
    await dialog.getByLabel('その他').check()
    await dialog.getByRole('button', { name: '表示する' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('理由の内容を入力してください。')
    await expectGood(page)
    await dialog.getByLabel(/^理由の内容/).fill('会員から電話で相談があったため')
    await dialog.getByRole('button', { name: '表示する' }).click()
    await expect(table(page)).toContainText('膝に違和感があります')
    await expect(page.getByText('残り 15分')).toBeVisible()
    await expect(page.getByRole('button', { name: 'CSV出力' })).toBeVisible()
    await expectGood(page)

    api.time.now = new Date(Date.now() + 15 * 60_000)
    await page.clock.fastForward('15:00')
    await expect(table(page)).toContainText('●●●')
    await expect(page.getByText('膝に違和感があります')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '値を表示' })).toBeVisible()

    await page.goto('/audit-log?group=health')
    await page
      .getByRole('row', { name: /値の表示/ })
      .locator('[data-record]')
      .click()
    await expect(page.locator('dialog[open]')).toContainText('その他: 会員から電話で相談があったため')
    const onRecord = await rowsOf<{ text: string }>(api.db, sql`select to_jsonb(a)::text as text from audit_log a`)
    expect(onRecord.length).toBeGreaterThan(3)
    for (const { text } of onRecord) expect(text).not.toMatch(/膝に違和感|lazy|だるい/)
  } finally {
    await close()
  }
})

test('data deleted on a member’s request are gone', async ({ asVisitor, stack, supervisor }) => {
  const { api, members, open, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    const page = await open('head', `/member-daily-logs?userId=${members.shares.userId}`)
    await page.getByRole('button', { name: '同意の履歴' }).click()
    await expect(page.getByRole('dialog', { name: '同意の履歴' })).toContainText('1.0版')
    await expectGood(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '申出により記録を削除' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByLabel(/^すべての日次ログ/).check()
    await expect(question.getByText('4件', { exact: true })).toBeVisible()
    await expectGood(page)
    await question.getByRole('button', { name: 'はい' }).click()
    await expect(page.getByText('4件の記録を削除しました。')).toBeVisible()
    await expect(page.getByRole('heading', { name: /の体調の記録はありません$/ })).toBeVisible()
    await kindTab(page, '月経').click()
    await expect(page.getByRole('heading', { name: /の月経の記録はありません$/ })).toBeVisible()
    const [left] = await rowsOf<{ days: number }>(
      api.db,
      sql`select count(*)::integer as days from daily_log where member_id = ${members.shares.memberId}`,
    )
    expect(left?.days).toBe(0)
  } finally {
    await close()
  }
})

test('health data are never prefetched, neither by the document nor on hover', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { api, shop, members, open, close } = await openClub({ asVisitor, stack, supervisor })
  const reads = async () => {
    const rows = await rowsOf<{ action: string }>(
      api.db,
      sql`select action from audit_log where resource_type = 'dailyLog' order by seq`,
    )
    return rows.map(({ action }) => action)
  }
  try {
    const page = await open('head', `/hacomono/members/${members.shares.userId}?shop=${shop}`)
    await page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name: '日次ログ' }).hover()
    await page.getByRole('navigation', { name: '会員の情報' }).getByRole('link', { name: '日次ログ' }).hover()
    await page.waitForLoadState('networkidle')
    expect(await reads()).toEqual([])

    await page.goto(`/member-daily-logs?shop=${shop}`)
    await expect(table(page)).toContainText('●●●')
    await kindTab(page, '体温').hover()
    await page.getByRole('button', { name: '日付' }).hover()
    await page.getByRole('link', { name: /青木/ }).hover()
    await page.waitForLoadState('networkidle')
    expect(await reads()).toEqual(['dailyLog.condition'])
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).not.toMatch(/青木|mood|●●●/)
  } finally {
    await close()
  }
})

test('an owner reads rounded counts that link to no names; an admin sees who read whose days', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { api, shop, members, open, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    const lastWeek = addDays(weekOf(tokyoDayOf(api.time.now)), -7)
    for (let at = 0; at < 10; at += 1) {
      const { memberId } = await api.makeMember(shop)
      await api.giveConsent({ memberId, kind: 'body' })
      const log = { ...sampleLogs.condition, mood: at < 5 ? 'happy' : 'lazy' } as const
      await api.makeDailyLog('condition', { memberId, shopId: shop, date: lastWeek, log })
    }
    await publishWeeks(api.db, demoSealing, api.time.now, lastWeek)
    const owner = await open('owner', '/member-daily-logs')
    const week = owner.getByRole('table', { name: '新宿店の体調の週ごとの集計' }).getByRole('row').nth(1)
    await expect(week).toContainText('10名')
    await expect(week).toContainText('5名約50%')
    await expect(week.getByText('5名未満のため非表示').first()).toBeAttached()
    await expect(owner.getByRole('group', { name: '表示' })).toHaveCount(0)
    await expect(owner.getByLabel(/^会員を選ぶ/)).toHaveCount(0)
    await expect(kindTab(owner, '月経')).toHaveCount(0)
    await expectGood(owner)
    await owner.setViewportSize({ width: 375, height: 740 })
    await expectGood(owner)
    await owner.goto(`/hacomono/members/${members.shares.userId}`)
    const tabs = owner.getByRole('navigation', { name: '会員の情報' })
    await expect(tabs.getByRole('link', { name: '来館' })).toBeVisible()
    await expect(tabs.getByRole('link', { name: '日次ログ' })).toHaveCount(0)

    const trainer = await open('trainer', '/member-daily-logs')
    await expect(table(trainer)).toContainText('だるい')
    // Members of others are not offered, since their days are forbidden.
    const search = trainer.getByLabel(/^担当の会員を選ぶ/)
    await search.fill('青木')
    await expect(trainer.getByRole('list', { name: '見つかった会員' }).getByRole('button')).toHaveText(/青木/)
    await search.fill('上野')
    await expect(trainer.getByText('0名見つかりました。')).toBeAttached()
    const admin = await open('admin', '/member-daily-logs/access')
    const row = admin.getByRole('row', { name: /トレーナー/ })
    await expect(row).toContainText('体調 2名')
    await expect(admin.getByRole('heading', { level: 1 })).toBeFocused()
    await expectGood(admin)
    await admin.setViewportSize({ width: 375, height: 740 })
    await expectGood(admin)
    await row.getByRole('link').click()
    await expect(admin).toHaveURL(/\/audit-log\?.*group=health/)
    await expect(admin.getByText('体調の記録の閲覧').first()).toBeVisible()
    await admin.goto('/member-daily-logs/access?month=2025-01')
    await expect(admin.getByRole('heading', { name: '2025年1月に健康情報を見たスタッフはいません' })).toBeVisible()
  } finally {
    await close()
  }
})

test('a trainer sees a member’s days once the FC owner has approved the assignment, from 今日の対応', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { api, open, members, close } = await openClub({ asVisitor, stack, supervisor })
  const { userId } = members.shares
  await api.db.execute(sql`update member set trainer_approved_at = null where user_id = ${Number(userId)}`)
  try {
    const trainer = await open('trainer', `/hacomono/members/${userId}/daily-logs`)
    await expect(trainer.getByText('担当の承認を待っています。')).toBeVisible()
    const owner = await open('owner', '/dashboard')
    await owner.getByRole('link', { name: /担当の承認待ちの会員/ }).click()
    await owner.getByRole('checkbox', { name: /青木/ }).check()
    await owner.getByRole('button', { name: '担当を承認（1名）' }).click()
    await expect(owner.getByText('1名の担当を承認しました。')).toBeVisible()
    await expect(owner.getByRole('checkbox', { name: /青木/ })).toHaveCount(0)
    await trainer.reload()
    await expect(table(trainer)).toContainText('だるい')
  } finally {
    await close()
  }
})
