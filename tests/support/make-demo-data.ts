import { createSupervisor, seededFolder } from './stack.ts'

// What the browser's tests begin with, for `npm test` to make while nothing else needs this core.

const supervisor = createSupervisor()
await seededFolder(supervisor).finally(() => supervisor.stop())
