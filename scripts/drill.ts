// `npm run drill -- NAME`: one drill of operations against real programs, of this machine only; prints what it did and
// its figures. Without a name: which there are.
import { type Drill, runDrill } from './drills/drill.ts'
import { drillNames } from './lib/drills.mjs'
import { createSupervisor } from './lib/processes.mjs'
import { complain, Refusal, red, say } from './lib/terminal.mjs'

const supervisor = createSupervisor()

try {
  const name = process.argv[2] ?? ''
  if (!drillNames().includes(name)) {
    say(`npm run drill -- NAME\n${drillNames().join('\n')}`)
    await supervisor.exit(1)
  }
  const { drill } = (await import(`./drills/${name}.ts`)) as { drill: Drill }
  await supervisor.exit((await runDrill(drill, supervisor)) ? 0 : 1)
} catch (error) {
  complain(error instanceof Refusal ? red(error.message) : String(error instanceof Error ? error.stack : error))
  await supervisor.exit(1)
}
