import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** Where Linux counts for a group of processes, in cgroups of version 1 and 2, with the seconds of one unit. */
const counters = [
  { root: '/sys/fs/cgroup/cpuacct', file: 'cpuacct.usage', unit: 1e-9 },
  { root: '/sys/fs/cgroup', file: 'cpu.stat', unit: 1e-6 },
]

/**
 * Seconds of CPU that this process and all that it starts from here on have taken, also those that nobody waits for, such
 * as the pages of a browser. Where no group can be made, those of the whole machine: `isOwn` says which.
 * @returns {{ seconds: () => number, isOwn: boolean }}
 */
export function countCpuTime() {
  for (const { root, file, unit } of counters) {
    const group = join(root, `check-${process.pid}`)
    try {
      mkdirSync(group)
      writeFileSync(join(group, 'cgroup.procs'), String(process.pid))
      process.on('exit', () => leave(root, group))
      const counter = join(group, file)
      return { seconds: () => Number(/\d+/.exec(readFileSync(counter, 'utf8'))?.[0]) * unit, isOwn: true }
    } catch {
      // Not Linux, not root, or another version.
    }
  }
  const all = () => cpus().reduce((sum, { times: { user, nice, sys } }) => sum + user + nice + sys, 0) / 1000
  return { seconds: all, isOwn: false }
}

/** @param {string} root @param {string} group */
function leave(root, group) {
  try {
    writeFileSync(join(root, 'cgroup.procs'), String(process.pid))
    rmdirSync(group)
  } catch {
    // Something still runs in it; it is empty afterwards and costs nothing.
  }
}
