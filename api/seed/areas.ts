import { readdirSync } from 'node:fs'
import type { Db } from '../db/client.ts'
import type { Day } from './calendar.ts'

/** What an area adds to a chain that has shops and staff, and no members yet. */
export type AreaSeed = (tx: Db, chain: { until: Day; shopCount: number }) => Promise<void>

const folder = new URL('areas/', import.meta.url)

/** Runs `seed` of every `areas/<area>.ts`, by name. */
export const insertAreas: AreaSeed = async (tx, chain) => {
  for (const file of readdirSync(folder).sort()) {
    const { seed }: { seed: AreaSeed } = await import(new URL(file, folder).href)
    await seed(tx, chain)
  }
}
