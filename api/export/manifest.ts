import { z } from 'zod'

/**
 * Of the format. Version 2 has no answers to the club system and its files; until 4 some columns have other headings; until 6 costs have no parts.
 * Others are not read.
 */
export const exportVersion = 7
export const oldestVersion = 2
export const manifestName = 'manifest.json'
/** Of the file `manifest.json`, which is read as a whole. */
export const largestManifest = 50_000_000

const zFile = z.strictObject({
  name: z.string().regex(/^([a-z-]{1,40}\.csv|pictures\/[\w-]{32}\.(webp|jpg))$/),
  /** What staff call its rows. */
  label: z.string().max(100),
  /** Null: no table. */
  rows: z.int().nonnegative().nullable(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ManifestFile = z.output<typeof zFile>

export const zManifest = z.strictObject({
  format: z.literal('karada-desk-export'),
  version: z.int().min(oldestVersion).max(exportVersion),
  madeAt: z.iso.datetime({ offset: true }),
  /** The last moment that the facts cover; null: there are none. */
  dataAsOf: z.iso.datetime({ offset: true }).nullable(),
  /** Keys of the health days, which are as sealed as they were; null: there are none. */
  healthKeys: z.array(z.string().max(40)).max(100).nullable(),
  files: z.array(zFile).max(500_000),
})
export type Manifest = z.output<typeof zManifest>
