import { ApiError } from '#contract/errors.ts'
import { type Storage, StorageError } from '../storage/storage.ts'

/**
 * 422 at its field when an uploaded picture no longer exists: unreferenced pictures are deleted, and a draft may be
 * older. A broken store stops no record: what it names is kept from then on.
 */
export async function requirePicture(storage: Storage, imgUrl: string | null, field = 'imgUrl'): Promise<void> {
  const [, name] = imgUrl?.match(/^\/uploads\/(.+)$/) ?? []
  if (name === undefined || (await storage.renew(name).catch(acceptWhereBroken))) return
  throw new ApiError('invalid', { fields: { [field]: '画像が見つかりません。もう一度選んでください。' } })
}

function acceptWhereBroken(error: unknown): boolean {
  if (error instanceof StorageError) return true
  throw error
}
