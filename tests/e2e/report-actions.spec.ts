import { sql } from 'drizzle-orm'
import { addDays, todayInTokyo } from '../../app/lib/dates.ts'
import { startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'
import { expect, expectGood, signInAt, test } from '../support/fixtures.ts'
import { startApp } from '../support/stack.ts'

test('an action is created, moved and completed by keyboard alone, on the board', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/shop-reports/actions/new?shop=1&metric=trials' })
  const title = `体験会の告知 ${Date.now()}`
  await page.getByLabel('件名').fill(title)
  await page.getByLabel('計画').fill('店頭で案内します。')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('改善アクションを登録しました。')).toBeVisible()

  await page.goto('/shop-reports/actions?shop=1&view=board')
  const card = page.getByRole('link', { name: title })
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(column('未着手').getByRole('link', { name: title })).toBeVisible()
  await expectGood(page)
  await card.focus()
  await page.keyboard.press('Space')
  let stored = 0
  page.on('response', (answer) => {
    if (answer.request().postData()?.includes('"status"') && answer.ok()) stored += 1
  })
  for (const next of ['進行中', '完了']) {
    await page.keyboard.press('ArrowRight')
    await expect(column(next).getByRole('link', { name: title })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: `「${next}」に移しました。` })).toBeAttached()
  }
  await expect.poll(() => stored).toBe(2)
  // A slip of the hand is taken back, with its progress.
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(column('進行中').getByRole('progressbar', { name: `${title}の進捗` })).toHaveAttribute(
    'aria-valuenow',
    '0',
  )
  await expect.poll(() => stored).toBe(3)
  // It is still picked up.
  await column('進行中').getByRole('link', { name: title }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(column('完了').getByRole('link', { name: title })).toBeFocused()
  await expect.poll(() => stored).toBe(4)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('状態')).toHaveValue('done')
  await expect(page.getByLabel('進捗')).toHaveValue('100')
  await expectGood(page)
})

test('the list’s filters also apply to the board and are shown there, in both directions', async ({ asStaff }) => {
  const page = await asStaff('head', { path: '/shop-reports/actions?status=done' })
  await page.getByRole('link', { name: 'ボードで見る' }).click()
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(column('完了').getByRole('link').first()).toBeVisible()
  await expect(column('未着手').getByRole('link')).toHaveCount(0)
  await expectGood(page)
  await page.getByRole('link', { name: '一覧で見る' }).click()
  await expect(page).toHaveURL(/actions\?status=done$/)
  await page.getByRole('link', { name: 'ボードで見る' }).click()
  await page.getByRole('button', { name: '状態: 完了 を解除' }).click()
  await expect(column('未着手').getByRole('link').first()).toBeVisible()
})

test('part-time staff report progress on their own action, and comment on it', async ({ asStaff }) => {
  const manager = await asStaff('manager', { path: '/shop-reports/actions/new?shop=1' })
  const title = `掲示物の貼り替え ${Date.now()}`
  await manager.getByLabel('件名').fill(title)
  await manager.getByLabel('計画').fill('入口の掲示を秋のものに替えます。')
  const trainer = await asStaff('trainer', { width: 375 })
  await manager.getByLabel('担当者').selectOption('桜井 大輝')
  await manager.getByRole('button', { name: '登録する' }).click()
  await expect(manager.getByText('改善アクションを登録しました。')).toBeVisible()

  await trainer.goto('/shop-reports/actions')
  await trainer.getByRole('searchbox').fill(title)
  await trainer.getByRole('link', { name: title }).click()
  await trainer.getByRole('slider', { name: /進捗/ }).fill('50')
  await trainer.getByLabel('コメントを書く').fill('半分まで貼り替えました。')
  await trainer.getByRole('button', { name: '進捗とコメントを送る' }).click()
  await expect(trainer.getByText('コメントを追加しました。')).toBeVisible()
  await expect(trainer.getByRole('listitem').filter({ hasText: '半分まで貼り替えました。' })).toBeVisible()
  await expectGood(trainer)
})

test('a manager creates an action from a figure, and reads its effect after 28 days', async ({
  asVisitor,
  stack,
  supervisor,
}) => {
  const today = todayInTokyo()
  const club = await openFacts({ shops: 2, members: 2 })
  const api = await startApi({ database: club.database })
  try {
    api.time.now = new Date()
    for (const table of ['user_account', 'member']) {
      await api.db.execute(sql.raw(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`))
    }
    const visit = (shop: number, days: number) => ({
      ...{ member: shop, shop, home: shop },
      at: `${addDays(today, days)}T10:00`,
    })
    const contracts = [1, 2].map((shop) => ({ member: shop, shop, from: addDays(today, -200) }))
    const before = [...[-28, -10].map((days) => visit(1, days)), ...[-20, -15, -5, -1].map((days) => visit(2, days))]
    await club.happened(addDays(today, -1), { contracts, visits: before })
    await api.makeStaff({ role: 'level4', shops: ['1', '2'], email: 'owner@example.jp' })

    const origin = await startApp(supervisor, { apiOrigin: api.url, emulatorPort: stack.emulatorPort })
    const page = await asVisitor({ origin })
    const month = addDays(today, -1).slice(0, 7)
    await page.goto(
      `/login?redirect=${encodeURIComponent(`/dashboard/visits?figure=visitCount&shop=1&month=${month}`)}`,
    )
    await signInAt(page, 'owner')
    await page.getByRole('link', { name: '改善アクションを登録' }).click()
    await expect(page.getByLabel('指標')).toHaveValue('visitCount')
    await expect(page.locator('form').getByLabel('店舗')).toHaveValue('1')
    await page.getByLabel('件名').fill('朝のスタジオを増やす')
    await page.getByLabel('計画').fill('平日の朝に1枠増やします。')
    await page.getByLabel('目標（開始から28日間）').fill('3')
    await page.getByRole('button', { name: '登録する' }).click()
    await page.getByRole('link', { name: '朝のスタジオを増やす' }).click()
    await expect(page.getByText('開始日から28日間の数字がそろうと、効果を表示します。')).toBeVisible()

    const since = [...[0, 9, 27].map((days) => visit(1, days)), ...[3, 8].map((days) => visit(2, days))]
    await club.happened(addDays(today, 15), { contracts, visits: [...before, ...since.slice(0, 2)] })
    await page.reload()
    await expect(page.getByText(/^あと12日で判定します/)).toBeVisible()
    await club.happened(addDays(today, 30), { contracts, visits: [...before, ...since] })
    await page.reload()
    await expect(page.getByText('来館数は+50.0%でした。ほかの1店舗は▲50.0%です。')).toBeVisible()
    await expectGood(page)
  } finally {
    await api.close()
  }
})
