import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { zDay } from '#contract/common.ts'
import {
  firstAnswers,
  type ImportKind,
  importDays,
  importKinds,
  type PreviousContracts,
  previousContracts,
} from '#contract/words/import.ts'
import type { Db } from '../db/client.ts'
import { importFile } from '../db/schema/import.ts'
import { checkRows, shopNames } from '../import/check.ts'
import { expiryOf } from '../import/files.ts'
import { kindsOfRows } from '../import/kinds.ts'
import { readFile } from '../import/read-file.ts'
import { differenceText } from '../import/report.ts'
import { refuseLarge } from '../import/table.ts'
import { tokyoDayOf } from '../lib/time.ts'
import { runScript, whichDatabase, withDatabase } from './database.ts'
import { restoreFromExport } from './import-export.ts'

// npm run import -- [--kind contract] [--check | --write] [--overwrite] [--leavers-from 2025-04-01] [--last-day-whole] [--previous end|both] members.csv [--data-dir .data] [--database-url …]
// npm run import -- --undo 12
// npm run import -- --export folder-or-zip
// Reads a file of members, or of another kind, and prints what it would change; with --write it changes it, in one transaction.

const { values, positionals } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    overwrite: { type: 'boolean', default: false },
    'leavers-from': { type: 'string' },
    'last-day-whole': { type: 'boolean', default: false },
    previous: { type: 'string' },
    kind: { type: 'string', default: 'member' },
    undo: { type: 'string' },
    export: { type: 'string' },
    ...whichDatabase,
  },
  allowPositionals: true,
})

const usage =
  '使い方: npm run import -- 会員.csv（確認のみ）、--write 会員.csv（取り込み）、--kind contract --write 契約.csv（契約の取り込み）、--undo 番号（取り込みの取り消し）、--export フォルダーかzip（出力した全データ）'

await runScript(main)

async function main() {
  if (values.export !== undefined) return restoreFromExport(values, values.export)
  const [file, ...others] = positionals
  const isUndo = values.undo !== undefined
  const isClear = isUndo ? file === undefined && /^\d{1,9}$/.test(values.undo ?? '') : file !== undefined
  if (!isClear || others.length > 0 || (values.check && values.write)) throw new Error(usage)
  await withDatabase(values, async ({ db }) => {
    if (values.undo !== undefined) await undo(db, values.undo)
    else await importFrom(db, kindOf(values.kind), file as string)
  })
}

const isPrevious = (text: string): text is PreviousContracts => Object.hasOwn(previousContracts, text)
const previousAsked =
  '前の契約をどうするかを、--previous end（新しい契約の開始日の前日で終える）か --previous both（両方とも続いている）で指定してください。データは変わっていません。'

type Kind = keyof typeof kindsOfRows

function kindOf(text: string): Kind {
  if (text in kindsOfRows) return text as Kind
  const kinds = Object.keys(kindsOfRows).map((kind) => `${kind}（${importKinds[kind as ImportKind]}）`)
  throw new Error(`--kind は次のどれかです: ${kinds.join('、')}`)
}

async function importFrom(db: Db, kind: Kind, path: string) {
  refuseLarge(statSync(path).size)
  const bytes = readFileSync(path)
  const now = new Date()
  const leaversFrom = values['leavers-from']
  if (leaversFrom !== undefined && !zDay.safeParse(leaversFrom).success) {
    throw new Error('--leavers-from には日付を 2025-04-01 の形で指定してください。')
  }
  const { previous } = values
  if (previous !== undefined && !isPrevious(previous))
    throw new Error('--previous には end か both を指定してください。')
  const answers = {
    ...firstAnswers(),
    overwrite: values.overwrite,
    isLastDayWhole: values['last-day-whole'],
    ...(leaversFrom !== undefined && { leaversFrom }),
    ...(previous !== undefined && { previous }),
  }
  const known = { shops: await shopNames(db, 'all'), today: tokyoDayOf(now) }
  const read = await readFile({ kind, bytes, known, answers }, { who: '' })
  const notWritten = new Error('確認だけを行いました。データは変わっていません。')
  try {
    await db.transaction(async (tx) => {
      const [file] = await tx
        .insert(importFile)
        .values({
          ...{ kind, name: basename(path), size: bytes.length, received: bytes.length, state: 'written' },
          ...{ sha256: createHash('sha256').update(bytes).digest('hex'), answers, createdAt: now, writtenAt: now },
          expiresAt: expiryOf(now),
        })
        .returning()
      if (!file) throw new Error('The file was not stored')
      const result = await checkRows(tx, kindsOfRows[kind], file, read, { shops: 'all', today: known.today })
      console.log(`${differenceText(kind, basename(path), result)}\n`)
      if (!values.write) throw notWritten
      if (result.previous && result.previous.contracts > 0 && previous === undefined) throw new Error(previousAsked)
      await tx.update(importFile).set({ result }).where(eq(importFile.id, file.id))
      await kindsOfRows[kind].write(tx, file.id, 'all', now, null)
      console.log(`取り込みました。${importDays}日以内は npm run import -- --undo ${file.id} で取り消せます。`)
    })
  } catch (error) {
    if (error !== notWritten) throw error
    console.log(notWritten.message)
  } finally {
    await read.close()
  }
}

async function undo(db: Db, id: string) {
  await db.transaction(async (tx) => {
    const [undone] = await tx
      .update(importFile)
      .set({ state: 'undone', undoneAt: new Date() })
      .where(and(eq(importFile.id, id), eq(importFile.state, 'written')))
      .returning()
    if (!undone) throw new Error(`取り消せる取り込み ${id} がありません。`)
    const { kind } = undone
    if (kind === 'staff') throw new Error('スタッフの取り込みは、画面から取り消してください。')
    await kindsOfRows[kind].undo(tx, id, 'all', new Date(), null)
  })
  console.log('取り消しました。後で変更された会員と、予約や売上のある会員は残しています。')
}
