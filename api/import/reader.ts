import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ApiError } from '#contract/errors.ts'
import { createTurns } from '../lib/turns.ts'
import { FileRefused } from './refusal.ts'

/** What reading one file may take; more ends its thread. */
export interface ReadingLimits {
  /** Of the thread's CPU: another's work does not count. An ordinary file takes two. */
  seconds: number
  /** Of memory, on the heap and outside of it; of both readers together 1 GB. */
  megabytes: number
}

/** The owner of the file, and what ends its reading. */
export interface Reading {
  who: string
  /** Milliseconds to wait for a turn. */
  patience?: number | undefined
  limits?: ReadingLimits | undefined
  signal?: AbortSignal | undefined
}

const usual: ReadingLimits = { seconds: 30, megabytes: 512 }
/** Of those, young objects, and what is on the thread's stack. */
const besidesOldMegabytes = 64
const lookEveryMilliseconds = 250

const tooLong = 'ファイルを読むのに時間がかかりすぎるため、中止しました。CSVで保存するか、いくつかに分けてください。'
const tooMuch = 'ファイルの行か列が多すぎて読めません。いくつかに分けてください。'

// One file of a person at a time, two in all: whoever brings a second one waits in their own line, not in everybody's.
const ofOne = createTurns({ atOnce: 1, waiting: 30 })
const ofAll = createTurns({ atOnce: 2, waiting: 1000 })

/**
 * Resolves when it is the turn of a file of `who`, with what ends it. Refused as busy after `patience` milliseconds;
 * omitted: whoever waits is a job.
 */
export function turnToRead(who: string, patience?: number): Promise<() => void> {
  return new Promise((begin, refuse) => {
    let hasLeft = false
    const late =
      patience !== undefined &&
      setTimeout(() => {
        hasLeft = true
        refuse(new ApiError('busy', { retryAfter: 5 }))
      }, patience)
    const inTurn = () =>
      new Promise<void>((end) => {
        if (late) clearTimeout(late)
        if (hasLeft) end()
        else begin(end)
      })
    ofOne(who, () => ofAll('all', inTurn)).catch(refuse)
  })
}

/** A thread that reads one file. */
export interface Reader<Message> {
  /** Its next message. Throws `FileRefused` once the file takes more than it may. */
  next(): Promise<Message>
  post(message: unknown): void
  close(): Promise<void>
}

/**
 * Starts the thread `url`, which reads one file, when it is the file's turn. Its CPU and memory are looked at from
 * outside, so that a loop ends too.
 */
export async function openReader<Message>(
  url: URL,
  workerData: object,
  { who, patience, limits = usual, signal }: Reading,
): Promise<Reader<Message>> {
  const endTurn = await turnToRead(who, patience)
  if (signal?.aborted) {
    endTurn()
    throw signal.reason
  }
  const worker = new Worker(url, {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes - besidesOldMegabytes, maxYoungGenerationSizeMb: 32 },
  })
  const { promise: over, reject: giveUp } = Promise.withResolvers<never>()
  over.catch(() => {})
  worker.on('error', (error: NodeJS.ErrnoException) =>
    giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileRefused(tooMuch) : error),
  )
  const cancel = () => {
    giveUp(signal?.reason)
    void worker.terminate()
  }
  signal?.addEventListener('abort', cancel)
  const watching = setInterval(async () => {
    const excess = await excessOf(worker, limits).catch(() => null)
    if (excess === null) return
    giveUp(new FileRefused(excess))
    await worker.terminate()
  }, lookEveryMilliseconds).unref()
  worker.once('exit', () => {
    clearInterval(watching)
    signal?.removeEventListener('abort', cancel)
    endTurn()
    // Its last message may come in the same turn of the event loop, and is taken first.
    setImmediate(() => giveUp(new Error('The thread of a file ended')))
  })
  return {
    next: async () => {
      const [message] = await Promise.race([once(worker, 'message'), over])
      return message
    },
    post: (message) => worker.postMessage(message),
    close: async () => void (await worker.terminate()),
  }
}

/** The sentence for a thread that has taken more than it may. */
async function excessOf(worker: Worker, { seconds, megabytes }: ReadingLimits): Promise<string | null> {
  const [{ user, system }, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()])
  if ((user + system) / 1e6 > seconds) return tooLong
  return (heap.used_heap_size + heap.external_memory) / 1e6 > megabytes ? tooMuch : null
}
