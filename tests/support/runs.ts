const onPostgres = Boolean(process.env.TEST_DATABASE_URL)

/** A property's share of so many runs: half on PGlite, half on PostgreSQL, never with the same seed. */
export function runs(total: number): { numRuns: number; seed: number } {
  const seed = 2 * Math.floor(Math.random() * 0x3fffffff)
  return { numRuns: Math.ceil(total / 2), seed: onPostgres ? seed + 1 : seed }
}
