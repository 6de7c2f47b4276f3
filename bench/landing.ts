import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '../api/db/client.ts'
import { idArray, rowsOf } from '../api/db/expressions.ts'
import { migrate } from '../api/db/migrate.ts'
import { readCourse } from '../api/figures/course.ts'
import { landingOf } from '../api/figures/forecast.ts'
import { addDays, monthOf, type Period } from '../api/figures/periods.ts'
import { readReach } from '../api/figures/reach.ts'
import { defaultSeed, seed } from '../api/seed/seed.ts'
import { printTable } from './figures.ts'

const days = [1, 5, 10, 15, 21, 25]

type Outcome = Record<'admissions' | 'withdrawals' | 'closing', number>

interface Errors extends Outcome {
  /** Lower bound of the error: mean deviation (Poisson) of the number of members still to join. */
  chance: number
}

/**
 * Backtest of 着地見込: forecasts for several days of the last twelve closed months, with the data known on those days,
 * compared with the actual values. Uses the demo's chain or an existing database.
 */
export async function benchLanding(databaseUrl?: string) {
  if (databaseUrl)
    return backtest('this chain', await openDatabase({ kind: 'postgres', url: databaseUrl, direct: true }))
  await backtest('the demo', await demo())
  await backtest('the same club with 9,000 members in 12 shops', await demo({ members: 9000, shops: 12 }))
}

async function backtest(name: string, database: Database) {
  try {
    const [reach] = await rowsOf<{ date: string; shops: string[] }>(
      database.db,
      sql`select data_date() as date, array(select id::text from shop) as shops`,
    )
    if (!reach?.date) throw new Error('There is no data.')
    const [year, month] = reach.date.split('-').map(Number) as [number, number]
    const months = Array.from({ length: 12 }, (_, back) => monthOf(year, month - 1 - back))
    const table = []
    for (const day of days) {
      const errors: Errors[] = []
      for (const one of months) errors.push(await errorsOn(database, reach.shops, one, day))
      const mean = (of: keyof Outcome) => {
        const sum = (size: (error: number) => number) => errors.reduce((total, error) => total + size(error[of]), 0)
        return `${((sum(Math.abs) / errors.length) * 100).toFixed(1)} % (${((sum((error) => error) / errors.length) * 100).toFixed(1)})`
      }
      const chance = errors.reduce((total, error) => total + error.chance, 0) / errors.length
      table.push({
        'on day': day,
        入会: mean('admissions'),
        'chance alone': `${(chance * 100).toFixed(1)} %`,
        退会: mean('withdrawals'),
        期末: mean('closing'),
      })
    }
    printTable(`着地見込 of twelve closed months of ${name}: mean absolute error (bias)`, table)
  } finally {
    await database.close()
  }
}

const yesterday = () => new Date(Date.now() + 9 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)

async function demo(size: { members?: number; shops?: number } = {}): Promise<Database> {
  const database = await openDatabase({ kind: 'pglite', dataDir: 'memory' })
  await migrate(database)
  await seed(database, { ...defaultSeed, ...size, until: yesterday() })
  return database
}

/** Error of that day's forecast, as a share of the actual value. */
async function errorsOn({ db }: Database, shopIds: readonly string[], month: Period, day: number): Promise<Errors> {
  const to = addDays(month.from, day - 1)
  const shops = idArray(shopIds)
  const [row] = await rowsOf<{ soFar: Outcome; came: Outcome; known: Omit<Outcome, 'closing'> }>(
    db,
    sql`
      select row_to_json(so_far) as "soFar", row_to_json(came) as came, row_to_json(known) as known
      from (select sum(admissions) as admissions, sum(withdrawals) as withdrawals,
            sum(closing) filter (where date = ${to}) as closing
          from shop_day where shop_id = any(${shops}) and date between ${month.from} and ${to}) so_far,
        (select sum(admissions) as admissions, sum(withdrawals) as withdrawals, sum(closing) as closing
          from shop_month where shop_id = any(${shops}) and month = ${month.from}) came,
        (select
            (select count(*) from membership_interval i join contract c on c.id = i.contract_id
              where i.starts_span and i.from_on > ${to} and i.from_on <= ${month.to}
                and c.contracted_on <= ${to}) as admissions,
            (select count(*) from membership_interval i join contract c on c.id = i.contract_id
              where i.ends_span and i.until_on > ${to} and i.until_on <= ${month.to}
                and c.cancel_requested_on <= ${to}) as withdrawals) known`,
  )
  if (!row) throw new Error('A sum has one row')
  const course = await readCourse(
    db,
    { shops, reach: await readReach(db, false, { shopIds: [], isChain: false }) },
    month,
    to,
    false,
  )
  const forecast = landingOf({ to, members: row.soFar }, month, row.known, [], course)
  const off = (of: keyof Outcome) => (forecast[of] - row.came[of]) / row.came[of]
  const toCome = Math.max(0, row.came.admissions - row.soFar.admissions - row.known.admissions)
  const chance = Math.sqrt((2 * toCome) / Math.PI) / row.came.admissions
  return { admissions: off('admissions'), withdrawals: off('withdrawals'), closing: off('closing'), chance }
}
