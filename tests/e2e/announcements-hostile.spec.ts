import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { search } from '../support/lists.ts'

const list = '/other-settings/announcements'
const create = `${list}/new`
const bodyField = (page: Page) => page.getByRole('textbox', { name: '本文' })

/** Everything that has ever run in somebody's back office. */
const hostile = `
  <p>安全な文</p>
  <script>window.__hit = 'script'</script>
  <img src="/images/no_img.png" onload="window.__hit = 'onload'" onerror="window.__hit = 'onerror'">
  <svg onload="window.__hit = 'svg'"><a xlink:href="javascript:window.__hit='xlink'"><text>x</text></a></svg>
  <a href="javascript:window.__hit='href'">押してください</a>
  <a href="data:text/html,<script>parent.__hit='data'</script>">データ</a>
  <iframe srcdoc="<script>parent.__hit='iframe'</script>"></iframe>
  <form action="/login"><button onclick="window.__hit='click'">送信</button></form>
  <p style="position:fixed;inset:0" onmouseover="window.__hit='over'">覆い</p>
  <math><mtext><table><mglyph><style><img src=x onerror="window.__hit='math'"></style></mglyph></table></mtext></math>`

async function expectHarmless(page: Page, where: string) {
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => (window as { __hit?: string }).__hit), where).toBeUndefined()
  const foreign = page.locator('main').locator('iframe, form[action], svg[onload], [onerror], [onload], [onclick]')
  await expect(foreign, where).toHaveCount(0)
  await expect(page.locator('a[href^="javascript:"], a[href^="data:"]'), where).toHaveCount(0)
}

test('hostile HTML that is pasted does nothing: in the editor, preview, list, form and detail', async ({ asStaff }) => {
  test.setTimeout(120_000)
  const page = await asStaff('head', { path: create })
  const title = `<img src=x onerror="window.__hit='title'"> ${Date.now()}`
  await page.getByLabel('タイトル').fill(title)
  await bodyField(page).click()
  await page.evaluate((html) => {
    const data = new DataTransfer()
    data.setData('text/html', html)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, hostile)
  await expect(bodyField(page)).toContainText('安全な文')
  await expectHarmless(page, 'editor')

  await page.getByRole('button', { name: 'プレビュー' }).click()
  await expect(page.getByRole('dialog').getByRole('article')).toContainText('安全な文')
  await expectHarmless(page, 'preview')
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: /^公開 / }).check()
  await page.getByRole('button', { name: '登録する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'はい' }).click()
  await expect(page.getByText('お知らせを登録しました。')).toBeVisible()
  await search(page, title.slice(-13))
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toHaveCount(1)
  await expectHarmless(page, 'list')

  await row.getByRole('link', { name: title, exact: true }).click()
  await expect(bodyField(page)).toContainText('安全な文')
  await expectHarmless(page, 'form')

  const trainer = await asStaff('trainer', { path: new URL(page.url()).pathname })
  await expect(trainer.getByRole('article')).toContainText('安全な文')
  await expectHarmless(trainer, 'detail')
})

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
    called: 'a bomb of 20,000 × 20,000 pixels in a few kilobytes',
    file: { name: 'bomb.png', mimeType: 'image/png', buffer: png(20_000, 20_000) },
    sentence: /画像が大きすぎます|画像を読み取れませんでした/,
  },
]

for (const { called, file, sentence } of refused) {
  test(`${called} is refused with a sentence, and the form stays as it is`, async ({ asStaff }) => {
    const page = await asStaff('head', { path: create })
    await page.getByLabel('タイトル').fill('画像の確認')
    await pick(page, file)
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(page.getByLabel('タイトル')).toHaveValue('画像の確認')
    await expect(page.getByRole('button', { name: '画像: 画像を選ぶ' })).toBeVisible()
  })
}

test('a picture is sent, shown, changed and taken away', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  await pick(page, { name: 'photo.png', mimeType: 'image/png', buffer: png(400, 300) })
  const picture = page.locator('main form img')
  await expect(picture).toHaveAttribute('src', /^\/uploads\/[\w-]+\.webp$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  await page.getByRole('button', { name: '画像を削除' }).click()
  await expect(picture).toHaveCount(0)
})

test('a picture that is dropped is sent as well', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  const bytes = [...png(64, 64)]
  const data = await page.evaluateHandle((numbers) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(numbers)], 'photo.png', { type: 'image/png' }))
    return transfer
  }, bytes)
  await page.getByText('ここにドロップ').dispatchEvent('drop', { dataTransfer: data })
  await expect(page.locator('main form img')).toHaveAttribute('src', /^\/uploads\//)
})

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

test('a PNG of more than 5,000,000 bytes is sent as a JPEG', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  const sent = page.waitForRequest((request) => request.postData()?.includes('imgBase64') ?? false)
  await pick(page, { name: 'photo.png', mimeType: 'image/png', buffer: noise(1500, 1200) })
  expect((await sent).postData()).toContain('image/jpeg')
  await expect(page.locator('main form img')).toHaveAttribute('src', /^\/uploads\//)
})

test('a picture that is pasted is sent; what is not yet there is waited for', async ({ asStaff }) => {
  const page = await asStaff('head', { path: create })
  const button = page.getByRole('button', { name: '画像: 画像を選ぶ' })
  await button.focus()
  await button.evaluate(
    (element, numbers) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(numbers)], 'photo.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
      element.closest('form')?.requestSubmit()
    },
    [...png(64, 64)],
  )
  await expect(page.getByText('画像のアップロードが終わるまでお待ちください。')).toBeVisible()
  await expect(page.locator('main form img')).toHaveAttribute('src', /^\/uploads\//)
})
