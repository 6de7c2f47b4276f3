/** Where uploaded files are kept. A driver is this much; names are ours, never a person's. */
export interface Storage {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Makes a file as young as one that was put now; false when there is none. */
  renew(name: string): Promise<boolean>
  /** Files that came, or were renewed, before then; what interrupted writes left is among them. */
  namesOlderThan(time: Date): Promise<string[]>
  /** Removes one of those, unless it was renewed since. */
  removeOlderThan(time: Date, name: string): Promise<void>
  /** Whether there is room for more. */
  hasRoom(): Promise<boolean>
}

/** The only names that are ever stored or looked for: 24 random bytes and what it is. */
export const storedName = /^[\w-]{32}\.webp$/
