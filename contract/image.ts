import { z } from 'zod'
import { type Endpoints, post } from './endpoint.ts'

/** Accepted uploads. Anything else, SVG above all, is refused by its first bytes, not only by this type. */
const imageContentTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

/** A picture before upload. */
const maxImageBytes = 8 * 1024 * 1024
const maxBase64 = Math.ceil(maxImageBytes / 3) * 4

/** An uploaded picture: a path of ours, or an https address where the storage has its own domain. */
export const zImageUrl = z
  .string()
  .max(2048)
  .regex(/^(\/uploads\/[\w-]{20,64}\.(webp|png|jpg)|https:\/\/\S+)$/, { error: '画像を選び直してください。' })

const Picture = z.strictObject({
  imgBase64: z.string().min(1).max(maxBase64, { error: '画像は8MB以下にしてください。' }),
  contentType: z.enum(imageContentTypes, { error: 'JPEG・PNG・WebP・GIFの画像を選んでください。' }),
  /** A mail's is JPEG, which every mail program shows, and at most 300 kB. */
  use: z.enum(['screen', 'mail']).default('screen'),
})

export const image = {
  create: post('/image/new', 'image.write', '画像をアップロードする', Picture, z.strictObject({ imgUrl: zImageUrl }), {
    maxBodyBytes: maxBase64 + 1024,
    rate: 30,
  }),
} satisfies Endpoints
