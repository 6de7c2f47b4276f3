/** Progress, 0–1, and the current step, in Japanese. */
export type OnProgress = (done: number, label: string) => void

const width = 30

/** A progress bar that redraws its line on a terminal; elsewhere one plain line per step and per tenth. */
export function progressBar(out: NodeJS.WriteStream = process.stdout): OnProgress {
  let last = ''
  return (done, label) => {
    const percent = Math.floor(done * 100)
    if (out.isTTY) {
      const filled = Math.round(done * width)
      out.write(`\r\x1b[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${String(percent).padStart(3)}% ${label}`)
      if (done >= 1) out.write('\n')
      return
    }
    const step = `${Math.floor(percent / 10)} ${label}`
    if (step !== last) out.write(`${String(percent).padStart(3)}% ${label}\n`)
    last = step
  }
}
