import { parentPort, workerData } from 'node:worker_threads'
import { FileRefused } from '../../import/refusal.ts'
import { type MonthFigures, readFigures } from './read-figures.ts'

// A workbook takes seconds of work, which the API's own thread needs for others.

export interface Given {
  bytes: Uint8Array
  today: string
}

export type Message = { kind: 'refused'; message: string } | { kind: 'months'; months: MonthFigures[] }

const { bytes, today } = workerData as Given
const message = await readFigures(bytes, today).then(
  (months): Message => ({ kind: 'months', months }),
  (error): Message => {
    if (!(error instanceof FileRefused)) throw error
    return { kind: 'refused', message: error.message }
  },
)
parentPort?.postMessage(message)
