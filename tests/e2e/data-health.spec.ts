import { sql } from 'drizzle-orm'
import { wholeMonths } from '../../api/figures/stay.ts'
import { mergingDoubles } from '../../api/sync/merge/doubles.ts'
import { startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { startApp } from '../support/stack.ts'

/** A day in Tokyo, so many after today. */
const day = (after: number) => new Date(Date.now() + 9 * 3_600_000 + after * 86_400_000).toISOString().slice(0, 10)
const migration = '2024-02-01'
const leftOn = day(-3)
const tenureFrom = (first: string) => {
  const months = wholeMonths(first, leftOn)
  return [months >= 12 && `${Math.floor(months / 12)}年`, months % 12 > 0 && `${months % 12}か月`]
    .filter(Boolean)
    .join('')
}

test('head office answers for the day of a migration, merges a doubled sale, and takes both back', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const facts = await openFacts({ shops: 2, members: 24 })
  await facts.db.execute(sql`alter table user_account alter column id restart with 1000`)
  await facts.happened(day(-1), {
    contracts: [
      { member: 1, shop: 1, from: migration, to: leftOn },
      ...Array.from({ length: 20 }, (_, at) => ({ member: at + 2, shop: 1, from: migration })),
      ...[22, 23, 24].map((member) => ({ member, shop: 1, from: '2025-06-01' })),
    ],
  })
  // The first who left signed five years before. Some of the others are no better than a club's data are.
  await facts.db.execute(sql`update contract set contracted_on = '2019-02-01' where member_id = 1`)
  await facts.db.execute(sql`update shop_plan set price_monthly = 0 where id = 10`)
  await facts.db.execute(sql`update member m set contract_status = 'active',
    joined_on = (select min(start_on) from contract c where c.member_id = m.id),
    email = case id when 2 then 'dummy@karada.jp' when 3 then 'ie@karada.jp' when 4 then 'ie@karada.jp' end,
    birthday = case when id in (5, 6) then '1990-04-01'::date when id = 7 then '2090-04-01'::date end,
    last_name_kana = case when id in (5, 6) then 'カイイン' end, first_name_kana = case when id in (5, 6) then 'ヒトリ' end`)
  // A sale of a file and of the club system.
  await facts.db.execute(sql`insert into sale (shop_id, member_id, settled_at, method, status, from_file)
    select 1, 8, ${day(-2)}::date, 'card', 'paid', of_file from unnest(array[true, false]) of_file`)
  await facts.db.execute(sql`insert into sale_line (sale_id, line_no, shop_id, product_id, quantity, unit_price, tax, net)
    select id, 1, 1, 1, 1, 8800, 800, 8800 from sale`)
  const api = await startApi({ database: facts.database })
  api.time.now = new Date()
  try {
    await api.makeStaff({ role: 'all', email: 'head@example.jp' })
    await api.makeStaff({ role: 'level3', email: 'manager@example.jp', shops: ['2'] })
    const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
    const behind = `/dashboard/members?figure=withdrawals&shop=all&year=${leftOn.slice(0, 4)}&month=${Number(leftOn.slice(5, 7))}`
    const page = await asVisitor({ origin })
    await page.goto(`/login?redirect=${encodeURIComponent(behind)}`)
    await signInAt(page, 'head')
    await expect(page.getByRole('main').getByText(tenureFrom(migration), { exact: true })).toBeVisible()

    await page.goto('/other-settings')
    await page.getByRole('link', { name: 'データ健康診断' }).last().click()
    const days = page.getByRole('region', { name: /入会日の集中/ })
    await expect(days.getByRole('heading', { level: 2 })).toHaveText('入会日の集中21名')
    await expect(page.getByRole('region', { name: /重複と思われる会員/ })).toContainText('2名（1組）')
    await page.getByRole('button', { name: '会員を見る（2名）' }).last().click()
    await expect(page.getByRole('list', { name: '重複と思われる会員' }).getByRole('listitem')).toHaveCount(2)
    await expectGood(page)

    await days.getByRole('button', { name: 'プラン契約日を使う（1名）' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('入会日が2024/02/01(木)の会員全員（21名）')
    await question.getByRole('button', { name: 'はい' }).click()
    await expect(days).toContainText('回答: プラン契約日を使う')
    await expect(days.getByRole('heading', { level: 2 })).toContainText('回答済み')
    await expectGood(page)
    await page.goto('/hacomono/members/1')
    await expect(page.getByText('受け取った入会日 2024/02/01(木)（プラン契約日を使う）')).toBeVisible()
    await expect(page.getByText('2019/02/01(金)').first()).toBeVisible()
    await page.goto(behind)
    await expect(page.getByRole('main').getByText(tenureFrom('2019-02-01'), { exact: true })).toBeVisible()

    await page.goto('/other-settings/data-health')
    await days.getByRole('button', { name: '回答を取り消す' }).click()
    await expect(days.getByRole('button', { name: '入会日は不明' })).toBeVisible()
    await page.goto(behind)
    await expect(page.getByRole('main').getByText(tenureFrom(migration), { exact: true })).toBeVisible()

    await page.goto('/other-settings/data-health')
    const sales = page.getByRole('region', { name: /^二重の売上/ })
    await expect(sales.getByRole('heading', { level: 2 })).toHaveText('二重の売上1件（¥8,800）')
    await sales.getByRole('button', { name: '二重のデータを見る（1件）' }).click()
    await expect(sales.getByRole('listitem')).toHaveCount(1)
    await sales.getByRole('button', { name: /を統合$/ }).click()
    await expect(question).toContainText('会員管理システムの売上を残し')
    await question.getByRole('button', { name: 'はい' }).click()
    const merges = page.getByRole('region', { name: '統合した二重のデータ' })
    await expect(merges).toContainText('統合中')
    const job = async () => {
      const { rows } = await facts.db.execute<{ key: string }>(sql`select brand_code as key from club_merge`)
      for (const { key } of rows) await mergingDoubles({ database: facts.database, clock: () => new Date() })({ key })
    }
    await job()
    await expect(merges).toContainText('統合済み')
    await expect(sales).toContainText('ありません')
    await expectGood(page)
    await merges.getByRole('button', { name: '二重の売上 1件（¥8,800）を元に戻す' }).click()
    await question.getByRole('button', { name: 'はい' }).click()
    await expect(merges).toContainText('取り消し中')
    await job()
    await expect(merges).toBeHidden()
    await expect(sales.getByRole('heading', { level: 2 })).toContainText('1件（¥8,800）')

    const manager = await asVisitor({ origin })
    await manager.goto('/login?redirect=/other-settings/data-health')
    await signInAt(manager, 'manager')
    const elsewhere = manager.getByRole('main').getByRole('heading', { level: 2, name: /ありません/ })
    await expect(elsewhere).toHaveCount(13)
  } finally {
    await api.close()
  }
})
