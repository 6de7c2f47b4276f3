import { parseArgs } from 'node:util'
import { requireKind } from '../db/data-dir.ts'
import { identityOf } from '../identity/configured.ts'
import { openWelcome } from '../identity/welcome.ts'
import { ConfigError, readConfig } from '../process/config.ts'
import { runScript, withDatabase } from './database.ts'

// npm run init
// Prints the link by which the first admin of an empty product is made, with the API's own settings: once, within an hour,
// and only while there are no staff. Another run replaces the link. `--quiet` prints the link alone, or nothing.

const { values } = parseArgs({ options: { quiet: { type: 'boolean', default: false } } })

await runScript(main)

async function main() {
  const config = readConfig(process.env)
  if (config.environment === 'demo') {
    throw new ConfigError('デモには管理者がいます。init は APP_ENV=trial か production で実行してください。')
  }
  // A key that cannot sign would be noticed only after the admin has been made.
  await (await identityOf(config)).customToken('staff-0', 'init', new Date())
  if (!config.databaseUrl) requireKind(config.dataDir, config.environment)
  const which = { 'data-dir': config.dataDir, 'database-url': config.migrateUrl ?? '' }
  await withDatabase(which, async ({ db }) => {
    const token = await openWelcome(db, new Date())
    if (token !== null) {
      const link = `${config.appUrl}/welcome#${token}`
      console.log(values.quiet ? link : `最初の管理者を登録するリンク（1時間有効、1回限り）:\n${link}`)
    } else if (!values.quiet) {
      throw new Error(
        'このデータベースにはすでにスタッフがいるため、リンクは作成しません。ログインできる管理者がいない場合の手順は docs/operations.md にあります。',
      )
    }
  })
}
