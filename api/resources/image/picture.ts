import sharp from 'sharp'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import type { image } from '#contract/image.ts'
import { maxMailPicture } from '#contract/words/mail.ts'
import { createTurns } from '../../lib/turns.ts'

type Upload = Input<(typeof image)['create']>
type ContentType = Upload['contentType']
type Use = Upload['use']

// Other formats that sharp reads, SVG above all, are refused.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})
sharp.cache(false)
// A picture takes one core, so that others keep one.
sharp.concurrency(1)

const maxPixels = 40_000_000
const maxSide = 12_000
/** Maximum size of the stored picture; no screen shows more. */
const keptSide = 2_000
const mailWidth = 560
const quality = 82
/** Timeout for a crafted file; ordinary ones decode much faster. */
const longestSeconds = 20
/** Pictures decoded concurrently: each may take 160 MB. */
const atOnce = 2

const refuse = (message: string) => new ApiError('invalid', { fields: { imgBase64: message } })
const unreadable = '画像を読み取れませんでした。別の画像を選んでください。'

/** Decodes strict base64: no white space, no other alphabet, correct padding, no trailing bits. */
export function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  // Node leaves out what it does not know. Encoding it all again to compare would take as long as decoding.
  const isWhole = bytes.length === (text.length / 4) * 3 - padding && !/[-_]/.test(text)
  const last = bytes.subarray(bytes.length - (bytes.length % 3 || 3)).toString('base64')
  if (!isWhole || !text.endsWith(last)) throw refuse('画像データの形式が正しくありません。画像を選び直してください。')
  return bytes
}

const startsWith = (bytes: Buffer, at: number, magic: string) =>
  bytes.toString('latin1', at, at + magic.length) === magic

/** The type of a file by its first bytes, not its name. */
function typeOf(bytes: Buffer): ContentType | null {
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'image/webp'
  return null
}

/** Refuses pictures too large to decode in memory, by the header alone. */
async function requireBearableSize(bytes: Buffer) {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw refuse('画像が大きすぎます。縦横12,000px以内、4,000万画素以内の画像を選んでください。')
  }
}

/** Only the pixels, upright: without metadata, the first frame of an animation. */
const pixelsOf = (bytes: Buffer, side: { width: number; height: number }) =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ ...side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: longestSeconds })

const toScreen = (bytes: Buffer) => pixelsOf(bytes, { width: keptSide, height: keptSide }).webp({ quality }).toBuffer()

/** As wide as a mail's text, because some programs ignore other widths; of lower quality where it is too large. */
async function toMail(bytes: Buffer): Promise<Buffer> {
  const picture = pixelsOf(bytes, { width: mailWidth, height: keptSide }).flatten({ background: '#ffffff' })
  for (const jpegQuality of [quality, 60, 40]) {
    const jpeg = await picture.clone().jpeg({ quality: jpegQuality, mozjpeg: true }).toBuffer()
    if (jpeg.length <= maxMailPicture) return jpeg
  }
  throw refuse('画像が300KBを超えるため、メールに入れられません。別の画像を選んでください。')
}

// One of a person at a time: whoever brings twelve waits in their own line.
const ofOne = createTurns({ atOnce: 1, waiting: 20 })
const ofAll = createTurns({ atOnce, waiting: 1000 })

/** An uploaded picture, re-encoded for its use; 422 at `imgBase64` for anything but one picture of its declared type. */
export async function toPicture(bytes: Buffer, contentType: ContentType, use: Use, who: string): Promise<Buffer> {
  const type = typeOf(bytes)
  if (!type) throw refuse('JPEG・PNG・WebP・GIFの画像を選んでください。')
  if (type !== contentType) throw refuse('画像の種類とファイルの内容が一致しません。画像を選び直してください。')
  const decoded = () =>
    requireBearableSize(bytes)
      .then(() => (use === 'mail' ? toMail(bytes) : toScreen(bytes)))
      .catch((error: unknown) => {
        if (error instanceof ApiError) throw error
        throw refuse(unreadable)
      })
  return ofOne(who, () => ofAll('all', decoded))
}
