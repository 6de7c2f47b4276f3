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

/** Of random values: the same in every check, a new one in an assault, where a failure prints it. */
export const seed = isAssault ? Math.floor(Math.random() * 0x7fffffff) : 1

/** So many runs of a property on an engine, five times as many in an assault. */
export const runs = (total: number) => ({ numRuns: times(total, 5 * total), seed })
