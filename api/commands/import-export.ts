import { openSource } from '../export/archive.ts'
import { recordInAudit } from '../export/audit.ts'
import { checkExport } from '../export/read-export.ts'
import { restoreExport } from '../export/restore.ts'
import { demoSealing } from '../lib/sealing.ts'
import { sealingOfKeys } from '../process/config.ts'
import { progressBar } from '../process/progress.ts'
import { openPictures, picturesOf, type WhichDatabase, withDatabase } from './database.ts'

/** Reads an export into a product without members and facts: checked as a whole, then written in one transaction. */
export async function restoreFromExport(which: WhichDatabase, path: string): Promise<void> {
  const source = await openSource(path)
  try {
    console.log('ファイルを確認しています。')
    const checked = await checkExport(source, sealingOf(process.env))
    const bar = progressBar()
    await withDatabase(which, async ({ db }) => {
      const now = new Date()
      const options = { storage: openPictures(picturesOf(which['data-dir'])), now, onPart: bar }
      await db.transaction(async (tx) => {
        await restoreExport(tx, source, checked, options)
        await recordInAudit(tx, { action: 'clubRestored', manifest: checked.manifest, now, reason: null })
      })
      await db.execute('analyze')
    })
    console.log(
      '取り込みました。スタッフは「待機中」です。スタッフの画面から招待してください。ステップメールは停止しています。',
    )
  } finally {
    await source.close()
  }
}

function sealingOf({ DAILY_LOG_KEYS, APP_ENV }: NodeJS.ProcessEnv) {
  if (DAILY_LOG_KEYS) return sealingOfKeys(DAILY_LOG_KEYS)
  return APP_ENV === 'demo' ? demoSealing : null
}
