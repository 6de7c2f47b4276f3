import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

/** What drills have in common. */
const parts = new Set(['drill', 'load', 'processes'])

/** The drills that there are. */
export const drillNames = () =>
  readdirSync(join(root, 'scripts', 'drills'))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !parts.has(name))
