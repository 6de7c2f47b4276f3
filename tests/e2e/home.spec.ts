import { sql } from 'drizzle-orm'
import { invitation } from '../../api/db/schema/identity.ts'
import { mail } from '../../api/db/schema/mail.ts'
import { addDays, addMonths, currentMonth, todayInTokyo } from '../../app/lib/dates.ts'
import { policyDraft } from '../areas/policy.ts'
import { startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { readCounts, rows } from '../support/lists.ts'
import { expectFigures, figureCard } from '../support/screens.ts'
import { startApp } from '../support/stack.ts'

const today = todayInTokyo()
const yesterday = addDays(today, -1)

/** A club of the test's own in which something of nearly each kind waits for the manager of two of its shops. */
async function openClub() {
  const club = await openFacts({ shops: 3, members: 4 })
  const api = await startApi({ database: club.database })
  api.time.now = new Date()
  for (const table of ['user_account', 'member']) {
    await api.db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`))
  }
  await club.happened(yesterday, {
    contracts: [1, 2].map((member) => ({
      ...{ member, shop: member, from: addDays(yesterday, -40), to: addDays(`${addMonths(currentMonth(), 1)}-01`, -1) },
    })),
    visits: [{ member: 1, shop: 1, home: 1, at: `${yesterday}T10:00` }],
  })
  await api.db.execute(sql`update member set unpaid_amount = 8800 where id in (1, 2, 3)`)
  const manager = await api.makeStaff({ role: 'level3', shops: ['1', '2'], email: 'manager@example.jp' })
  const token = await api.as({ role: 'all', isAdmin: true })
  const ok = async (answer: Promise<{ status: number; json: { id: string; list: { id: string }[] } }>) => {
    const { status, json } = await answer
    expect(status).toBe(200)
    return json
  }

  const daily = '/api/admin/shop/daily-report'
  const data = ['1', '2', '3'].map((shopId) => ({ shopId, date: yesterday, goodPoints: '満席でした。' }))
  const { list } = await ok(api.post(`${daily}/list`, { token, body: { data } }))
  for (const { id } of list) await ok(api.put(`${daily}/${id}`, { token, body: { action: 'submit' } }))
  for (const shopId of ['1', '2', '2']) {
    const body = {
      ...{ shopId, dailyReportId: null, title: '声かけ', category: 'visit', priority: 'mid', metric: null },
      ...{ targetValue: null, plan: '電話します。', doNote: null, check: null, nextAction: null, evaluation: null },
      ...{ ownerStaffId: manager.staffId, startOn: addDays(today, -20), dueOn: addDays(today, -3) },
      ...{ status: 'todo', progress: 0 },
    }
    await ok(api.post('/api/admin/shop/report-action/new', { token, body }))
  }
  await api.db.insert(mail).values({
    ...{ category: 'transactional', subject: '休館のお知らせ', body: '<p>本文</p>', fromName: '店舗', excluded: 0 },
    ...{ targetScope: 'shops', targetShopIds: [1], segmentText: '選択した会員', consentBasis: 'business' },
    ...{ requestedAt: new Date(), sendAt: new Date(), finishedAt: new Date(), status: 'failed', total: 1 },
    searchText: '',
  })
  const { staffId } = await api.makeStaff({ status: 'waiting', shops: ['2'] })
  const expiresAt = new Date(Date.now() + 3_600_000)
  await api.db.insert(invitation).values({ staffId, kind: 'invitation', createdAt: new Date(), expiresAt })
  const body = { ...policyDraft('次の版', addDays(today, 7)), noticeFrom: null, type: 'userPolicy' }
  const { id } = await ok(api.post('/api/admin/policy/new', { token, body }))
  await ok(api.post(`/api/admin/policy/${id}/activate`, { token, body: {} }))
  return api
}

test('each line opens a list with exactly its number of rows, and an approval lowers it by one', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const api = await openClub()
  try {
    const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
    const page = await asVisitor({ origin })
    await page.goto('/login?redirect=/dashboard')
    await signInAt(page, 'manager')
    const waiting = page.getByRole('region', { name: '今日の対応' })
    const lines = waiting.getByRole('link')
    await expect(waiting).toContainText('未収金のある会員')
    await expectGood(page)

    // The board counts days, the lists rows.
    const [board, ...lists] = await lines.allInnerTexts()
    const missing = board?.match(/未提出の日報\D.*?([\d,]+)\s*件$/s)?.[1]
    await lines.first().click()
    await expect(page.getByText(`未提出 ${missing}件`)).toBeVisible()
    await page.goBack()

    const found: [string, number][] = []
    for (const text of lists) {
      const [label = ''] = text.split('\n')
      const count = Number(text.match(/(\d+)\s*[件名]$/)?.[1])
      await waiting.getByRole('link', { name: label }).click()
      await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toHaveCount(0)
      expect([label, (await readCounts(page)).total, await rows(page).count()]).toEqual([label, count, count])
      found.push([label, count])
      await page.goBack()
      await expect(waiting).toBeVisible()
    }
    expect(found).toEqual([
      ['承認待ちの日報', 2],
      ['期限超過の改善アクション', 3],
      ['今月退会する会員', 2],
      ['未収金のある会員', 3],
      ['送信に失敗したメール', 1],
      ['期限の近い招待', 1],
      ['利用規約の施行', 1],
    ])

    // One press on a row opens the 連絡, one on its outcome records it.
    await waiting.getByRole('link', { name: '未収金のある会員' }).click()
    const owing = rows(page).first()
    await owing.getByRole('button', { name: /への連絡を記録$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '約束あり' }).click()
    await expect(owing).toContainText('約束あり')
    await page.getByRole('button', { name: '元に戻す' }).click()
    await expect(owing).not.toContainText('約束あり')
    await page.goBack()

    await waiting.getByRole('link', { name: '承認待ちの日報 ' }).click()
    await rows(page).first().getByRole('rowheader').click()
    await page.getByRole('button', { name: '承認する' }).click()
    await expect(page.getByText('承認しました').first()).toBeVisible()
    await page.getByRole('link', { name: 'ダッシュボード' }).first().click()
    await expect(waiting.getByRole('link', { name: /^承認待ちの日報/ })).toContainText('1件')
  } finally {
    await api.close()
  }
})

test('late loading shifts no layout, and a failure is shown in place', async ({ asStaff, faulty }) => {
  await faulty.become({ kind: 'slow', only: '/api/admin/today', delayMs: 3_000 })
  for (const width of [375, 1280]) {
    const page = await asStaff('manager', { origin: faulty.origin, width })
    await expectFigures(page)
    const top = async () => (await figureCard(page, '来館数').boundingBox())?.y
    const before = await top()
    const waiting = page.getByRole('region', { name: '今日の対応' })
    await expect(waiting.getByRole('link').first()).toBeVisible()
    expect(await top(), `at ${width}`).toBe(before)
  }

  await faulty.become({ kind: 'error', only: '/api/admin/today' })
  const page = await asStaff('manager', { origin: faulty.origin })
  await expectFigures(page)
  const waiting = page.getByRole('region', { name: '今日の対応' })
  await expect(waiting.getByRole('alert')).toContainText('今日の対応を表示できませんでした。')
  await faulty.become({ kind: 'none' })
  await waiting.getByRole('button', { name: '再試行' }).click()
  await expect(waiting.getByRole('link').first()).toBeVisible()
})

test('completed months, trading partners and print do not show 今日の対応', async ({ asStaff }) => {
  const partner = await asStaff('partner', { path: `/dashboard?month=${currentMonth()}` })
  await expect(partner.getByRole('heading', { name: /^\d+年\d+月の数値は/ })).toBeVisible()
  await expect(partner.getByText('今日の対応')).toHaveCount(0)

  const page = await asStaff('manager')
  const waiting = page.getByRole('region', { name: '今日の対応' })
  await expect(waiting).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(waiting).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: '前の月' }).click()
  await expect(waiting).toHaveCount(0)
  await expectFigures(page)
})
