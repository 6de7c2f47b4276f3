import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'

// Health data is encrypted before it reaches the database, so that a dump reveals nothing (decision 0048).

const ivBytes = 12
const tagBytes = 16
const keyBytes = 32

interface Sealed {
  keyId: string
  sealed: Uint8Array
}

/** The row that a value belongs to; authenticated with the value, so that no value can be moved to another row. */
export type Place = readonly (string | number)[]

export interface Sealing {
  /** The key that encrypts. */
  keyId: string
  /** Keys that decrypt. */
  keyIds: readonly string[]
  seal(place: Place, value: unknown): Sealed
  /** Throws UnknownKeyError, or another error where the value does not belong to this row. */
  open<T>(place: Place, keyId: string, sealed: Uint8Array): T
}

/** The value's key is not configured: the value is not lost, the server lacks a setting. */
export class UnknownKeyError extends Error {
  override name = 'UnknownKeyError'
  readonly keyId: string
  constructor(keyId: string) {
    super(`The key ${keyId} is not among DAILY_LOG_KEYS`)
    this.keyId = keyId
  }
}

let ivs = Buffer.alloc(0)

/** IVs are generated a thousand at a time: one by one they cost as much as the encryption. */
function nextIv(): Buffer {
  if (ivs.length < ivBytes) ivs = randomBytes(1000 * ivBytes)
  const iv = ivs.subarray(0, ivBytes)
  ivs = ivs.subarray(ivBytes)
  return iv
}

/** Keys by name; the first one encrypts. */
function createSealing(given: ReadonlyMap<string, Uint8Array>): Sealing {
  // Imported once: a key passed as bytes costs five times what encrypting a day does.
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

/** `2026:<base64>,2025:<base64>`; null where a key is invalid or has the demo key's name. */
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

/** The demo key, which is public: the demo's members are made up. */
export const demoSealing = createSealing(
  new Map([[demoKeyId, createHash('sha256').update('karada desk demo').digest()]]),
)

/** The row of a member's day. */
export const placeOfDay = (kind: string, memberId: string | number, date: string): Place => [
  'day',
  kind,
  memberId,
  date,
]
/** The row of a shop's week. */
export const placeOfWeek = (kind: string, shopId: string | number, week: string): Place => ['week', kind, shopId, week]
