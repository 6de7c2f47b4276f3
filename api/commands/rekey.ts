import { parseArgs } from 'node:util'
import { logKinds } from '#contract/words/daily-log.ts'
import { resealAll, type Unopened } from '../daily-logs/reseal.ts'
import { sealingOfKeys } from '../process/config.ts'
import { progressBar } from '../process/progress.ts'
import { resealConnection } from '../sync/connection.ts'
import { resealRows } from '../sync/kept-rows.ts'
import { slashed } from '../wire/csv.ts'
import { runScript, whichDatabase, withDatabase } from './database.ts'

// DAILY_LOG_KEYS=new:…,old:… npm run rekey -- [--data-dir .data] [--database-url …]
// Re-encrypts the daily logs, and the club system's tokens and rows, that use an older key with the first key. Can be stopped and run again. A row that cannot
// be decrypted stays unchanged, with exit code 1.

const { values } = parseArgs({
  options: {
    ...whichDatabase,
  },
})

const connectionSentence =
  '会員管理システムの許可は、DAILY_LOG_KEYS のどの鍵でも開けません。変更していません。鍵を追加してもう一度実行するか、画面で接続し直してください。'

const keptSentence = (rows: number) =>
  `会員管理システムから届いた ${rows.toLocaleString('ja-JP')}件は、DAILY_LOG_KEYS のどの鍵でも開けません。変更していません。鍵を追加してもう一度実行してください。`

await runScript(main)

async function main() {
  const sealing = sealingOfKeys(process.env.DAILY_LOG_KEYS)
  const bar = progressBar()
  await withDatabase(values, async (database) => {
    await database.alone(async () => {
      const { days, weeks, unopened } = await resealAll(database.db, sealing, (done) => bar(done, '暗号化'))
      const count = (rows: number) => rows.toLocaleString('ja-JP')
      console.log(
        `日次ログ ${count(days)}件と週の集計 ${count(weeks)}件を、鍵「${sealing.keyId}」で暗号化し直しました。`,
      )
      const connection = await resealConnection(database.db, sealing)
      if (connection === 'resealed') console.log('会員管理システムの許可も暗号化し直しました。')
      if (connection === 'unopened') console.error(connectionSentence)
      const kept = await resealRows(database.db, sealing)
      if (kept.resealed > 0) console.log(`会員管理システムから届いた ${count(kept.resealed)}件も暗号化し直しました。`)
      if (kept.unopened > 0) console.error(keptSentence(kept.unopened))
      for (const left of unopened) console.error(sentenceOf(left))
      if (unopened.length > 0 || connection === 'unopened' || kept.unopened > 0) process.exitCode = 1
      else if (sealing.keyIds.length > 1) {
        const older = sealing.keyIds.slice(1).map((keyId) => `「${keyId}」`)
        console.log(`古い鍵${older.join('')}を使う記録はありません。DAILY_LOG_KEYS から外せます。`)
      }
    })
  })
}

function sentenceOf({ keyId, isKnown, rows, first }: Unopened): string {
  const what = `鍵「${keyId}」で暗号化された ${rows.toLocaleString('ja-JP')}件（${slashed(first.day)} ${logKinds[first.kind]} など）`
  return isKnown
    ? `${what}は、鍵が違うか記録が書き換えられているため開けません。変更していません。`
    : `${what}は、DAILY_LOG_KEYS に鍵「${keyId}」がないため開けません。変更していません。鍵を追加してもう一度実行してください。`
}
