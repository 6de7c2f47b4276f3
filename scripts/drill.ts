// `npm run drill -- NAME`: one drill of operations against real programs, of this machine only; prints what it did and
// its figures. Without a name: which there are.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Drill, runDrill } from './drills/drill.ts'
import { createSupervisor } from './lib/processes.mjs'
import { complain, Refusal, red, say } from './lib/terminal.mjs'

const folder = join(import.meta.dirname, 'drills')
/** Files of the folder that are no drill. */
const parts = new Set(['drill', 'load'])
const supervisor = createSupervisor()

try {
  const name = process.argv[2] ?? ''
  const file = join(folder, `${name}.ts`)
  if (!/^[a-z-]+$/.test(name) || parts.has(name) || !existsSync(file)) {
    const names = readdirSync(folder).map((one) => one.replace(/\.ts$/, ''))
    say(`npm run drill -- NAME\n${names.filter((one) => !parts.has(one)).join('\n')}`)
    await supervisor.exit(1)
  }
  const { drill } = (await import(file)) as { drill: Drill }
  await supervisor.exit((await runDrill(drill, supervisor)) ? 0 : 1)
} catch (error) {
  complain(error instanceof Refusal ? red(error.message) : String(error instanceof Error ? error.stack : error))
  await supervisor.exit(1)
}
