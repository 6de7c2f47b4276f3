import { randomBytes } from 'node:crypto'
import type { image } from '#contract/image.ts'
import type { Handlers } from '../../context.ts'
import type { Storage } from '../../storage/storage.ts'
import { decodeBase64, toPicture } from './picture.ts'

/** Pictures are public to anyone with the URL (members see them without signing in), so names cannot be guessed. */
const randomName = (type: 'webp' | 'jpg') => `${randomBytes(24).toString('base64url')}.${type}`

export const imageHandlers = (storage: Storage): Handlers<typeof image> => ({
  create: {
    prepare: async ({ imgBase64, contentType, use }, { principal }) => {
      const picture = await toPicture(decodeBase64(imgBase64), contentType, use, principal.staffId)
      const name = randomName(use === 'mail' ? 'jpg' : 'webp')
      // Before the transaction: a store that does not answer must hold no connection of the database.
      await storage.put(name, picture)
      return async (ctx) => {
        ctx.audit({ resourceId: name })
        return { imgUrl: `/uploads/${name}` }
      }
    },
  },
})
