import { parseArgs } from 'node:util'
import { runScript, whichDatabase, withDatabase } from './database.ts'

// MIGRATE_DATABASE_URL=postgres://… npm run migrate -- [--data-dir .data] [--database-url …]
// Brings the database to this version, with the settings of its sessions. The API does the same when it starts.

const { values } = parseArgs({ options: whichDatabase })

await runScript(() =>
  withDatabase(values, async () => {
    console.log('データベースをこの版に更新しました。')
  }),
)
