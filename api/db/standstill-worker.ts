import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { hasRoom } from '../process/disk.ts'
import type { Watched } from './standstill.ts'

const patienceSeconds = 30
const { beats, folder } = workerData as Watched
let last = -1
let still = 0

setInterval(async () => {
  const now = Atomics.load(beats, 0)
  still = now === last ? still + 1 : 0
  last = now
  if (still < patienceSeconds || (await hasRoom(folder).catch(() => true))) return
  writeSync(
    2,
    `${folder} のディスクに空きがなく、データベースが停止したため終了します。空きを増やして起動し直してください。\n`,
  )
  process.kill(process.pid, 'SIGKILL')
}, 1000)
