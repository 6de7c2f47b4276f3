import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows, openFilters, readCounts, rows, search } from '../support/lists.ts'
import { chooseShop } from '../support/screens.ts'

test.use({ warm: true })

const path = '/hacomono/plans-or-tickets'

test('head office adds LEAN BODY to a plan: it sees how many gain it, undoes it, repeats it, and finds it with the members', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path })
  await chooseShop(page, '川越店')
  await search(page, 'ナイト会員')
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'ナイト会員' })).toBeVisible()
  const fact = (label: string) => page.locator('dt', { hasText: label }).locator('+ dd')
  const following = Number.parseInt((await fact('プランに従う').textContent()) ?? '', 10)
  expect(following).toBeGreaterThan(1)

  const question = page.getByRole('alertdialog', { name: 'LEAN BODYを付ける' })
  const give = async () => {
    await page.getByRole('button', { name: 'LEAN BODYを付ける' }).click()
    await expect(question).toContainText(
      `「ナイト会員」川越店で、すぐに${following}名がLEAN BODYを利用できるようになります。`,
    )
    await expectGood(page)
    await question.getByRole('button', { name: 'はい' }).click()
    const said = `LEAN BODY付きにしました。${following}名が利用できるようになりました。`
    await expect(page.getByText(said).first()).toBeVisible()
  }
  await give()
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(page.getByText('元に戻しました。', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'このプランの会員を見る' })).toHaveCount(0)

  await give()
  await expect(page.getByRole('button', { name: 'LEAN BODYを外す' })).toBeVisible()
  await page.getByRole('link', { name: 'このプランの会員を見る' }).click()
  await expect(page).toHaveURL(/planCode=NGT/)
  expect((await readCounts(page)).total).toBeGreaterThanOrEqual(following)
  await rows(page).first().getByRole('rowheader').getByRole('link').click()
  await expect(page.locator('dialog[open] dt', { hasText: 'LEAN BODY' }).locator('+ dd')).toHaveText('利用可')
})

test('a trainer reads plans and tickets of their shop with conditions and remaining numbers, without prices and switch', async ({
  asStaff,
}) => {
  const page = await asStaff('trainer', { path })
  await expectRows(page)
  const daytime = rows(page).filter({ hasText: 'デイタイム会員' })
  await expect(daytime).toContainText('平日 10:00–17:00')
  await expect(page.getByRole('main')).not.toContainText(/¥|月会費（税込）|入会金/)
  await openFilters(page)

  await daytime.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('heading', { name: '利用条件' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/¥|料金/)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)

  await page.getByRole('link', { name: 'プランの一覧' }).click()
  await page.getByRole('navigation', { name: 'プランとチケット' }).getByRole('link', { name: 'チケット' }).click()
  await expect(page).toHaveURL(/plans-or-tickets\/tickets$/)
  await expectRows(page)
  await expect(page.getByRole('main')).toContainText('販売・残数などは新宿店で付与した分です')
  await expect(rows(page).filter({ hasText: 'スタジオ回数券' })).toContainText('枚')
  await expect(page.getByRole('main')).not.toContainText(/¥|価格/)
})
