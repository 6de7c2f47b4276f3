import { sql } from 'drizzle-orm'
import { addDays, formatDate, todayInTokyo } from '../../app/lib/dates.ts'
import { startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { startApp } from '../support/stack.ts'

// On a separate club: thirty shops have submitted yesterday's report.

test('head office approves thirty shops’ reports by keyboard, and sees which day was corrected afterwards', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const yesterday = addDays(todayInTokyo(), -1)
  const shops = Array.from({ length: 30 }, (_, at) => String(at + 1))
  const club = await openFacts({ shops: shops.length, members: 3 })
  const api = await startApi({ database: club.database })
  try {
    api.time.now = new Date()
    for (const table of ['user_account', 'member']) {
      await api.db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`))
    }
    await club.happened(yesterday, {
      contracts: [{ member: 1, shop: 1, from: addDays(yesterday, -40) }],
      visits: [{ member: 1, shop: 1, home: 1, at: `${yesterday}T10:00` }],
    })
    await api.makeStaff({ role: 'all', email: 'head@example.jp' })
    const token = await api.as({ role: 'level3', shops })
    const path = '/api/admin/shop/daily-report'
    const rows = shops.map((shopId) => ({ shopId, date: yesterday, goodPoints: `店舗${shopId}の良かった点` }))
    const { json } = await api.post(`${path}/list`, { token, body: { data: rows } })
    for (const { id, version } of json.list) {
      const { status } = await api.put(`${path}/${id}`, { token, body: { version, action: 'submit' } })
      expect(status).toBe(200)
    }
    await club.record({ visits: [{ member: 2, shop: 1, home: 1, at: `${yesterday}T20:00` }] })

    const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
    const page = await asVisitor({ origin })
    await page.goto('/login?redirect=/shop-reports')
    await signInAt(page, 'head')
    await expect(page.getByRole('link', { name: '承認待ち 30件' })).toBeVisible()
    // Opened by itself, an approved report leads to those that wait.
    await page.goto(`${origin}/shop-reports/30/${yesterday}`)
    await expect(page.getByRole('button', { name: '承認する' })).toBeVisible()
    await page.keyboard.press('a')
    await page.getByRole('link', { name: '次の承認待ちへ（29件）' }).click()
    const since = page.getByRole('region', { name: '提出後の変更' })
    await expect(since.getByRole('row', { name: '来館数 1回 2回' })).toBeVisible()
    await expectGood(page)
    // An incorrect report is returned with a comment, and the next one opens.
    await page.keyboard.press('r')
    await page.getByLabel('差戻しの理由').fill('来館数が変わりました。もう一度確認してください。')
    await page.getByRole('button', { name: '差し戻す' }).last().click()
    for (const left of shops.slice(2).keys()) {
      await expect(page.getByText(`承認待ち 1 / ${28 - left}件`)).toBeVisible()
      await page.keyboard.press('a')
    }
    // The board of the month of these reports, which on a first is the one before.
    await expect(page).toHaveURL((url) => url.pathname === '/shop-reports')
    await expect(page.getByRole('listitem').filter({ hasText: '承認済' })).toContainText('29件')
    await expect(page.getByRole('link', { name: /承認待ち/ })).toHaveCount(0)
    await expect(
      page.getByRole('link', { name: new RegExp(`${formatDate(yesterday).slice(0, 10)}.*差戻し`) }),
    ).toHaveCount(1)

    // The writer corrects it and submits it again: each 提出時 can be read, and nobody who wrote in it decides on it.
    const returned = json.list[0].id
    const { json: corrected } = await api.put(`${path}/${returned}`, {
      token,
      body: { action: 'submit', adjustments: { visitCount: { value: 3, reason: '受付で数えました。' } } },
    })
    expect(corrected.status).toBe('submitted')
    await page.goto(`${origin}/shop-reports/1/${yesterday}`)
    const earlier = page.locator('details').filter({ hasText: formatDate(yesterday).slice(0, 4) })
    await earlier.locator('summary').click()
    await expect(earlier.getByRole('listitem').filter({ hasText: '来館数' })).toContainText('1回')
    await expectGood(page)
    const note = { action: 'return', comment: '確認します。' }
    await api.put(`${path}/${returned}`, { token: await api.as({ role: 'all' }), body: note })
    await page.reload()
    await page.getByLabel('課題', { exact: true }).fill('鍵が足りません。')
    await expect(page.getByText(/に保存しました/)).toBeVisible()
    await api.put(`${path}/${returned}`, { token, body: { action: 'submit' } })
    await page.reload()
    await expect(page.getByText('自分が記入または提出した日報は、承認も差戻しもできません。')).toBeVisible()
    await expect(page.getByRole('button', { name: '承認する' })).toHaveCount(0)
  } finally {
    await api.close()
  }
})
