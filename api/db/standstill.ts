import { Worker } from 'node:worker_threads'

/** Shared by the two threads: the main thread keeps increasing the counter while it responds. */
export interface Watched {
  beats: Int32Array
  folder: string
}

/**
 * Ends this process with an error message once it has hung for half a minute while the folder's disk is full. PGlite
 * hangs forever when a commit's log finds no space; nothing else in the process can end it then, and a supervisor can
 * restart it (decision 0030). Returns the function that stops watching.
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
