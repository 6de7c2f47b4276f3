import { openReader } from '../../import/reader.ts'
import { FileRefused } from '../../import/refusal.ts'
import type { Given, Message } from './figures-thread.ts'
import type { MonthFigures } from './read-figures.ts'

/** Of a call, which has half a minute. */
const longestWait = 10_000

/** As `readFigures`, on a thread of its own with the limits of every file, when it is the turn of `who`. */
export async function readFiguresFile(bytes: Uint8Array, today: string, who: string): Promise<MonthFigures[]> {
  const given: Given = { bytes, today }
  const url = new URL('./figures-thread.ts', import.meta.url)
  const { next, close } = await openReader<Message>(url, given, { who, patience: longestWait })
  try {
    const message = await next()
    if (message.kind === 'refused') throw new FileRefused(message.message)
    return message.months
  } finally {
    await close()
  }
}
