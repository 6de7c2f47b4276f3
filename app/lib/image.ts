import Compressor from 'compressorjs'

/** From the specification: the quality of compression, and the size from which a PNG becomes a JPEG. */
const quality = 0.8
const pngBecomesJpeg = 5_000_000
/** No screen shows more; the API keeps 2,000. */
const longestSide = 4_000
/** The API's limit: decoding a larger picture would exhaust memory. */
const maxSide = 12_000
const maxPixels = 40_000_000

const accepted = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
type ContentType = (typeof accepted)[number]

/** What `image/new` takes. */
export interface PreparedImage {
  imgBase64: string
  contentType: ContentType
}

/** Why a file is refused; its message is for staff. */
export class ImageError extends Error {}

const isAccepted = (type: string): type is ContentType => accepted.some((one) => one === type)

/** For the file dialog. */
export const acceptedImages = accepted.join(',')

/**
 * Prepares a picture for upload: cropped if requested, compressed, without metadata, as base64. Undefined without data or
 * type, or if cropping was cancelled. Throws an ImageError with a Japanese message if it is no picture or unreadable.
 */
export async function prepareImage(
  file: File,
  crop?: (file: File) => Promise<File | null>,
): Promise<PreparedImage | undefined> {
  if (file.size === 0 || file.type === '') return undefined
  if (!isAccepted(file.type)) throw new ImageError('JPEG・PNG・WebP・GIFの画像を選んでください。')
  await requireBearableSize(file)
  const part = crop ? await crop(file) : file
  if (!part) return undefined
  const compressed = await compress(part)
  if (!isAccepted(compressed.type)) throw new ImageError('JPEG・PNG・WebP・GIFの画像を選んでください。')
  return { imgBase64: base64Of(await toDataUrl(compressed)), contentType: compressed.type }
}

const base64Of = (dataUrl: string) => dataUrl.replace(/^[^,]*,/, '')

const unreadable = () => new ImageError('画像を読み取れませんでした。別の画像を選んでください。')

/** Read from the header: the browser decodes the pixels only when they are drawn. */
async function requireBearableSize(file: File) {
  const picture = new Image()
  const url = await toDataUrl(file)
  await new Promise((resolve, reject) => {
    picture.onload = resolve
    picture.onerror = () => reject(unreadable())
    picture.src = url
  })
  const { naturalWidth: width, naturalHeight: height } = picture
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw new ImageError('画像が大きすぎます。縦横12,000px以内、4,000万画素以内の画像を選んでください。')
  }
}

function compress(file: File): Promise<Blob> {
  return new Promise((resolve, reject) => {
    new Compressor(file, {
      quality,
      convertSize: pngBecomesJpeg,
      maxWidth: longestSide,
      maxHeight: longestSide,
      success: resolve,
      error: () => reject(unreadable()),
    })
  })
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(unreadable())
    reader.readAsDataURL(blob)
  })
}
