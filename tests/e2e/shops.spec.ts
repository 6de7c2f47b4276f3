import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows } from '../support/lists.ts'
import { expectNoSidewaysScroll, panelOf, shopSwitcher } from '../support/screens.ts'

test.use({ warm: true })

const list = '/hacomono/shops'
const message = (page: Page, sentence: string) => page.getByText(sentence, { exact: true })
const save = (page: Page) => page.getByRole('button', { name: '更新する' }).click()

async function openShop(page: Page, name: string) {
  await page.locator('[data-row]', { hasText: name }).locator('[data-record]').click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

test('head office sets a shop’s target, sees it on that shop’s dashboard, and undoes it', async ({ asStaff }) => {
  const page = await asStaff('head', { path: list })
  await openShop(page, '池袋店')
  await page.getByRole('link', { name: '編集する' }).click()
  const goal = page.getByLabel('入会の目標')
  await expect(goal).toHaveValue(/^\d+$/)
  const before = await goal.inputValue()
  await expectGood(page)

  // Online reservations need a page to go to; the goals are there together or not at all.
  const address = page.getByLabel('予約URL')
  const url = await address.inputValue()
  await address.fill('')
  await goal.fill('')
  await save(page)
  await expect(address).toHaveAccessibleDescription(/オンライン予約を有効にするには予約URLが必要です。/)
  await expect(goal).toHaveAccessibleDescription(/入会の目標を入力してください。/)
  await expectGood(page)
  await address.fill(url)
  // What members lose is said before it is saved.
  await page.getByRole('radio', { name: '無効' }).check()
  await goal.fill(before)
  await save(page)
  const question = page.getByRole('alertdialog', { name: 'オンライン予約を無効にする' })
  await expect(question).toContainText('会員はこの店舗の予約ページを開けなくなり')
  await question.getByRole('button', { name: 'いいえ' }).click()
  await page.getByRole('radio', { name: '有効' }).check()
  await goal.fill('７３')
  await save(page)
  await expect(message(page, '店舗を更新しました。')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('入会の目標73名')

  const way = page.getByRole('navigation', { name: '関連する画面' })
  await way.getByRole('link', { name: 'ダッシュボード' }).click()
  await expect(shopSwitcher(page)).toHaveAccessibleName(/池袋店/)
  const admissions = panelOf(page, /^目標と/)
    .getByRole('listitem')
    .filter({ hasText: '入会' })
    .first()
  await expect(admissions).toContainText('目標73名')

  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(message(page, '元に戻しました。')).toBeVisible()
  await expect(admissions).toContainText(`目標${before}名`)
})

test('a manager crops a picture to 16:9 by keyboard; the shop’s page and card show it', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: list })
  await openShop(page, '新宿店')
  await page.getByRole('link', { name: '編集する' }).click()
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const portrait = sharp({ create: { width: 900, height: 1200, channels: 3, background: '#888', noise } })
  await page
    .getByTestId('imgUrl-file')
    .setInputFiles({ name: 'shop.jpg', mimeType: 'image/jpeg', buffer: await portrait.jpeg().toBuffer() })
  const dialog = page.getByRole('dialog', { name: '店舗画像の切り抜き' })
  const across = dialog.getByRole('slider', { name: '横の位置' })
  // As wide as it is, there is nothing to move.
  await expect(across).toBeDisabled()
  await dialog.getByRole('slider', { name: '拡大' }).focus()
  await page.keyboard.press('End')
  await expect(across).toBeEnabled()
  await across.focus()
  await page.keyboard.press('Home')
  await expect(across).toHaveAttribute('aria-valuetext', '左端')
  await expectGood(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: '店舗画像: 画像を選ぶ' })).toBeFocused()
  await expect(page.locator('main form img')).toHaveCount(0)

  await page
    .getByTestId('imgUrl-file')
    .setInputFiles({ name: 'shop.jpg', mimeType: 'image/jpeg', buffer: await portrait.jpeg().toBuffer() })
  await dialog.getByRole('button', { name: 'この範囲を使う' }).click()
  await expect(page.locator('main form img')).toHaveAttribute('src', /^\/uploads\//)
  await save(page)
  await expect(message(page, '店舗を更新しました。')).toBeVisible()
  const shown = page.getByRole('img', { name: '新宿店の画像' })
  await expect(shown).toHaveAttribute('src', /^\/uploads\//)
  const ratio = () => shown.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)
  await expect.poll(ratio).toBeCloseTo(16 / 9, 1)

  await page.getByRole('link', { name: '店舗の一覧' }).click()
  await page.getByRole('button', { name: 'カード' }).click()
  await expect(page).toHaveURL(/view=cards/)
  await expect(page.getByRole('region', { name: '店舗の一覧' }).locator('img')).toHaveAttribute('src', /^\/uploads\//)
  await expectGood(page)
  await page.getByRole('button', { name: '元に戻す' }).click()
  await expect(message(page, '元に戻しました。')).toBeVisible()
  await expect(page.getByRole('region', { name: '店舗の一覧' }).locator('img')).toHaveAttribute('src', /no_img/)
})

test('a trainer reads their shop without targets, and cannot edit it; a partner sees no plans', async ({ asStaff }) => {
  const trainer = await asStaff('trainer', { path: list })
  await openShop(trainer, '新宿店')
  await expect(trainer.getByRole('main')).toContainText('予約URL')
  await expect(trainer.getByRole('main')).not.toContainText('入会の目標')
  // A name of twenty characters, which have no place to break, on a phone.
  const heading = trainer.getByRole('heading', { level: 1 })
  await heading.evaluate((one) => one.firstChild?.replaceWith('武蔵小杉駅前グランドフィットネス中央本店'))
  await trainer.setViewportSize({ width: 375, height: 740 })
  await expectNoSidewaysScroll(trainer)
  await trainer.reload()
  await expect(trainer.getByRole('link', { name: '編集する' })).toHaveCount(0)
  await trainer.getByRole('link', { name: 'プラン', exact: true }).click()
  await expect(trainer.getByRole('table', { name: '新宿店のプラン' })).toContainText('レギュラー会員')
  await expect(trainer.getByRole('columnheader', { name: '月会費' })).toHaveCount(0)
  const ofShop = trainer.getByRole('navigation', { name: '店舗の情報' })
  await ofShop.getByRole('link', { name: '予約' }).click()
  await expect(trainer.getByRole('table', { name: '新宿店の今日からの予約' })).toContainText(/\d{4}\/\d\d\/\d\d/)
  await ofShop.getByRole('link', { name: 'チケット' }).click()
  await expect(trainer.getByRole('table', { name: '新宿店のチケット' })).toContainText('回数券')
  await ofShop.getByRole('link', { name: 'スタッフ' }).click()
  await expect(trainer.getByRole('table', { name: '新宿店のスタッフ' })).toContainText('トレーナー')
  await expect(trainer.getByRole('columnheader', { name: 'メールアドレス' })).toHaveCount(0)
  await ofShop.getByRole('link', { name: 'プラン' }).click()
  await expect(trainer).toHaveURL(/\/plans$/)
  const path = new URL(trainer.url()).pathname.replace('/plans', '')
  await trainer.goto(`${path}/edit`)
  await expect(trainer.getByText('403')).toBeVisible()

  const partner = await asStaff('partner', { path: list })
  await expectRows(partner)
  await expect(partner.getByRole('columnheader', { name: '在籍数' })).toHaveCount(0)
  await openShop(partner, '新宿店')
  await expect(partner.getByRole('link', { name: '基本情報' })).toBeVisible()
  await expect(partner.getByRole('link', { name: 'プラン', exact: true })).toHaveCount(0)
})

test('on a phone the open tab of a shop is scrolled into view', async ({ asStaff }) => {
  const page = await asStaff('manager', { width: 375, path: `${list}/1/actions` })
  const tabs = page.getByRole('navigation', { name: '店舗の情報' })
  await expect(tabs.getByRole('link', { name: '改善アクション' })).toBeInViewport({ ratio: 0.9 })
})
