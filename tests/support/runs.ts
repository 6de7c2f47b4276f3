import { appendFileSync } from 'node:fs'

const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** File in which `npm run assault` collects counts; unset in other runs. */
const report = process.env.ASSAULT

export const isAssault = Boolean(report)

/** Number of attempts: small in the check, large in an assault. */
export const times = (inCheck: number, inAssault: number) => (isAssault ? inAssault : inCheck)

/** Adds a line to the assault's summary. */
export function tell(what: string) {
  if (report) appendFileSync(report, `${what} (${onPostgres ? 'PostgreSQL' : 'PGlite'})\n`)
}

/** A property's share of so many runs: half on PGlite, half on PostgreSQL, never with the same seed. */
export function runs(total: number): { numRuns: number; seed: number } {
  const seed = 2 * Math.floor(Math.random() * 0x3fffffff)
  return { numRuns: Math.ceil(times(total, 5 * total) / 2), seed: onPostgres ? seed + 1 : seed }
}
