import type { ImportKind } from '#contract/words/import.ts'
import type { Message } from './kind-thread.ts'
import { openReader } from './reader.ts'
import { FileRefused } from './refusal.ts'

/** Of a call, which has half a minute. */
const longestWait = 10_000

/**
 * What a file has rows of, read on a thread of its own when it is the turn of `who`; null: its headings do not say. Throws
 * `FileRefused` with a sentence where it cannot be read as a whole.
 */
export async function readKind(bytes: Uint8Array, who: string): Promise<ImportKind | null> {
  const url = new URL('./kind-thread.ts', import.meta.url)
  const { next, close } = await openReader<Message>(url, { bytes }, { who, patience: longestWait })
  try {
    const message = await next()
    if (message.kind === 'refused') throw new FileRefused(message.message)
    return message.found
  } finally {
    await close()
  }
}
