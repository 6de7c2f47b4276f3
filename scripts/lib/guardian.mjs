// Outlives the supervisor by a moment: when its end of the pipe closes, every group still on the list is ended.
import { createInterface } from 'node:readline'

const groups = new Set()
const lines = createInterface({ input: process.stdin })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

lines.on('line', (line) => {
  const pid = Number(line.slice(1))
  if (line.startsWith('+')) groups.add(pid)
  else groups.delete(pid)
})
lines.on('close', () => {
  for (const pid of groups) {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
  process.exit(0)
})
