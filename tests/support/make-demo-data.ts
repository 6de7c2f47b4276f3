import './day-of-stories.mjs'
import { createSupervisor, seededFolder } from './stack.ts'

// Creates the browser tests' data, which `npm test` runs while a core is idle.

const supervisor = createSupervisor()
await seededFolder(supervisor).finally(() => supervisor.stop())
