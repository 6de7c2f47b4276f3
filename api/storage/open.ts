import type { StoragePlace } from '../process/config.ts'
import { localStorage } from './local.ts'
import { type Patience, s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** The store of a `STORAGE_URL`. */
export const openStorage = (place: StoragePlace, patience: Patience): Storage =>
  place.kind === 's3' ? s3Storage(place, patience) : localStorage(place.folder)
