import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Api, startApi } from '../support/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const red = { r: 220, g: 20, b: 20 }
const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } })

/** A person per test, so that their rate limits do not interfere. */
const upload = async (
  picture: Buffer | string,
  contentType: string,
  more: object = {},
  use: object = {},
): Promise<Answer> => {
  const imgBase64 = typeof picture === 'string' ? picture : picture.toString('base64')
  return api.post('/api/admin/image/new', {
    token: await api.as({ role: 'level3', shops: [] }),
    body: { imgBase64, contentType, ...use },
    ...more,
  })
}

async function stored(answer: Answer): Promise<Buffer> {
  expect([answer.status, answer.json.fields]).toEqual([200, undefined])
  const response = await fetch(api.url + answer.json.imgUrl)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** The header of a grey PNG of this size; only `rows` of it are present. */
function pngOf(width: number, height: number, rows = height): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('%s is returned as WebP with its size', async (format) => {
    const answer = await upload(await plain(120, 80).toFormat(format).toBuffer(), `image/${format}`)
    const { format: kept, width, height } = await sharp(await stored(answer)).metadata()
    expect([kept, width, height]).toEqual(['webp', 120, 80])
  })

  test('of a mail is a JPEG of at most 300 kB as wide as the mail, which other sites may show without signing in', async () => {
    const noise = await sharp(randomBytes(2400 * 3000 * 3), { raw: { width: 2400, height: 3000, channels: 3 } })
      .jpeg({ quality: 60 })
      .toBuffer()
    const answer = await upload(noise, 'image/jpeg', {}, { use: 'mail' })
    expect(answer.json.imgUrl).toMatch(/^\/uploads\/[\w-]{32}\.jpg$/)
    const bytes = await stored(answer)
    expect(bytes.length).toBeLessThanOrEqual(300_000)
    const { format, width, height } = await sharp(bytes).metadata()
    expect([format, width, height]).toEqual(['jpeg', 560, 700])
    const { headers } = await fetch(api.url + answer.json.imgUrl)
    expect([headers.get('content-type'), headers.get('cross-origin-resource-policy')]).toEqual([
      'image/jpeg',
      'cross-origin',
    ])
  })

  test('has an unguessable name, different each time', async () => {
    const picture = await plain(8, 8).png().toBuffer()
    const urls = [await upload(picture, 'image/png'), await upload(picture, 'image/png')].map(({ json }) => json.imgUrl)
    for (const url of urls) expect(url).toMatch(/^\/uploads\/[\w-]{32}\.webp$/)
    expect(urls[0]).not.toBe(urls[1])
  })

  test('is stored upright, without location and author', async () => {
    const picture = await plain(40, 20)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'himitsu-no-namae', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 41/1 22/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(picture).metadata()).orientation).toBe(6)
    const bytes = await stored(await upload(picture, 'image/jpeg'))
    const { width, height, exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([20, 40])
    expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined))
    expect(bytes.includes('himitsu')).toBe(false)
  })

  test('of an animation is its first frame', async () => {
    const frames = await Promise.all([red, { r: 0, g: 0, b: 250 }].map((one) => plain(10, 10, one).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2)
    const bytes = await stored(await upload(moving, 'image/gif'))
    expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1)
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect((data[0] as number) > 180 && (data[2] as number) < 80).toBe(true)
  })

  test('larger than any screen is reduced, a small one is unchanged', async () => {
    const large = await stored(await upload(await plain(5000, 1000).jpeg().toBuffer(), 'image/jpeg'))
    const { width, height } = await sharp(large).metadata()
    expect([width, height]).toEqual([2000, 400])
  })

  test('of several megabytes is accepted, beyond the usual 1 MB', { timeout: 60_000 }, async () => {
    const noise = await sharp(randomBytes(1400 * 1400 * 3), { raw: { width: 1400, height: 1400, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(noise.length).toBeGreaterThan(5_000_000)
    expect((await upload(noise, 'image/png')).status).toBe(200)
  })

  test('keeps its transparency', async () => {
    const clear = await sharp({ create: { width: 4, height: 4, channels: 4, background: { ...red, alpha: 0 } } })
      .png()
      .toBuffer()
    expect((await sharp(await stored(await upload(clear, 'image/png'))).metadata()).hasAlpha).toBe(true)
  })
})

const types = 'JPEG・PNG・WebP・GIFの画像を選んでください。'
const mismatch = '画像の種類とファイルの内容が一致しません。画像を選び直してください。'
const unreadable = '画像を読み取れませんでした。別の画像を選んでください。'
const notBase64 = '画像データの形式が正しくありません。画像を選び直してください。'
const tooLarge = '画像が大きすぎます。縦横12,000px以内、4,000万画素以内の画像を選んでください。'

describe('is refused with a sentence, and nothing is stored:', () => {
  const refused = async (picture: Buffer | string, contentType: string, message: string) => {
    const before = readdirSync(api.uploads)
    const answer = await upload(picture, contentType)
    expect([answer.status, answer.json.fields]).toEqual([422, { imgBase64: message }])
    expect(readdirSync(api.uploads)).toEqual(before)
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  test.each(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])('an SVG declared as %s', (type) =>
    refused(Buffer.from(svg), type, types),
  )
  test('an HTML page', () => refused(Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png', types))
  test('a PDF', () => refused(Buffer.from('%PDF-1.7\n1 0 obj'), 'image/jpeg', types))
  test('a TIFF', async () => refused(await plain(4, 4).tiff().toBuffer(), 'image/png', types))
  test('an AVIF', () => refused(Buffer.from('\0\0\0\x20ftypavif', 'latin1'), 'image/webp', types))
  test('a JPEG declared as a PNG', async () => refused(await plain(4, 4).jpeg().toBuffer(), 'image/png', mismatch))

  test('an SVG declared as SVG', async () => {
    const answer = await upload(Buffer.from(svg), 'image/svg+xml')
    expect([answer.status, answer.json.fields]).toEqual([422, { contentType: types }])
  })

  test.each([
    ['GIF', 'image/gif', 'GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)'],
    ['PNG', 'image/png', '\x89PNG\r\n\x1a\n<script>alert(1)</script>'],
    ['JPEG', 'image/jpeg', '\xff\xd8\xff\xe0<html><script>alert(1)</script>'],
    ['WebP', 'image/webp', 'RIFF\x40\0\0\0WEBPVP8 <script>alert(1)</script>'],
  ])('a script behind the magic bytes of a %s', (_, type, text) =>
    refused(Buffer.from(text, 'latin1'), type, unreadable),
  )

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('half a %s', async (format) => {
    const noise = sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
    const whole = await noise.toFormat(format).toBuffer()
    await refused(whole.subarray(0, whole.length / 2), `image/${format}`, unreadable)
  })

  test.each([
    ['a space in it', (text: string) => `${text.slice(0, 8)} ${text.slice(8)}`],
    ['a line break at its end', (text: string) => `${text}\n`],
    ['its padding missing', (text: string) => text.replace(/=+$/, '')],
    ['too much padding', (text: string) => `${text}=`],
    ['the letters of addresses', (text: string) => text.replace(/^..../, '-_-_')],
    ['data: before it', (text: string) => `data:image/png;base64,${text}`],
    ['something after its padding', (text: string) => `${text}AAAA`],
  ])('base64 with %s', async (_, spoil) => {
    const text = pngOf(4, 5).toString('base64')
    expect(text.endsWith('=')).toBe(true)
    await refused(spoil(text), 'image/png', notBase64)
  })

  test.each([
    ['60,000 × 60,000', () => pngOf(60_000, 60_000, 1)],
    ['12,001 × 10', () => pngOf(12_001, 10)],
    ['10 × 12,001', () => pngOf(10, 12_001)],
    ['8,000 × 8,000, whole and small as a file', () => pngOf(8_000, 8_000)],
  ])('a decompression bomb of %s, by its header', async (_, make) => {
    const bomb = make()
    expect(bomb.length).toBeLessThan(200_000)
    const started = performance.now()
    await refused(bomb, 'image/png', tooLarge)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  test('an empty one', () => refused('', 'image/png', 'この項目を入力してください。'))

  test('more than 8 MB', { timeout: 60_000 }, async () => {
    const answer = await upload(Buffer.alloc(8 * 1024 * 1024 + 3), 'image/png')
    expect([answer.status, answer.json.code]).toEqual([422, 'invalid'])
    expect(answer.json.fields.imgBase64).toBe('画像は8MB以下にしてください。')
  })

  test('a body larger than any picture', { timeout: 60_000 }, async () => {
    expect((await upload(Buffer.alloc(9 * 1024 * 1024), 'image/png')).status).toBe(413)
  })
})

test('data hidden in or after a valid picture is not stored', async () => {
  const payload = '<script>alert(document.domain)</script><?php system($_GET["x"]); ?>'
  const picture = await plain(30, 30)
    .jpeg()
    .withExif({ IFD0: { ImageDescription: payload } })
    .toBuffer()
  const bytes = await stored(await upload(Buffer.concat([picture, Buffer.from(payload)]), 'image/jpeg'))
  expect(bytes.includes('script')).toBe(false)
  expect((await sharp(bytes).metadata()).format).toBe('webp')
})

test('a large body without a sign-in is not read', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = httpRequest(`${api.url}/api/admin/image/new`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 11_000_000 },
    })
    sent.on('response', (answer) => {
      resolve(answer.statusCode)
      sent.destroy()
    })
    sent.on('error', reject)
    // The head and a little more: the answer must not wait for the rest.
    sent.write('{"imgBase64":"')
  })
  expect(status).toBe(401)
})

test('one sent twice with the same key is stored once', async () => {
  const person = await api.as({ role: 'level3', shops: [] })
  const picture = await plain(6, 6).png().toBuffer()
  const before = readdirSync(api.uploads).length
  const send = () => upload(picture, 'image/png', { token: person, headers: { 'idempotency-key': 'picture-1' } })
  const [first, second] = [await send(), await send()]
  expect(second.json).toEqual(first.json)
  expect(readdirSync(api.uploads).length).toBe(before + 1)
})

test('at most thirty a minute', async () => {
  const person = await api.as({ role: 'level3', shops: [] })
  const picture = await plain(2, 2).png().toBuffer()
  const statuses: number[] = []
  for (let at = 0; at < 31; at += 1) statuses.push((await upload(picture, 'image/png', { token: person })).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

test('every upload is audited, without the picture', async () => {
  const { json } = await upload(await plain(6, 6).png().toBuffer(), 'image/png')
  const { rows } = await api.db.execute(
    sql`select action, diff from audit_log where resource_id = ${json.imgUrl.replace('/uploads/', '')}`,
  )
  expect(rows).toEqual([{ action: 'image.create', diff: null }])
})

describe('/uploads', () => {
  test('serves a picture only as that type', async () => {
    const { json } = await upload(await plain(6, 6).png().toBuffer(), 'image/png')
    const answer = await api.get(json.imgUrl)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test.each([
    '/uploads/',
    '/uploads/nothing.webp',
    `/uploads/${'A'.repeat(32)}.webp`,
    `/uploads/${'A'.repeat(32)}.html`,
    '/uploads/..%2fapi.lock',
    '/uploads/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/uploads/..%5c..%5cpackage.json',
    '/uploads/%00.webp',
    `/uploads/${'A'.repeat(32)}.webp%00.html`,
    '/uploads/%E0%A4%A',
  ])('%s is not found', async (path) => {
    const answer = await api.get(path)
    expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
  })
})
