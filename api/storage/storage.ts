/** Storage driver for uploaded files. Names are generated, never from users. */
export interface Storage {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Resets a file's age; false when it does not exist. */
  renew(name: string): Promise<boolean>
  /** Files older than this, including those of interrupted writes. */
  namesOlderThan(time: Date): Promise<string[]>
  /** Deletes one of those, unless it was renewed since. */
  removeOlderThan(time: Date, name: string): Promise<void>
  /** Whether there is space left. */
  hasRoom(): Promise<boolean>
}

/** The only names that are stored or looked up: 24 random bytes and the type; pictures of mails are JPEG. */
export const storedName = /^[\w-]{32}\.(webp|jpg)$/
