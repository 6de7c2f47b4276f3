import Compressor from 'compressorjs'

/** From the specification: the quality of compression, and the size from which a PNG becomes a JPEG. */
const quality = 0.8
const pngBecomesJpeg = 5_000_000
/** No screen shows more; the API keeps 2,000. */
const longestSide = 4_000
/**
 * What a browser can bear to decode: JPEGs are decoded at a fraction of their size, the others whole. What is larger than
 * the longest side is made smaller, so the API's limits of 12,000 px and 40 million pixels are kept.
 */
const mostPixels = { jpeg: 250_000_000, other: 120_000_000 }

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

const notAccepted = 'JPEG・PNG・WebP・GIFの画像を選んでください。'
const isHeic = 'HEIC形式の画像は使えません。JPEGで保存し直してから選んでください。'

/**
 * Prepares a picture for upload: cropped if requested, compressed, without metadata, as base64. Undefined if cropping was
 * cancelled. Throws an ImageError with a Japanese message if it is empty, no picture or unreadable.
 */
export async function prepareImage(
  given: File,
  crop?: (file: File) => Promise<File | null>,
): Promise<PreparedImage | undefined> {
  if (given.size === 0) throw new ImageError('画像のデータが空です（0バイト）。別の画像を選んでください。')
  const file = await withType(given)
  await requireBearableSize(file)
  const part = crop ? await crop(file) : file
  if (!part) return undefined
  const compressed = await compress(part)
  if (!isAccepted(compressed.type)) throw new ImageError(notAccepted)
  return { imgBase64: base64Of(await toDataUrl(compressed)), contentType: compressed.type }
}

/** First bytes of each type, in Latin-1. */
const beginnings: Record<ContentType, RegExp> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG/,
  'image/webp': /^RIFF....WEBP/s,
  'image/gif': /^GIF8/,
}
const heic = /^....ftyp(?:hei[a-z]|hev[a-z]|mif1|msf1)/s

const isUnknown = (type: string) => type === '' || type === 'application/octet-stream'

/** A file with a type that is accepted: programs that do not know the type leave it out, so its first bytes count. */
async function withType(file: File): Promise<File> {
  if (isAccepted(file.type)) return file
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  } catch {
    throw unreadable()
  }
  const beginning = String.fromCharCode(...bytes)
  if (heic.test(beginning) || /image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) {
    throw new ImageError(isHeic)
  }
  const type = accepted.find((one) => beginnings[one].test(beginning))
  if (!isUnknown(file.type) || !type) throw new ImageError(notAccepted)
  return new File([file], file.name, { type })
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
  const pixels = picture.naturalWidth * picture.naturalHeight
  if (pixels > mostPixels[file.type === 'image/jpeg' ? 'jpeg' : 'other']) {
    throw new ImageError('画像が大きすぎます。縮小した画像を選んでください。')
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
