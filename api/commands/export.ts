import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { folderTarget, zipFileTarget } from '../export/archive.ts'
import { recordInAudit } from '../export/audit.ts'
import { writeExport } from '../export/write-export.ts'
import { tokyoFileStamp } from '../lib/time.ts'
import { progressBar } from '../process/progress.ts'
import { openPictures, picturesOf, runScript, whichDatabase, withDatabase } from './database.ts'

// npm run export -- [--out folder | --out file.zip] [--health-days --reason …] [--data-dir .data] [--database-url …]
// Writes everything that is the club's as CSV files, with its pictures. Health days only on request, as sealed as
// they are.

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    'health-days': { type: 'boolean', default: false },
    reason: { type: 'string' },
    ...whichDatabase,
  },
})

await runScript(main)

async function main() {
  const now = new Date()
  const withHealthDays = values['health-days']
  const reason = values.reason?.trim() ?? ''
  if (withHealthDays && reason === '') {
    throw new Error('日次ログを含めるには理由が必要です: npm run export -- --health-days --reason "…"')
  }
  const out = resolve(values.out ?? `karada-desk-${tokyoFileStamp(now)}`)
  const bar = progressBar()
  await withDatabase(values, async ({ db }) => {
    const target = out.endsWith('.zip') ? await zipFileTarget(out) : await folderTarget(out)
    const storage = openPictures(picturesOf(values['data-dir']))
    const options = { storage, now, withHealthDays, onTable: bar }
    const manifest = await db
      .transaction(async (tx) => writeExport(tx, target, options), { isolationLevel: 'repeatable read' })
      .catch(async (error) => {
        await target.discard()
        throw error
      })
    await recordInAudit(db, { action: 'clubExported', manifest, now, reason: reason || null })
    for (const { label, rows } of manifest.files) {
      if (rows !== null) console.log(`${label}: ${rows.toLocaleString('ja-JP')}件`)
    }
    const pictures = manifest.files.filter(({ rows }) => rows === null).length
    console.log(
      `画像: ${pictures.toLocaleString('ja-JP')}件\n${out} に出力しました。個人情報です。暗号化した場所に保管してください。`,
    )
  })
}
