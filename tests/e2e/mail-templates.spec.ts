import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { emailOf } from '../support/accounts.ts'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { expectRows, search } from '../support/lists.ts'

test.use({ warm: true })

const body = (page: Page) => page.getByRole('textbox', { name: '本文' })
const insert = (page: Page, name: string) => page.getByRole('button', { name: `${name}を差し込む` })
const named = (words: string) => `${words} ${Date.now()}`

async function openTemplate(page: Page, name: string) {
  await search(page, name)
  await page.locator('[data-record]', { hasText: name }).first().click()
}

test('variables are inserted at the caret, by mouse and keyboard, and an unknown one is an error at its field', async ({
  asStaff,
}) => {
  const page = await asStaff('manager', { path: '/mail/templates/new' })
  await page.locator('form').getByLabel('テンプレート名').fill(named('差し込みの確認'))
  await page.getByLabel('差出人名').fill('からだクラブ')
  await page.getByLabel('件名').fill('様へ')
  await page.keyboard.press('Home')
  await insert(page, '会員氏名').click()
  await expect(page.getByLabel('件名')).toHaveValue('{{会員氏名}}様へ')
  await expect(page.getByLabel('件名')).toBeFocused()

  await body(page).fill('前回はでした。')
  for (const _ of 'でした。') await page.keyboard.press('ArrowLeft')
  await insert(page, '最終来館日').focus()
  await page.keyboard.press('Enter')
  await expect(body(page)).toHaveText('前回は{{最終来館日}}でした。')

  await page.getByLabel('署名').fill('{{店名}} 一同')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.locator('[data-field=footer]').getByRole('alert')).toHaveText(
    '「{{店名}}」という差し込みはありません。',
  )
  await expect(page.getByLabel('署名')).toBeFocused()
  await expectGood(page)
  await page.getByLabel('署名').fill(' 一同')
  await page.keyboard.press('Home')
  await insert(page, '店舗名').click()
  await expect(page.getByLabel('署名')).toHaveValue('{{店舗名}} 一同')

  // A button has words and an address; its form opens again with both.
  const tool = page.getByRole('button', { name: 'ボタン', exact: true })
  await body(page).focus()
  await page.keyboard.press('Control+End')
  await tool.click()
  await page.getByLabel('ボタンの文字').fill('予約する')
  await page.getByLabel('ボタンのリンク先').fill('example.jp')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^ボタンのリンク先には、https:/)).toBeVisible()
  await page.getByLabel('ボタンのリンク先').fill('https://example.jp/yoyaku')
  await page.keyboard.press('Enter')
  await expect(body(page).locator('a.button')).toHaveText('予約する')
  await tool.click()
  await page.getByLabel('ボタンの文字').fill('今すぐ予約する')
  await page.getByRole('button', { name: '設定する' }).click()
  await expect(body(page).locator('a.button')).toHaveText(['今すぐ予約する'])
  await expectGood(page)
  // A picture needs its description, which stands for it where pictures are not shown.
  const buffer = await readFile('docs/images/import.png')
  await page.getByTestId('body-file').setInputFiles({ name: 'shop.png', mimeType: 'image/png', buffer })
  await body(page).locator('img').click()
  await expect(body(page).locator('img')).toHaveAttribute('src', /^\/uploads\/[\w-]{32}\.jpg$/)
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.locator('[data-field=body]').getByRole('alert')).toContainText(
    '「代替テキスト」を入力してください。',
  )
  await body(page).locator('img').click()
  await page.getByLabel('代替テキスト').fill('新店の外観')

  await page.getByRole('button', { name: 'プレビュー' }).click()
  const shown = page.getByRole('dialog', { name: 'メールの見え方' })
  const button = shown.frameLocator('iframe').getByRole('link', { name: '今すぐ予約する' })
  await expect(button).toHaveCSS('background-color', 'rgb(11, 87, 208)')
  const picture = shown.frameLocator('iframe').getByRole('img', { name: '新店の外観' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(560)
  await shown.getByRole('button', { name: 'テキスト' }).click()
  await expect(shown.locator('pre')).toContainText('［画像: 新店の外観］')
  await expect(shown.locator('pre')).toContainText('今すぐ予約する <https://example.jp/yoyaku>')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('メールテンプレートを登録しました。')).toBeVisible()
})

for (const width of [375, 1280]) {
  test(`at ${width} px a template is seen as a member gets it, on a phone and as text, and sent to oneself`, async ({
    asStaff,
    stack,
  }) => {
    const page = await asStaff('head', { width, path: '/mail/templates' })
    await openTemplate(page, 'しばらくご来館のない方へ')
    await page.getByRole('button', { name: 'プレビュー' }).click()
    const dialog = page.getByRole('dialog', { name: 'メールの見え方' })
    const note = await dialog.getByText(/さんの値で表示しています/).textContent()
    const whose = note?.replace(/さんの値.*$/, '')
    await expect(dialog.getByText(`${whose}様、お変わりありませんか`)).toBeVisible()
    await expect(dialog.frameLocator('iframe').getByText(`${whose} 様`)).toBeVisible()

    await dialog.getByRole('button', { name: 'スマートフォン' }).click()
    const frame = dialog.getByTitle('スマートフォンでの見え方')
    expect((await frame.boundingBox())?.width).toBeLessThanOrEqual(375)
    // The legally required footer is added automatically.
    await expect(frame.contentFrame().getByText(/^株式会社カラダクラブ .+店/)).toContainText('配信停止: ')
    await expect(frame.contentFrame().getByText('〒')).toBeVisible()
    await expectGood(page)

    await dialog.getByRole('button', { name: 'テキスト' }).click()
    await expect(dialog.locator('pre')).toContainText('・ストレッチエリアで体をほぐす（5分）')
    await expect(dialog.locator('pre')).not.toContainText('{{')
    await expectGood(page)

    await dialog.getByRole('button', { name: '自分あてにテスト送信' }).click()
    const to = emailOf('head')
    await expect(dialog.getByRole('status').filter({ hasText: to })).toContainText('テストメールを送信しました')
    const arrived = async () => (await fetch(`${stack.mailbox}/mails.json?to=${encodeURIComponent(to)}`)).json()
    await expect.poll(async () => JSON.stringify(await arrived())).toContain(`${whose}様、お変わりありませんか`)
  })
}

test('a manager reads a common template, and copies it for their shop', async ({ asStaff }) => {
  const page = await asStaff('manager', { path: '/mail/templates' })
  await openTemplate(page, '入会1か月のふり返り')
  await expect(page.getByRole('heading', { name: 'メールテンプレート 公開中' })).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('ご入会から1か月')).toBeVisible()
  await expect(page.getByRole('button', { name: '更新する' })).toHaveCount(0)
  await expectGood(page)
  await page.getByRole('link', { name: '複製する' }).click()

  const name = page.locator('form').getByLabel('テンプレート名')
  await expect(name).toHaveValue('入会1か月のふり返りのコピー')
  await expect(page.getByRole('combobox', { name: '店舗' })).toHaveValue('1')
  await expect(page.getByRole('radio', { name: '保留中' })).toBeChecked()
  await expect(body(page)).toContainText('{{最終来館日}}')
  const copied = named('新宿店のふり返り')
  await name.fill(copied)
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('メールテンプレートを登録しました。')).toBeVisible()
  await search(page, copied)
  await expectRows(page)
  await expect(page.locator('[data-row]', { hasText: copied })).toContainText('新宿店')
})
