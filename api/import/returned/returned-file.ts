import { openReader } from '../reader.ts'
import { FileRefused } from '../refusal.ts'
import type { Given, Message } from './thread.ts'

/** Of a call, which is answered within 15 seconds: to wait, and of the thread's CPU. */
const longestWait = 4_000
const limits = { seconds: 9, megabytes: 512 }

/**
 * A file as it came with a column エラー, made on a thread of its own when it is the turn of `who`. Throws `FileRefused`
 * with a sentence where that takes more than a call may.
 */
export async function returnedFile(given: Given, who: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL('./thread.ts', import.meta.url)
  const { next, close } = await openReader<Message>(url, given, { who, patience: longestWait, limits })
  try {
    const message = await next()
    if (message.kind === 'refused') throw new FileRefused(message.message)
    return message.bytes
  } finally {
    await close()
  }
}
