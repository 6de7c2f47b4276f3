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

/** What a broken store is said by. */
export const storageFaults = {
  'retry-limit-exceeded':
    '画像の保存先から応答がないため、画像を扱えませんでした。時間をおいて、もう一度お試しください。',
  unauthorized: '画像の保存先に接続する鍵が正しくないため、画像を扱えませんでした。管理者に連絡してください。',
  'no-default-bucket': '画像の保存先のバケットが見つからないため、画像を扱えませんでした。管理者に連絡してください。',
  'no-download-url': '画像が保存先で読み出せない状態になっています。管理者に連絡してください。',
  unknown: '画像の保存先が処理を受け付けないため、画像を扱えませんでした。管理者に連絡してください。',
}

/** The store is broken, or refuses: the rest of the product goes on. Its message is for staff. */
export class StorageError extends Error {
  readonly code: keyof typeof storageFaults
  constructor(code: keyof typeof storageFaults, cause?: unknown) {
    super(storageFaults[code], { cause })
    this.code = code
  }
}
