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

/** So many runs of a property on an engine, five times as many in an assault, with a seed of its own that a failure prints. */
export const runs = (total: number) => ({
  numRuns: times(total, 5 * total),
  seed: Math.floor(Math.random() * 0x7fffffff),
})
