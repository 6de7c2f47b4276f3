import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { makeAnnouncements } from '../support/announcements.ts'
import { expect, expectGood, test } from '../support/fixtures.ts'
import { bearerOf } from '../support/screens.ts'

// The field for a picture, wherever a form has one: here in an announcement's.

const list = '/other-settings/announcements'
const create = `${list}/new`

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([length, body, sum])
}

/** A grey PNG of this size: all of it zeros, so that a large one is a few kilobytes. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const pick = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByTestId('imgUrl-file').setInputFiles(file)

/** Nothing in it can be compressed: 1,500 × 1,200 pixels of noise are 5.4 MB. */
function noise(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), randomBytes(width * 3)]))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** What the JPEG in a request's text is compressed with: its first divisors are those of the standard's table, scaled. */
function qualityOf(text: string): number | undefined {
  const bytes = Buffer.from(text.match(/[\w+/]{1000}/)?.[0] ?? '', 'base64')
  const at = bytes.indexOf('ffdb0043', 0, 'hex')
  if (at < 0) return undefined
  const divisors = [...bytes.subarray(at + 5, at + 13)]
  const standard = [16, 11, 12, 14, 12, 10, 16, 14]
  const scaled = (quality: number) => standard.map((one) => Math.floor((one * (200 - 2 * quality) + 50) / 100))
  return [78, 79, 80, 81, 82].find((quality) => scaled(quality).join() === divisors.join())
}

/** Nothing in it can be compressed: about a megabyte is sent. */
function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 1400, height: 1000, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

async function choosePhoto(page: Page) {
  const buffer = await photo()
  await page.getByTestId('imgUrl-file').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
}

const picture = (page: Page) => page.locator('main form img')
const bar = (page: Page) => page.getByRole('progressbar', { name: '画像のアップロード' })

test('a file that is dropped beside the field does not replace the page', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  await page.getByLabel('タイトル').fill('書きかけ')
  const isKept = (type: string) =>
    page.evaluate((type) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'photo.png', { type: 'image/png' }))
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
      document.querySelector('h1')?.dispatchEvent(event)
      return event.defaultPrevented
    }, type)
  await expect.poll(() => isKept('dragover')).toBe(true)
  expect(await isKept('drop')).toBe(true)
  // By the browser itself, too.
  const file = test.info().outputPath('photo.png')
  await writeFile(file, png(64, 64))
  const mouse = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [file], dragOperationsMask: 1 }
    await mouse.send('Input.dispatchDragEvent', { type, x: 640, y: 90, data })
  }
  await expect(page).toHaveURL(create)
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ')
})

const refused = [
  {
    called: 'an SVG',
    file: { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="alert(1)"/>') },
    sentence: 'JPEG・PNG・WebP・GIFの画像を選んでください。',
  },
  {
    called: 'HTML that calls itself a PNG',
    file: { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
    sentence: '画像を読み取れませんでした。別の画像を選んでください。',
  },
  {
    called: 'a HEIC photo whose type the system does not know',
    file: { name: 'IMG_0001.HEIC', mimeType: '', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') },
    sentence: 'HEIC形式の画像は使えません。JPEGで保存し直してから選んでください。',
  },
  {
    called: 'an empty file',
    file: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    sentence: '画像のデータが空です（0バイト）。別の画像を選んでください。',
  },
  {
    called: 'a document without a type',
    file: { name: 'memo', mimeType: '', buffer: Buffer.from('memo') },
    sentence: 'JPEG・PNG・WebP・GIFの画像を選んでください。',
  },
  {
    called: 'a broken photo',
    file: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('\xff\xd8\xff\xe0 broken', 'latin1') },
    sentence: '画像を読み取れませんでした。別の画像を選んでください。',
  },
  {
    called: 'a bomb of 20,000 × 20,000 pixels in a few kilobytes',
    file: { name: 'bomb.png', mimeType: 'image/png', buffer: png(20_000, 20_000) },
    sentence: '画像が大きすぎます。縮小した画像を選んでください。',
  },
]

test('a file that is not a picture is rejected with a message, nothing is sent, and the form is unchanged', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: create })
  let sent = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('imgBase64')) sent += 1
  })
  await page.getByLabel('タイトル').fill('画像の確認')
  for (const { called, file, sentence } of refused) {
    await pick(page, file)
    await expect(page.getByRole('alert').filter({ hasText: sentence }), called).toBeVisible()
    await expect(page.getByLabel('タイトル'), called).toHaveValue('画像の確認')
    await expect(page.getByRole('button', { name: '画像: 画像を選ぶ' }), called).toBeVisible()
  }
  expect(sent).toBe(0)
})

test('a picture is chosen, dropped or pasted; it is shown and can be removed, and saving waits for it', async ({
  asStaff,
}) => {
  const page = await asStaff('head', { path: create })
  const takeAway = async () => {
    await page.getByRole('button', { name: '画像を削除' }).click()
    await expect(picture(page)).toHaveCount(0)
  }
  await pick(page, { name: 'photo.png', mimeType: 'image/png', buffer: png(400, 300) })
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\/[\w-]+\.webp$/)
  await expect.poll(() => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  await takeAway()

  const bytes = [...png(64, 64)]
  const data = await page.evaluateHandle((numbers) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(numbers)], 'photo.png', { type: 'image/png' }))
    return transfer
  }, bytes)
  await page.getByText('ここにドロップ').dispatchEvent('drop', { dataTransfer: data })
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
  await takeAway()

  // 42 megapixels, and without a type: made smaller here, as the API takes 40.
  await pick(page, { name: 'photo', mimeType: '', buffer: png(7_000, 6_000) })
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//, { timeout: 45_000 })
  await takeAway()

  // More than 5,000,000 bytes of PNG are sent as a JPEG of quality 0.8, fewer as they are.
  const sendNoise = async (height: number) => {
    const sent = page.waitForRequest((request) => request.postData()?.includes('imgBase64') ?? false)
    const buffer = noise(1000, height)
    await pick(page, { name: 'photo.png', mimeType: 'image/png', buffer })
    const text = (await sent).postData() ?? ''
    await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
    await takeAway()
    return { size: buffer.length, type: text.match(/image\/\w+/)?.[0], quality: qualityOf(text) }
  }
  const above = await sendNoise(1700)
  expect(above).toEqual({ size: expect.any(Number), type: 'image/jpeg', quality: 80 })
  expect(above.size).toBeGreaterThan(5_000_000)
  const below = await sendNoise(1600)
  expect(below).toEqual({ size: expect.any(Number), type: 'image/png', quality: undefined })
  expect(below.size).toBeLessThan(5_000_000)

  const button = page.getByRole('button', { name: '画像: 画像を選ぶ' })
  await button.focus()
  await button.evaluate((element, numbers) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(numbers)], 'photo.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    element.closest('form')?.requestSubmit()
  }, bytes)
  await expect(page.getByText('画像のアップロードが終わるまでお待ちください。')).toBeVisible()
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
})

test('on a slow connection the upload shows progress; 中止 cancels it, and the next try succeeds', async ({
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
  // It sends the CSRF header like every other write.
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
  // Saving is no longer blocked: it reports missing fields.
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByLabel('タイトル')).toBeFocused()
  await expect(page.getByText('画像のアップロードが終わるまでお待ちください。')).toHaveCount(0)

  await sendAtMost(-1)
  await choosePhoto(page)
  await expect(picture(page)).toHaveAttribute('src', /^\/uploads\//)
})

test('a failed upload shows an error at its field, keeps the input, and the next try succeeds', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  await expect(page.getByRole('textbox', { name: '本文' })).toBeVisible()
  await page.getByLabel('タイトル').fill('書きかけ')
  await page.context().setOffline(true)
  await choosePhoto(page)
  const failure = page.getByRole('alert').filter({ hasText: '通信に失敗しました' })
  await expect(page.getByRole('main').locator(failure)).toBeVisible()
  // The snackbar's own chunk cannot load either: the message appears all the same.
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

test('a picture missing in the storage shows the placeholder, for readers, in the form and in the preview', async ({
  asStaff,
  stack,
}) => {
  const page = await asStaff('head', { path: list })
  const headers = { authorization: await bearerOf(page, () => page.reload()) }
  const data = { imgBase64: (await photo()).toString('base64'), contentType: 'image/jpeg' }
  const { imgUrl } = await (await page.request.post(`${stack.api}/api/admin/image/new`, { headers, data })).json()
  const [made] = await makeAnnouncements(page, stack, [`写真なし ${Date.now()}`], { imgUrl })
  const gone = (context: BrowserContext) => context.route(`**${imgUrl}`, (route) => route.fulfill({ status: 404 }))
  await gone(page.context())
  const isPlaceholder = async (image: Locator) => {
    await expect(image).toHaveAttribute('src', '/images/no_img.png')
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }

  const reader = await asStaff('trainer', { path: list })
  await gone(reader.context())
  await reader.goto(`${list}/${made?.id}`)
  await isPlaceholder(reader.getByRole('article').locator('img'))
  await expectGood(reader)
  await page.goto(`${list}/${made?.id}`)
  await isPlaceholder(picture(page))
  await page.getByRole('button', { name: 'プレビュー' }).click()
  await isPlaceholder(page.getByRole('dialog').getByRole('article').locator('img'))
})
