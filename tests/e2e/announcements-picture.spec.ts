import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectNoAxeViolations, test } from '../support/fixtures.ts'
import { bearerOf } from '../support/screens.ts'

const list = '/other-settings/announcements'
const create = `${list}/new`

/** Nothing in it can be compressed: about a megabyte is sent. */
async function choosePhoto(page: Page) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const buffer = await sharp({ create: { width: 1400, height: 1000, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
  await page.getByTestId('imgUrl-file').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
}

const picture = (page: Page) => page.locator('main form img')
const bar = (page: Page) => page.getByRole('progressbar', { name: '画像のアップロード' })

test('on a slow line the bar tells how much of the picture has left; 中止 ends it, and the next try arrives', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: create })
  const line = await page.context().newCDPSession(page)
  const sendAtMost = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await sendAtMost(200_000)
  const sent = page.waitForRequest((request) => request.postData()?.includes('imgBase64') ?? false)
  await choosePhoto(page)
  // What forged writes lack goes with it, as with every other write.
  const headers = (await sent).headers()
  expect(headers.authorization).toMatch(/^Bearer /)
  expect(headers['x-xsrf-token']).toMatch(/^[\w-]{32}/)

  const percentages = new Set<string>()
  const stopped = page.waitForEvent('requestfailed')
  await expect(async () => {
    const text = await page.getByText(/^\d+%$/).textContent({ timeout: 500 })
    if (text && text !== '0%' && text !== '100%') percentages.add(text)
    expect(percentages.size).toBeGreaterThan(2)
  }).toPass({ intervals: [100] })
  const share = Number(await bar(page).getAttribute('value'))
  expect(share).toBeGreaterThan(0)
  expect(share).toBeLessThan(1)

  await page.getByRole('button', { name: '画像のアップロードを中止' }).click()
  expect((await stopped).postData()).toContain('imgBase64')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByText('画像のアップロードを中止しました。')).toBeVisible()
  await expect(page.getByRole('button', { name: '画像: 画像を選ぶ' })).toBeFocused()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  // Nothing holds back the save any more: it asks for what is missing.
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByLabel('タイトル')).toBeFocused()
  await expect(page.getByText('画像のアップロードが終わるまでお待ちください。')).toHaveCount(0)

  await sendAtMost(-1)
  await choosePhoto(page)
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
})

test('without a line a picture says so at its field, what was written stays, and the next try arrives', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: create })
  await expect(page.getByRole('textbox', { name: '本文' })).toBeVisible()
  await page.getByLabel('タイトル').fill('書きかけ')
  await page.context().setOffline(true)
  await choosePhoto(page)
  const failure = page.getByRole('alert').filter({ hasText: '通信に失敗しました' })
  await expect(page.getByRole('main').locator(failure)).toBeVisible()
  // The snackbar's own chunk cannot come either: it is told all the same.
  await expect(failure).toHaveCount(2)
  await page.getByRole('button', { name: '閉じる' }).click()
  await expect(failure).toHaveCount(1)
  await expect(picture(page)).toHaveCount(0)
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ')

  await page.context().setOffline(false)
  await choosePhoto(page)
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await page.getByRole('textbox', { name: '本文' }).fill('本文です。')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'お知らせを登録しました。' })).toBeVisible()
})

test('a picture that is gone from the storage is the placeholder: for who reads, in the form and in the preview', async ({
  asStaff,
  request,
  stack,
}) => {
  const page = await asStaff('head', { path: list })
  const authorization = await bearerOf(page, () => page.reload())
  const answer = await request.post(`${stack.api}/api/admin/announcement/new`, {
    headers: { authorization },
    data: {
      title: `写真なし ${Date.now()}`,
      body: '<p>本文です。</p>',
      category: 'info',
      imgUrl: `/uploads/${'A'.repeat(32)}.webp`,
      linkUrl: null,
      target: { scope: 'all', shopIds: [] },
      publishFrom: null,
      publishTo: null,
      isPinned: false,
      status: 'active',
    },
  })
  expect(answer.status()).toBe(200)
  const { id } = await answer.json()
  const isPlaceholder = async (image: Locator) => {
    await expect(image).toHaveAttribute('src', '/images/no_img.png')
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }

  const reader = await asStaff('trainer', { path: `${list}/${id}` })
  await isPlaceholder(reader.getByRole('article').locator('img'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await reader.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoAxeViolations(reader)
  }
  await page.goto(`${list}/${id}`)
  await isPlaceholder(picture(page))
  await page.getByRole('button', { name: 'プレビュー' }).click()
  await isPlaceholder(page.getByRole('dialog').getByRole('article').locator('img'))
})
