import { sql } from 'drizzle-orm'
import { dataState } from '../../api/db/schema/derived.ts'
import { addDays, weekdayOf } from '../../api/figures/periods.ts'
import { tokyoDayOf } from '../../api/lib/time.ts'
import { writeDigests } from '../../api/mail/digest.ts'
import { mailer, sendToStaff } from '../../api/mail/mailer.ts'
import { smtpTransport } from '../../api/mail/transport.ts'
import { startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { startMailServer } from '../support/mail-server.ts'
import { panelOf } from '../support/screens.ts'
import { startApp } from '../support/stack.ts'

const today = tokyoDayOf(new Date())
/** The last Monday, or today. */
const monday = addDays(today, -((weekdayOf(today) + 6) % 7))

test('a manager asks for 月曜の一枚, reads why visits fell in the caught mail, opens the report, and ends it by its link', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const facts = await openFacts({ shops: 1, members: 6 })
  await facts.db.execute(sql`alter table user_account alter column id restart with 1000`)
  const contracts = [1, 2, 3, 4, 5, 6].map((member) => ({ member, shop: 1, from: '2022-01-05' }))
  await facts.happened(addDays(monday, -1), { contracts })
  // Two years of days as they are counted, of which the last week is poor.
  await facts.db.execute(sql`delete from shop_day`)
  await facts.db.execute(sql`
    insert into shop_day (shop_id, date, admissions, readmissions, transfer_in, withdrawals, transfer_out, closing, suspended,
      visits, visitors)
    select 1, day::date, 0, 0, 0, 0, 0, 6, 0,
      round((50 + extract(day from day)::integer % 5) * case when day >= ${addDays(monday, -7)}::date then 0.5 else 1 end), 6
    from generate_series(${addDays(monday, -750)}::date, ${addDays(monday, -1)}::date, '1 day') day`)
  await facts.db.execute(sql`delete from data_period`)
  await facts.db.execute(sql`insert into data_period (kind, first_on, last_on)
    select kind, ${addDays(monday, -750)}::date, null from unnest(array['contracts', 'visits', 'sales']) kind`)
  const api = await startApi({ database: facts.database })
  api.time.now = new Date()
  const pass = (day: string, time: string) =>
    writeDigests({ database: api.database, jobs: api.jobs }, new Date(`${day}T${time}:00+09:00`))
  const mails = await startMailServer()
  const transport = smtpTransport({ smtpUrl: mails.url, from: 'no-reply@karada.example.jp', ratePerMinute: 60_000 })
  try {
    await api.makeStaff({ role: 'level3', email: 'manager@example.jp', shops: ['1'] })
    const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
    const letters = { database: api.database, appUrl: origin, clock: () => api.time.now }
    await api.jobs.work('mail', mailer({ ...letters, send: sendToStaff(transport) }))

    const page = await asVisitor({ origin })
    await page.goto('/login?redirect=/account')
    await signInAt(page, 'manager')
    await page.getByLabel('メールでの受け取り').selectOption({ label: '毎週月曜日' })
    await expect(page.getByText('受け取りの設定を保存しました。')).toBeVisible()
    await expect(page.getByText(/店舗1の来館は、.*いつもの範囲（.*）を下回りました。/)).toBeVisible()
    await expectGood(page)

    // 今夜の一枚 has that judgement at the top of 統計, with what to do about it.
    await page.goto('/statistics')
    const tonight = panelOf(page, '今夜の一枚')
    await expect(tonight.getByText('いつもと違う数値があります')).toBeVisible()
    await expect(tonight.getByText(/店舗1の来館は、.*いつもの範囲（.*）を下回りました。/)).toBeVisible()
    await expectGood(page)
    await tonight.getByRole('link', { name: '店舗1の改善アクションを登録' }).click()
    await expect(page.getByLabel('指標')).toHaveValue('visitCount')

    await pass(monday, '07:50')
    expect(mails.caught).toHaveLength(0)
    await pass(monday, '08:05')
    await expect.poll(() => mails.caught.length).toBe(1)
    const { text = '', subject } = mails.caught[0]?.mail ?? {}
    expect(subject).toContain('月曜の一枚')
    expect(text).toContain('店舗1の来館は、')

    const [report = ''] = text.match(/http\S+\/dashboard\?\S+/) ?? []
    await page.goto(report)
    await expect(page.getByRole('heading', { name: 'ダッシュボード' })).toBeVisible()
    // The page is of the sentence's own week and baseline.
    await expect(page.getByRole('button', { name: '前の4週の平均比' })).toHaveAttribute('aria-pressed', 'true')

    const [stop = ''] = text.match(/http\S+\/unsubscribe\?digest=[\w-]{22}/) ?? []
    await page.goto(stop)
    await page.getByRole('button', { name: '停止する' }).click()
    await expect(page.getByRole('heading', { name: '月曜の一枚を停止しました' })).toBeVisible()
    await page.goto('/account')
    await expect(page.getByLabel('メールでの受け取り')).toHaveValue('none')

    await api.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.update(dataState).set({ dataAsOf: new Date(`${addDays(monday, 6)}T23:59:00+09:00`) })
    })
    await pass(addDays(monday, 7), '08:05')
    expect(mails.caught).toHaveLength(1)
  } finally {
    await api.close()
    transport.close()
    await mails.close()
  }
})
