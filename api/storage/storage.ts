/** Where uploaded files are kept. A driver is this much; names are ours, never a person's. */
export interface Storage {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Whether there is room for more. */
  hasRoom(): Promise<boolean>
}

/** The only names that are ever stored or looked for: 24 random bytes and what it is. */
export const storedName = /^[\w-]{32}\.webp$/
