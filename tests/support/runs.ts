import { appendFileSync } from 'node:fs'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** The file that `npm run assault` gathers counts in; unset in every other run. */
const report = process.env.ASSAULT

export const isAssault = Boolean(report)

/** How often something is tried: in the check as often as its time allows, in an assault as often as it takes. */
export const times = (inCheck: number, inAssault: number) => (isAssault ? inAssault : inCheck)

/** Says in the assault's summary what was tried, and how often. */
export function tell(what: string) {
  if (report) appendFileSync(report, `${what} (${onPostgres ? 'PostgreSQL' : 'PGlite'})\n`)
}

/** A property's share of so many runs: half on PGlite, half on PostgreSQL, never with the same seed. */
export function runs(total: number): { numRuns: number; seed: number } {
  const seed = 2 * Math.floor(Math.random() * 0x3fffffff)
  return { numRuns: Math.ceil(times(total, 5 * total) / 2), seed: onPostgres ? seed + 1 : seed }
}
