import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'

// Health data is sealed before it reaches the database, so that a dump of it says nothing (decision 0048).

const ivBytes = 12
const tagBytes = 16
const keyBytes = 32

interface Sealed {
  keyId: string
  sealed: Uint8Array
}

/** What a value belongs to; sealed with it, so that no row's value can be put into another row. */
export type Place = readonly (string | number)[]

export interface Sealing {
  /** The key that seals. */
  keyId: string
  /** Those that open. */
  keyIds: readonly string[]
  seal(place: Place, value: unknown): Sealed
  /** Throws UnknownKeyError, or another error where the value is not the one that was sealed at this place. */
  open<T>(place: Place, keyId: string, sealed: Uint8Array): T
}

/** A value whose key is not among those that were given: it is not lost, and the server lacks a setting. */
export class UnknownKeyError extends Error {
  override name = 'UnknownKeyError'
  readonly keyId: string
  constructor(keyId: string) {
    super(`The key ${keyId} is not among DAILY_LOG_KEYS`)
    this.keyId = keyId
  }
}

let ivs = Buffer.alloc(0)

/** Asked for by the thousand: one at a time they cost as much as sealing does. */
function nextIv(): Buffer {
  if (ivs.length < ivBytes) ivs = randomBytes(1000 * ivBytes)
  const iv = ivs.subarray(0, ivBytes)
  ivs = ivs.subarray(ivBytes)
  return iv
}

/** Keys by their names; the first one seals. */
function createSealing(given: ReadonlyMap<string, Uint8Array>): Sealing {
  // Read once: a key that comes as bytes costs five times what sealing a day does.
  const keys = new Map([...given].map(([id, key]) => [id, createSecretKey(key)]))
  const [first] = keys
  if (!first) throw new Error('There is no key to seal with')
  const [keyId, key] = first
  return {
    keyId,
    keyIds: [...keys.keys()],
    seal: (place, value) => {
      const iv = nextIv()
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.from(place.join('|')))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return { keyId, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]) }
    },
    open: (place, id, sealed) => {
      const known = keys.get(id)
      if (!known) throw new UnknownKeyError(id)
      const decipher = createDecipheriv('aes-256-gcm', known, sealed.subarray(0, ivBytes))
      decipher.setAAD(Buffer.from(place.join('|')))
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      return JSON.parse(
        decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8'),
      )
    },
  }
}

const demoKeyId = 'demo'

/** `2026:<base64>,2025:<base64>`; null where one is no key, or has the demo's name. */
export function sealingWith(setting: string): Sealing | null {
  const keys = new Map<string, Uint8Array>()
  for (const part of setting.split(',')) {
    const [, name, base64] = part.trim().match(/^([\w-]{1,20}):([A-Za-z0-9+/]{43}=)$/) ?? []
    if (!name || !base64 || name === demoKeyId || keys.has(name)) return null
    const key = Buffer.from(base64, 'base64')
    if (key.length !== keyBytes) return null
    keys.set(name, key)
  }
  return createSealing(keys)
}

/** The demo's, which everybody may know: its members are made up. */
export const demoSealing = createSealing(
  new Map([[demoKeyId, createHash('sha256').update('karada desk demo').digest()]]),
)

/** Where a member's day of a log belongs. */
export const placeOfDay = (kind: string, memberId: string | number, date: string): Place => [
  'day',
  kind,
  memberId,
  date,
]
/** Where a shop's week of a log belongs. */
export const placeOfWeek = (kind: string, shopId: string | number, week: string): Place => ['week', kind, shopId, week]
