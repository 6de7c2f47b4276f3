import type { Db } from '../db/client.ts'
import { modulesIn } from '../lib/modules.ts'
import type { Day } from './calendar.ts'

/** What an area adds to a chain that has shops and staff, and no members yet. */
export type AreaSeed = (tx: Db, chain: { until: Day; shopCount: number }) => Promise<void>

/** Runs `seed` of every `areas/<area>.ts`, by name. */
export const insertAreas: AreaSeed = async (tx, chain) => {
  for (const { seed } of await modulesIn<{ seed: AreaSeed }>(new URL('areas/', import.meta.url))) await seed(tx, chain)
}
