import type { Db } from '../db/client.ts'
import { modulesIn } from '../lib/modules.ts'
import { type Day, toIso } from './calendar.ts'
import { staffIdOf } from './club.ts'

/** What an area adds to a chain that has shops and staff, and no members yet. */
export type AreaSeed = (tx: Db, chain: { until: Day; shopCount: number }) => Promise<void>

/** Runs `seed` of every `areas/<area>.ts`, by name. */
export const insertAreas: AreaSeed = async (tx, chain) => {
  for (const { seed } of await modulesIn<{ seed: AreaSeed }>(new URL('areas/', import.meta.url))) await seed(tx, chain)
}

/** 10:00 on a day of an area's seed, in Tokyo; days from today, which is the day after the data. */
export const morningOf = (until: Day, days: number) => new Date(`${toIso(until + 1 + days)}T10:00:00+09:00`)

/** The author columns of a row that an account wrote then. */
export const writtenBy = (login: string, at: Date) => {
  const staffId = staffIdOf(login)
  return { createdBy: staffId, updatedBy: staffId, createdAt: at, updatedAt: at }
}
