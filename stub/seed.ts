import type { Ledger } from './ledger.ts'
import { createMasters } from './masters.ts'
import { createRandom } from './random.ts'
import { seedLessons } from './seed-lessons.ts'
import { seedMembers } from './seed-members.ts'
import { seedSales } from './seed-sales.ts'
import type { Traps } from './traps.ts'
import type { World } from './world.ts'

export interface SeedOptions {
  members?: number
  studios?: number
  /** Another number, another club. */
  seed?: number
  /** Of sales, lessons and bookings, before today. */
  months?: number
}

/** A chain with its past, the same for the same day and options. Without members no day is asked for. */
export function createWorld(options: SeedOptions, day: () => string, ledger: Ledger, traps: Traps): World {
  const { members = 2000, studios = 6, seed = 1, months = 3 } = options
  const world = createMasters(studios)
  if (members === 0 || studios === 0) return world
  const random = createRandom(seed)
  const seeding = { world, ledger, traps, random, today: day(), months }
  seedMembers(seeding, members)
  seedSales(seeding)
  seedLessons(seeding)
  return world
}

export interface Seeding {
  world: World
  ledger: Ledger
  traps: Traps
  random: ReturnType<typeof createRandom>
  today: string
  months: number
}
