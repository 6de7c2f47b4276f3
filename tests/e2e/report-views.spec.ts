import type { Page } from '@playwright/test'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectNoSidewaysScroll } from '../support/screens.ts'

test.use({ warm: true })

const menu = (page: Page) => page.getByRole('dialog', { name: '保存した表示' })
const open = async (page: Page) => {
  await page.getByRole('button', { name: '保存した表示' }).click()
  await expect(menu(page)).toBeVisible()
}

test('a view of a report is saved, survives a reload, and opens its period and grouping in the header’s shop', async ({
  asStaff,
}) => {
  const page = await asStaff('owner', {
    path: '/statistics/admission?shop=all&months=6&joinedBy=contracted',
    width: 375,
  })
  await open(page)
  await menu(page).getByLabel('表示の名前', { exact: true }).fill('半年の申込')
  await menu(page).getByRole('button', { name: '保存する' }).click()
  // A second one of the name asks first.
  await menu(page).getByLabel('表示の名前', { exact: true }).fill('半年の申込')
  await menu(page).getByRole('button', { name: '保存する' }).dblclick()
  await expect(menu(page).getByRole('alert')).toContainText(
    '同じ名前の表示があります。置き換える場合は「上書きする」を押してください。',
  )
  await expectNoSidewaysScroll(page)
  await expectGood(page)

  await page.goto('/statistics/admission?shop=1')
  await page.reload()
  await open(page)
  await menu(page).getByRole('button', { name: '半年の申込', exact: true }).click()
  await expect(page).toHaveURL(/months=6/)
  await expect(page).toHaveURL(/joinedBy=contracted/)
  // Neither the shop nor the month is part of it: without one it is of the current month.
  await expect(page).toHaveURL(/shop=1\b/)
  await expect(page).not.toHaveURL(/month=/)
})

test('a view that a manager shares is seen and opened by the shop’s trainer, and replaced and deleted by the manager', async ({
  asStaff,
}) => {
  const name = `しきい値${Date.now() % 100_000}`
  const manager = await asStaff('manager', { path: '/statistics/visits?days=14' })
  await open(manager)
  await menu(manager).getByLabel('共有する表示の名前').fill(name)
  await manager.keyboard.press('Enter')
  await expect(manager.getByText('表示を共有しました（新宿店）。')).toBeVisible()
  await menu(manager).getByLabel('共有する表示の名前').fill(name)
  await manager.keyboard.press('Enter')
  await menu(manager).getByRole('button', { name: '上書きする' }).click()
  await expect(manager.getByText(`共有の表示「${name}」を更新しました。`)).toBeVisible()
  await expectGood(manager)

  const trainer = await asStaff('trainer', { path: '/statistics/visits' })
  await open(trainer)
  await expect(menu(trainer).getByRole('button', { name: new RegExp(`${name}.*(更新|削除)する`) })).toHaveCount(0)
  await expect(menu(trainer).getByLabel('共有する表示の名前')).toHaveCount(0)
  await menu(trainer).getByRole('button', { name, exact: true }).click()
  await expect(trainer).toHaveURL(/days=14/)

  await manager.goto('/statistics/visits?days=56')
  await open(manager)
  await menu(manager)
    .getByRole('button', { name: `共有の表示「${name}」を今の表示で更新する` })
    .click()
  await expect(manager.getByText(`共有の表示「${name}」を更新しました。`).last()).toBeVisible()
  await trainer.goto('/statistics/visits')
  await open(trainer)
  await menu(trainer).getByRole('button', { name, exact: true }).click()
  await expect(trainer).toHaveURL(/days=56/)

  await menu(manager)
    .getByRole('button', { name: `共有の表示「${name}」を削除する` })
    .click()
  await expect(menu(manager).getByRole('button', { name, exact: true })).toHaveCount(0)
})

test('a view of a plan that is gone says so, in the list and in the report, and does not pass for all of them', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: '/hacomono/members?planCode=gone' })
  await expect(page.getByText('「プラン」の条件は、削除されたか、この店舗にない項目です。')).toBeVisible()
  await expect(page.getByRole('list', { name: '適用中の条件' })).toContainText('プラン: 一覧にない項目')
  await page.goto('/statistics/ltv?plan=gone')
  await expect(page.getByText('条件のプランは、削除されたか、この店舗にありません。')).toBeVisible()
  await expect(page.getByLabel('プランで絞り込む')).toHaveValue('gone')
  await page.getByRole('button', { name: 'すべてのプランを表示' }).click()
  await expect(page.getByRole('heading', { name: /^予測LTV / }).first()).toBeVisible()
})
