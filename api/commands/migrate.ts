import { parseArgs } from 'node:util'
import { runScript, whichDatabase, withDatabase } from './database.ts'

// MIGRATE_DATABASE_URL=postgres://… npm run migrate -- [--data-dir .data] [--database-url …]
// Brings the database to this version, with the settings of its sessions, while processes of the version before go on. In
// production nothing else does; elsewhere the API does the same when it starts. `--back`: from a newer version, once all
// its processes are stopped; refused where that one has other migrations.

const { values } = parseArgs({ options: { ...whichDatabase, back: { type: 'boolean', default: false } } })

await runScript(() =>
  withDatabase(
    values,
    async () => {
      console.log('データベースをこの版に更新しました。')
    },
    { back: values.back },
  ),
)
