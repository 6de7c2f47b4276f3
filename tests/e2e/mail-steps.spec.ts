import { sql } from 'drizzle-orm'
import { mailTemplate } from '../../api/db/schema/mail-template.ts'
import { postman } from '../../api/mail/postman.ts'
import { evaluateSteps } from '../../api/mail/steps.ts'
import { smtpTransport } from '../../api/mail/transport.ts'
import { startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startApp } from '../support/stack.ts'

type Given = Parameters<Parameters<typeof test>[2]>[0]

const dayMs = 86_400_000
/** A day in Tokyo, so many after today. */
const day = (after: number) => new Date(Date.now() + 9 * 3_600_000 + after * dayMs).toISOString().slice(0, 10)
const visit = (member: number, on: string) => ({ member, shop: 1, home: 1, at: `${on}T18:00` })

/** A club of six members with a history of visits, and three templates; time passes by `passTo`. */
async function openClub({ asVisitor, stack, supervisor }: Pick<Given, 'asVisitor' | 'stack' | 'supervisor'>) {
  const facts = await openFacts({ shops: 1, members: 6 })
  await facts.db.execute(sql`alter table user_account alter column id restart with 1000`)
  await facts.db.execute(sql`update member set email = 'kaiin' || id || '@example.jp', mail_opt_in = true,
    contract_status = 'active', joined_on = '2026-01-01', last_name = '青木', last_name_kana = 'アオキ'`)
  const api = await startApi({ database: facts.database })
  api.time.now = new Date()
  const mails = await startMailServer()
  const transport = smtpTransport({ smtpUrl: mails.url, from: 'no-reply@karada.example.jp', ratePerMinute: 60_000 })
  const letters = { database: api.database, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.workInBatches('letter', 40, postman({ ...letters, jobs: api.jobs, transport }))
  await api.makeStaff({ role: 'all', email: 'head@example.jp' })
  await api.makeStaff({ role: 'level3', email: 'manager@example.jp', shops: ['1'] })
  await api.db.insert(mailTemplate).values(
    ['1通目 お元気ですか', '2通目 再開のメニュー', '3通目 ご相談ください'].map((name) => ({
      name,
      category: 'followUp' as const,
      subject: `{{会員氏名}}様へ ${name}`,
      body: '<p>お待ちしています。</p>',
      fromName: 'からだクラブ',
      targetScope: 'all' as const,
      targetShopIds: [],
      status: 'active' as const,
      searchText: name,
      createdAt: api.time.now,
      updatedAt: api.time.now,
    })),
  )
  const contracts = [1, 2, 3, 4, 5, 6].map((member) => ({ member, shop: 1, from: '2026-01-05' }))
  // Three stayed away in the middle of last month, and are here again.
  const past = [1, 2, 3].flatMap((member) =>
    [`${lastMonth()}-01`, `${lastMonth()}-20`, day(-1)].map((on) => visit(member, on)),
  )
  /** Loads the facts up to that day. */
  const tell = (until: string, visits: ReturnType<typeof visit>[]) =>
    facts.happened(until, { contracts, visits: [...past, ...visits] })
  await tell(day(-1), [])
  const log = {
    request: () => {},
    event: () => {},
    failure: ({ error }: { error: unknown }) => {
      throw error
    },
  }
  const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
  const open = async (account: 'head' | 'manager', path: string) => {
    const page = await asVisitor({ origin })
    await page.goto(`/login?redirect=${encodeURIComponent(path)}`)
    await signInAt(page, account)
    return page
  }
  return {
    ...{ api, mails, tell, open },
    /** Evaluates the scenarios at that time and sends what is due. */
    passTo: async (on: string, time: string) => {
      const { database, jobs } = api
      await evaluateSteps({ database, jobs, log }, new Date(`${on}T${time}:00+09:00`), new AbortController().signal)
      await api.db.execute(sql`update pgboss.job set start_after = now() where name = 'letter'`)
    },
    close: async () => {
      await api.close()
      transport.close()
      await mails.close()
    },
  }
}

const lastMonth = () => {
  const [year, month] = day(0).split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7)
}

test('a scenario for 14 days without a visit has a dry run, and its three mails appear in the log on time', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const { mails, tell, passTo, open, close } = await openClub({ asVisitor, stack, supervisor })
  try {
    const page = await open('head', '/mail/steps/new')
    await page.getByLabel('ステップメール名').fill('14日来館がない会員へ')
    await expect(page.getByLabel('開始条件の種類')).toHaveValue('noVisit')
    for (const [at, days, template] of [
      [1, '0', '1通目 お元気ですか'],
      [2, '3', '2通目 再開のメニュー'],
      [3, '7', '3通目 ご相談ください'],
    ] as const) {
      if (at > 1) await page.getByRole('button', { name: 'ステップを追加' }).click()
      await page.getByLabel(`ステップ${at}の日数`).fill(days)
      await page.getByLabel(`ステップ${at}のテンプレート`).selectOption({ label: template })
    }
    await page.getByRole('button', { name: '登録する' }).click()
    await expect(page.getByText('ステップメールを登録しました。')).toBeVisible()

    await page.getByRole('link', { name: '14日来館がない会員へ' }).click()
    await page.getByRole('button', { name: '試算する' }).click()
    await expect(page.getByText(/^先月なら 3名 に 6通$/)).toBeVisible()
    await expectGood(page)

    await page.getByRole('radio', { name: /^公開/ }).check()
    await page.getByRole('button', { name: '更新する' }).click()
    await page.getByRole('alertdialog', { name: 'ステップメールを公開' }).getByRole('button', { name: 'はい' }).click()
    await expect(page.getByText('ステップメールを更新しました。')).toBeVisible()

    // The fourth member comes ten days ago, and no more; the fifth comes again in between.
    const visits = [visit(4, day(-10)), visit(5, day(-10)), visit(5, day(7))]
    await tell(day(4), visits)
    await passTo(day(5), '08:30')
    await passTo(day(5), '09:50')
    await tell(day(12), visits)
    for (const after of [8, 12]) await passTo(day(after), '09:50')
    await expect.poll(() => mails.caught.filter(({ to }) => to === 'kaiin4@example.jp').length).toBe(3)

    await page.getByRole('link', { name: '14日来館がない会員へ' }).click()
    const people = page.getByRole('list', { name: '対象になった会員' })
    await expect(people.getByRole('listitem').filter({ hasText: 'M4' })).toContainText('3 / 3完了')
    await expect(people.getByRole('listitem').filter({ hasText: 'M5' })).toContainText('来館')

    await page.goto('/mail/logs')
    const rows = page.locator('[data-row]')
    await expect(rows).toHaveCount(3)
    for (const name of ['1通目', '2通目', '3通目']) await expect(rows.filter({ hasText: name })).toHaveCount(1)
    await rows.filter({ hasText: '3通目' }).getByRole('link').first().click()
    await expect(page.getByRole('link', { name: '14日来館がない会員へ', exact: true })).toBeVisible()
    await expect(page.getByText('自動送信')).toBeVisible()
  } finally {
    await close()
  }
})

test('steps are reordered by buttons and keys, and show their errors in place', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/mail/steps/new' })
  await page.getByLabel('ステップメール名').fill('順序の確認')
  await page.getByRole('button', { name: '登録する' }).click()
  await page.getByRole('link', { name: 'ステップすべてに、テンプレートを選択してください。' }).click()
  await expect(page.getByLabel('ステップ1のテンプレート')).toHaveAttribute('aria-invalid', 'true')

  const template = (at: number) => page.getByLabel(`ステップ${at}のテンプレート`)
  await template(1).selectOption({ label: 'しばらくご来館のない方へ' })
  await page.getByRole('button', { name: 'ステップを追加' }).click()
  await expect(page.getByLabel('ステップ2の日数')).toBeFocused()
  await template(2).selectOption({ label: '入会1か月のふり返り' })
  await page.getByLabel('ステップ2の時刻').fill('21:30')
  await expect(
    page.getByText('ステップ2の時刻は、8:00〜20:59で入力してください。夜間は送信しません。').last(),
  ).toBeVisible()
  await page.getByLabel('ステップ2の時刻').fill('18:30')

  const shown = (at: number) => template(at).locator('option:checked')
  await page.getByRole('button', { name: 'ステップ2を上へ' }).click()
  await expect(shown(1)).toHaveText('入会1か月のふり返り')
  await expect(page.getByLabel('ステップ1の日数')).toHaveValue('0')
  await expect(page.getByLabel('ステップ1の時刻')).toHaveValue('18:30')
  await expect(page.getByRole('button', { name: 'ステップ1を下へ' })).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(shown(2)).toHaveText('入会1か月のふり返り')
  await expect(page.getByText('ステップ1を2番目に移動しました。')).toBeAttached()
  // There these keys open what can be chosen.
  for (const part of [template(2), page.getByLabel('ステップ2の時刻')]) {
    await part.press('Alt+ArrowUp')
    await expect(shown(2)).toHaveText('入会1か月のふり返り')
    await page.keyboard.press('Escape')
  }

  await page.getByRole('button', { name: 'ステップ1を削除する' }).click()
  await expect(page.getByLabel('ステップ1の日数')).toBeFocused()
  await expect(shown(1)).toHaveText('入会1か月のふり返り')
})

test('conditions are added and removed, with the same count as in the members’ list', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/mail/steps/new' })
  const set = page.getByRole('list', { name: '設定した条件' })
  await expect(set.getByRole('listitem')).toHaveText(['契約状態: 契約中'])
  await page.getByLabel('条件を追加').selectOption({ label: '店舗' })
  await page.getByLabel('店舗の値').selectOption({ label: '新宿店' })
  await expect(set.getByRole('listitem')).toHaveText(['店舗: 新宿店', '契約状態: 契約中'])
  const counted = page.getByText(/^現在、条件に合う会員 [\d,]+名$/)
  const text = await counted.textContent()
  await page.getByRole('button', { name: '契約状態: 契約中を外す' }).click()
  await expect(set.getByRole('listitem')).toHaveText(['店舗: 新宿店'])
  await expect(counted).not.toHaveText(text ?? '')
})

test('a shop manager reads scenarios with their own members, and cannot change them', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/mail/steps' })
  await expect(page.getByRole('link', { name: '新規登録' })).toHaveCount(0)
  await page.getByRole('link', { name: /^14日来館がない会員へ/ }).click()
  await expect(page.getByText('店舗: 新宿店、契約状態: 契約中')).toBeVisible()
  await expect(page.getByRole('button', { name: '更新する' })).toHaveCount(0)
  const people = page.getByRole('list', { name: '対象になった会員' })
  const first = people.getByRole('listitem').first()
  await expect(first).toContainText('新宿店')
  await first.getByRole('link').click()
  const own = page.getByRole('list', { name: '会員のステップメール' })
  await expect(own.getByRole('link', { name: /^14日来館がない会員へ/ })).toBeVisible()
  await expectGood(page)
})
