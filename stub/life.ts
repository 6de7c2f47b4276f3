import type { Contracts } from './contracts.ts'
import type { Ledger } from './ledger.ts'
import { bookingVerbs } from './life/bookings.ts'
import { contractVerbs } from './life/contracts.ts'
import { memberVerbs } from './life/members.ts'
import { saleVerbs } from './life/sales.ts'
import type { Traps } from './traps.ts'
import type { World } from './world.ts'

export interface Living {
  world: World
  ledger: Ledger
  contracts: Contracts
  traps: Traps
  /** Text of Tokyo. */
  now: () => string
  /** Tells whoever listens of a change. */
  tell: (event: { type: string } & Record<string, unknown>) => void
}

/**
 * What happens in a club. Each verb changes its own records only, at the clock's time, and answers null where it cannot
 * happen: nothing is changed then.
 */
export const createLife = (living: Living) => ({
  ...memberVerbs(living),
  ...contractVerbs(living),
  ...bookingVerbs(living),
  ...saleVerbs(living),
})
export type Life = ReturnType<typeof createLife>
