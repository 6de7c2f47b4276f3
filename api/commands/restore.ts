import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupRefused, backupKeyOf } from '../backup/file.ts'
import { readBackup } from '../backup/read-backup.ts'
import { requireEmpty, requireKnownVersion, requireNoPictures, restoreBackup } from '../backup/restore-backup.ts'
import { sealingWith } from '../lib/sealing.ts'
import { postgresUrlOf } from '../process/config.ts'
import { progressBar } from '../process/progress.ts'
import { auditChain, chainSentence } from '../resources/audit/chain.ts'
import { openPictures, picturesOf, runScript, whichDatabase, withUnmigrated } from './database.ts'

// BACKUP_KEY=… npm run restore -- --from file [--in-its-place] [--data-dir folder] [--database-url …]
// npm run restore -- --from file --check
// Reads a backup into an empty database, as a copy that sends and draws nothing; --in-its-place: the product that it
// comes from is gone, and what waited goes on. Whatever is there already is never written to.

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    check: { type: 'boolean', default: false },
    'in-its-place': { type: 'boolean', default: false },
    ...whichDatabase,
  },
})

await runScript(main)

async function main() {
  const path = values.from
  if (path === undefined) throw new BackupRefused('--from にバックアップのファイルを指定してください。')
  const { identity } = await backupKeyOf(process.env.BACKUP_KEY)
  const folder = values['data-dir']
  const isEmbedded = postgresUrlOf(values['database-url']) === null
  if (!values.check && isEmbedded && existsSync(join(folder, 'db')))
    throw new BackupRefused(
      `データフォルダー ${folder} にはすでにデータベースがあります。新しいフォルダーを --data-dir に指定してください。何も変わっていません。`,
    )
  console.log('バックアップを最後まで読んで確かめています。')
  const checked = await readBackup(path, identity)
  const rows = [...checked.tables.values()].reduce((sum, table) => sum + table.rows, 0).toLocaleString('ja-JP')
  const content = `${checked.header.takenAt} のバックアップ: ${checked.tables.size}個の表の ${rows}行、画像 ${checked.pictures}件`
  console.log(content)
  requireKnownVersion(checked.header)
  requireKeys(checked.header.dailyLogKeys)
  if (values.check) return console.log('すべて読めました。')
  const storage = openPictures(picturesOf(folder))
  // Before the database, which a refusal would leave in the folder.
  await requireNoPictures(storage)
  const inItsPlace = values['in-its-place']
  await withUnmigrated(values, async (database) => {
    await requireEmpty(database)
    const options = { path, identity, checked, storage, now: new Date(), inItsPlace, onPart: progressBar() }
    await restoreBackup(database, options)
    const chain = await auditChain(database.db)
    console.log(chainSentence(chain))
    if (chain.broken !== null) process.exitCode = 1
  })
  console.log(
    inItsPlace
      ? '復元し、すべての表の行がバックアップと一致しました。待っていたメールと処理は、起動すると続きます。元の製品を起動しないでください。'
      : '写しとして復元し、すべての表の行がバックアップと一致しました。待っていたメールとステップメールは止め、会員管理システムの許可と月曜の一枚の登録は消してあります。',
  )
}

/** Without these keys health data would be restored, and lost. */
function requireKeys(wanted: readonly string[]) {
  const known = sealingWith(process.env.DAILY_LOG_KEYS ?? '')?.keyIds ?? []
  const missing = wanted.filter((key) => key !== 'demo' && !known.includes(key))
  if (missing.length > 0)
    throw new BackupRefused(
      `健康情報の鍵「${missing.join('」「')}」が DAILY_LOG_KEYS にありません。この鍵がないと、復元しても開けません。何も変わっていません。`,
    )
}
