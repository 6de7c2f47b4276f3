import { expect, expectGood, test } from '../support/fixtures.ts'

test.use({ warm: true })

test('head office says who writes for a shop of another company; a shop’s manager has no such screen', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: '/other-settings' })
  await page.getByRole('link', { name: '会社情報' }).last().click()
  await expect(page.getByLabel('名称')).toHaveValue('株式会社カラダクラブ')
  await expectGood(page)
  await page.getByRole('link', { name: '大宮店' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '大宮店の会社情報' })).toBeVisible()
  const fromName = page.getByLabel('差出人名')
  await expect(fromName).toHaveAttribute('placeholder', 'からだクラブ')
  await fromName.fill('からだクラブ 大宮店')
  await expectGood(page)
  await page.getByRole('button', { name: '更新する' }).click()
  await expect(page.getByText('大宮店の会社情報を更新しました。')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: '大宮店' })).toContainText(
    'からだクラブ 大宮店',
  )

  const manager = await asStaff('manager', { path: '/other-settings/club' })
  await expect(manager.getByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible()
})
