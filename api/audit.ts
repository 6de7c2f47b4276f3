import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { postgresUrlOf } from './config.ts'
import { openDatabase } from './db/client.ts'
import { holdDataDir } from './db/data-dir.ts'
import { rowsOf } from './db/expressions.ts'
import { migrate } from './db/migrate.ts'

// npm run audit -- --check [--data-dir .data] [--database-url …]
// Reads the audit log from its first row on and names the first that does not follow from the one before it, with exit
// code 1. Nothing is written but what is due of the schema.

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: process.env.DATA_DIR ?? '.data' },
    'database-url': { type: 'string', default: process.env.DATABASE_URL },
  },
})

try {
  if (!values.check) throw new Error('操作履歴を検査するには --check を付けてください。')
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

interface Found {
  rows: number
  broken: number | null
  /** Of the broken row, where it is still there. */
  at: string | null
  action: string | null
}

async function main() {
  const url = postgresUrlOf(values['database-url'])
  const release = url ? () => {} : holdDataDir(values['data-dir'])
  const database = await openDatabase(
    url ? { kind: 'postgres', url } : { kind: 'pglite', dataDir: join(values['data-dir'], 'db') },
  )
  try {
    await migrate(database)
    await database.alone(async () => {
      const [found] = await rowsOf<Found>(
        database.db,
        sql`
          select (select count(*) from audit_log) as rows, broken, a.action,
            to_char(a.at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS') as at
          from audit_log_first_break() as broken left join audit_log a on a.seq = broken`,
      )
      if (!found) throw new Error('A check has one row')
      const { rows, broken, at, action } = found
      if (broken === null) console.log(`操作履歴 ${rows.toLocaleString('ja-JP')}件はすべてつながっています。`)
      else {
        const row = at === null ? '（記録がありません）' : `（${at} ${action}）`
        console.log(`操作履歴の番号 ${broken}${row}から先の記録が、前の記録とつながりません。`)
        process.exitCode = 1
      }
    })
  } finally {
    await database.close()
    release()
  }
}
