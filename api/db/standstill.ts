import { Worker } from 'node:worker_threads'

/** What the two threads share: the count goes on while the first one answers. */
export interface Watched {
  beats: Int32Array
  folder: string
}

/**
 * Ends this process, with a line that says why, once it has stood still for half a minute and the folder's disk is full.
 * PGlite stands so for ever when a commit's log finds no room: nothing else in the process can end it any more, and
 * whoever started it can start it again (decision 0030). Answers how to stop watching.
 */
export function endOnStandstill(folder: string): () => Promise<void> {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const timer = setInterval(() => Atomics.add(beats, 0, 1), 1000).unref()
  const workerData: Watched = { beats, folder }
  const worker = new Worker(new URL('./standstill-worker.ts', import.meta.url), { workerData, execArgv: [] })
  worker.unref()
  return async () => {
    clearInterval(timer)
    await worker.terminate()
  }
}
