import { expect, test } from '../support/fixtures.ts'
import { chooseShop, expectFigures, figureCard, openShopList, shopList, shopSwitcher } from '../support/screens.ts'

test.use({ warm: true })

test('changing the shop shows its figures, and a reload keeps it', async ({ asStaff }) => {
  const page = await asStaff('head')
  await chooseShop(page, '全店舗')
  await expectFigures(page)
  const visits = figureCard(page, '来館数')
  // 「なぜ」 comes after the figures, and completes the card.
  const wholeCard = async () => {
    await expect(visits.getByRole('link', { name: /がなぜ変わったか$/ })).toBeVisible()
    return visits.textContent()
  }
  const ofAll = await wholeCard()

  await chooseShop(page, '新宿店')
  await expect(page).toHaveURL(/shop=\d+/)
  await expect(page.getByRole('main').getByText('新宿店', { exact: true }).first()).toBeVisible()
  await expect(visits).not.toHaveText(ofAll ?? '')
  const ofOne = await wholeCard()

  await page.goto('/dashboard')
  await expect(shopSwitcher(page)).toHaveAccessibleName(/新宿店/)
  await expect(visits).toHaveText(ofOne ?? '')
})

test('changing the shop briefly shows a thin bar and blocks nothing', async ({ asStaff }) => {
  const page = await asStaff('head')
  await expectFigures(page)
  // It may be gone before a busy machine looks again.
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('header .animate-thin-bar')) document.documentElement.dataset.hadBar = 'yes'
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  await chooseShop(page, '新宿店')
  await expect(page.locator('html[data-had-bar]')).toBeAttached()
  await page.getByRole('button', { name: '前の月' }).click()
  await expect(page).toHaveURL(/month=/)
  await expect(page.locator('header .animate-thin-bar')).toBeHidden()
})

test('shops are found by their reading, typed as hiragana', async ({ asStaff }) => {
  const page = await asStaff('head')
  await openShopList(page)
  await shopList(page).getByRole('combobox').fill('しんじゅく')
  await expect(shopList(page).getByRole('option')).toHaveCount(1)
  await expect(shopList(page).getByRole('option')).toContainText('新宿店')
})

test('a franchise owner is offered their own two shops and no other', async ({ asStaff }) => {
  const page = await asStaff('owner')
  await openShopList(page)
  await expect(shopList(page).getByRole('option')).toHaveCount(3)
  await expect(shopList(page).getByRole('option', { name: '全店舗' })).toBeVisible()
  await expect(shopList(page).getByRole('option', { name: '新宿店' })).toHaveCount(0)
})

test('another shop’s URL and a non-existent one get the same answer, with a link back', async ({ asStaff }) => {
  const head = await asStaff('head')
  await chooseShop(head, '新宿店')
  await expect(head).toHaveURL(/shop=\d+/)
  const foreign = new URL(head.url()).searchParams.get('shop')

  const owner = await asStaff('owner', { path: `/dashboard?shop=${foreign}` })
  await expect(owner.getByRole('alert')).toContainText('この店舗は表示できません')
  const message = await owner.getByRole('alert').textContent()
  await owner.goto('/dashboard?shop=999999')
  await expect(owner.getByRole('alert')).toHaveText(message ?? '')

  await owner.getByRole('button', { name: '担当店舗を表示' }).click()
  await expectFigures(owner)
})
