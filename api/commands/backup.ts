import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generateX25519Identity } from 'age-encryption'
import { BackupRefused, backupKeyOf, writeLines } from '../backup/file.ts'
import { differs, readBackup } from '../backup/read-backup.ts'
import { backupLines, requireThisVersion, type Written } from '../backup/write-backup.ts'
import { tokyoFileStamp } from '../lib/time.ts'
import { postgresUrlOf } from '../process/config.ts'
import { progressBar } from '../process/progress.ts'
import { openPictures, picturesOf, runScript, whichDatabase, withUnmigrated } from './database.ts'

// BACKUP_KEY=AGE-SECRET-KEY-1… npm run backup -- [--out file] [--data-dir .data] [--database-url …]
// npm run backup -- --new-key
// Writes everything into one encrypted file, and reads it back before it has its name. Exit code 0: it was read back.

const { values } = parseArgs({
  options: { out: { type: 'string' }, 'new-key': { type: 'boolean', default: false }, ...whichDatabase },
})

await runScript(main)

async function main() {
  if (values['new-key']) return console.log(await generateX25519Identity())
  const { identity, recipient } = await backupKeyOf(process.env.BACKUP_KEY)
  const now = new Date()
  const out = resolve(values.out ?? `karada-desk-${tokyoFileStamp(now)}.age`)
  if (existsSync(out)) throw new BackupRefused(`${out} はすでにあります。`)
  const isEmbedded = postgresUrlOf(values['database-url']) === null
  if (isEmbedded && !existsSync(join(values['data-dir'], 'db')))
    throw new BackupRefused(`${values['data-dir']} にデータベースがありません。`)
  const bar = progressBar()
  const part = `${out}.part`
  const written: Written = { tables: new Map(), pictures: 0, missing: 0 }
  try {
    await withUnmigrated(values, async (database) => {
      await requireThisVersion(database)
      const storage = openPictures(picturesOf(values['data-dir']))
      await database.db.transaction(
        (tx) =>
          writeLines(part, recipient, backupLines(tx, { kind: database.kind, storage, now, onTable: bar, written })),
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      )
    })
    bar(0.6, '読み直し')
    const read = await readBackup(part, identity)
    for (const [table, { rows, sum }] of written.tables) {
      const again = read.tables.get(table)
      if (again?.rows !== rows || again.sum !== sum) throw differs(table)
    }
    if (read.tables.size !== written.tables.size || read.pictures !== written.pictures)
      throw new BackupRefused('読み直したバックアップに、書いたものがすべてはありません。')
    await rename(part, out)
    bar(1, '完了')
    const count = (n: number) => n.toLocaleString('ja-JP')
    const rows = [...read.tables.values()].reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `${count(read.tables.size)}個の表の ${count(rows)}行と画像 ${count(read.pictures)}件を書き、すべて読み直して一致を確かめました（${count((await stat(out)).size)}バイト）。\n${out}`,
    )
    const keys = read.header.dailyLogKeys.map((key) => `「${key}」`).join('')
    console.log(
      `復元に必要な鍵: BACKUP_KEY（${recipient}）${keys && `、DAILY_LOG_KEYS の${keys}`}。別の場所に保管してください。`,
    )
    if (written.missing > 0) {
      console.error(
        `データにある画像のうち ${count(written.missing)}件が、画像のフォルダーにありません。STORAGE_URL を確かめてください。ほかはすべてバックアップにあります。`,
      )
      process.exitCode = 1
    }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
