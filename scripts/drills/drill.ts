import { existsSync } from 'node:fs'
import type { Supervisor } from '../lib/processes.mjs'
import { bold, dim, green, Refusal, red, say, table } from '../lib/terminal.mjs'

/** What a drill works with: programs that end with it, and a record of what it did and measured. */
export interface Drilling {
  supervisor: Supervisor
  /** Prints what is done next, with the seconds since the start. */
  step(text: string): void
  /** A measured figure of the table at the end. */
  figure(name: string, value: string | number): void
  /** What must be true: printed either way, and the drill fails unless it is. */
  must(isTrue: boolean, sentence: string): void
}

export interface Drill {
  title: string
  /** It is ended as failed after so many seconds. */
  limit: number
  run(drilling: Drilling): Promise<void>
}

/** Runs one drill and prints its figures. @returns false where something was not true, or it took too long */
export async function runDrill({ title, limit, run }: Drill, supervisor: Supervisor): Promise<boolean> {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  const figures: string[][] = []
  const failures: string[] = []
  say(bold(`▸ ${title}`))
  const work = run({
    supervisor,
    step: (text) => say(`${dim(`${seconds().padStart(6)} s`)}  ${text}`),
    figure: (name, value) => figures.push([name, String(value)]),
    must: (isTrue, sentence) => {
      say(`          ${isTrue ? green('✓') : red('✗')} ${sentence}`)
      if (!isTrue) failures.push(sentence)
    },
  })
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal(`${title}: not finished after ${limit} s.`)), limit * 1000)
  })
  await Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
  if (figures.length) say(`\n${table(figures)}`)
  say(`\n${failures.length ? red(`✗ ${failures.length} not true`) : green('✓ drilled')} ${dim(`${seconds()} s`)}`)
  return failures.length === 0
}

/** A drill that cannot run is never a success: says what to install. @param file an absolute path of the program */
export function needProgram(file: string, debianPackage: string): string {
  if (existsSync(file)) return file
  throw new Refusal(`${file} is missing: install ${debianPackage}.`)
}
