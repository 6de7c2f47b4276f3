import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectNoSidewaysScroll, monthFromNow, readNumber, textsOf } from '../support/screens.ts'

test.use({ warm: true })

test('an owner sees what is entered and which shop is missing, opens its form, and 損益 and 獲得コスト stand', async ({
  asStaff,
}) => {
  const page = await asStaff('owner', { path: '/statistics/costs?shop=all' })
  const [year, month] = monthFromNow(-1).inUrl.split('-').map(Number)
  const of = (kind: string) => page.getByLabel(`${year}年${month}月の${kind}`, { exact: true })
  const row = (name: string) =>
    page.getByRole('table', { name: '12か月の損益と獲得コスト' }).getByRole('row').filter({ hasText: name }).first()
  // The newest month comes first.
  const lastMonth = (name: string) => row(name).getByRole('cell').first()
  for (const button of ['印刷する', 'CSV出力', '保存した表示']) {
    await expect(page.getByRole('button', { name: button })).toBeVisible()
  }
  await expect(page.getByText('データ時点').filter({ visible: true })).toBeVisible()
  await expect(row('費用').getByText('2店舗中1店舗の合計').first()).toBeVisible()
  await row('未入力の店舗')
    .getByRole('link', { name: `川越店の${year}年${month}月の費用を入力する` })
    .click()
  await expect(page).toHaveURL(/shop=6/)
  await expect(lastMonth('損益')).toHaveText('–')
  await expectGood(page)

  await of('人件費').fill('１，２００，０００')
  await of('広告費').fill('90000')
  await of('家賃').fill('600,000')
  await of('その他の費用').fill('0')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('費用を更新しました。')).toBeVisible()
  await expect(lastMonth('費用')).toHaveText('¥1,890,000')
  await expect(lastMonth('損益')).toHaveText(/¥/)
  await expect(lastMonth('獲得コスト')).toHaveText(/¥/)
  await expectGood(page)

  // A campaign is a part of the 広告費, and its report says what it brought.
  await page.getByLabel('キャンペーン', { exact: true }).fill('駅前のチラシ')
  await page.getByRole('button', { name: '内訳の行を追加' }).click()
  await of('広告費のうち 駅前のチラシ').fill('90,001')
  await expect(page.getByText('この項目は、内訳の合計（90,001円）以上の金額にしてください。')).toBeVisible()
  await expect(page.getByRole('button', { name: '保存する' })).toBeDisabled()
  await of('広告費のうち 駅前のチラシ').fill('30000')
  await page.getByRole('button', { name: '保存する' }).click()
  // Its notice has the words of the one before.
  await expect(page.getByText('費用がない月は0を入力します。', { exact: false })).toBeVisible()
  await expect(lastMonth('費用')).toHaveText('¥1,890,000')
  await page.getByRole('navigation', { name: '統計' }).getByRole('link', { name: 'キャンペーンの採算' }).click()
  const campaign = page.getByRole('table', { name: 'キャンペーンごとの採算' }).getByRole('row')
  await expect(campaign.filter({ hasText: '駅前のチラシ' })).toContainText('¥30,000')
  await expect(page.getByText(/効果は確かめられません|偶然の範囲を超えて増えました/).first()).toBeVisible()
  await expectGood(page)
})

test('an owner reads what is left of the fees, and speaks with newcomers who come too rarely', async ({ asStaff }) => {
  const page = await asStaff('owner', { path: '/statistics/fees?shop=5' })
  await expect(page.getByText(/^100円の会費は12か月で/)).toBeVisible()
  const lost = page.getByRole('table', { name: '在籍期間ごとの退会で減った月会費' })
  const yen = (await textsOf(lost.locator('tr td:nth-child(3)'))).map(readNumber)
  expect(yen.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(yen.at(-1))
  await page.getByRole('navigation', { name: '統計' }).getByRole('link', { name: '最初の30日' }).click()
  await expect(page.getByText('原因とは限りません', { exact: false }).first()).toBeVisible()
  await page.getByRole('link', { name: '今週話す会員' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('今週話す会員')
  await expectGood(page)
})

test('a manager does not find the screen', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/statistics', width: 375 })
  await expect(page.getByRole('link', { name: '出来事' })).toBeVisible()
  await expect(page.getByRole('link', { name: '費用と損益' })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})
