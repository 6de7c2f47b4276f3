import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { logKinds } from '#contract/words/daily-log.ts'
import { type Call, callsOf, membersSeen, type SeenMember, staffNamed } from '../daily-logs/looks.ts'
import { auditChain, chainSentence } from '../resources/audit/chain.ts'
import { csvFile, slashed } from '../wire/csv.ts'
import { runScript, whichDatabase, withDatabase } from './database.ts'

// npm run leak-drill -- --staff <mail address or id> --from YYYY-MM-DD --to YYYY-MM-DD [--csv file.csv] [--data-dir
// .data] [--database-url …]
// Lists whose health data an account has seen on these days, and by which calls, from the audit log alone; never the
// values. Verifies the log at the end: exit code 1 where it is broken, because the list may then be incomplete.

const { values } = parseArgs({
  options: {
    staff: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    csv: { type: 'string' },
    ...whichDatabase,
  },
})

/** Calls that are printed; the CSV file has all of them. */
const mostCalls = 200

const memberHeader = ['会員番号', '氏名', '店舗', '種類', '閲覧', 'うちCSV出力', '値の表示', '最初', '最後']
const memberRow = (one: SeenMember) => [
  one.memberNo ?? `（削除済み ID ${one.memberId}）`,
  one.name ?? '',
  one.shops.join('、'),
  one.kinds.map((kind) => logKinds[kind]).join('、'),
  ...[one.looks, one.exports, one.reveals],
  ...[one.first, one.last],
]

const callHeader = ['日時', '操作', '種類', '値を見た会員', '会員番号', '店舗', 'IPアドレス', '理由']
const callRow = (one: Call) => [
  ...[one.at, actionOf(one.action), one.kind ? logKinds[one.kind] : '', one.members],
  ...[one.memberNo ?? '', one.shop ?? '', one.ip ?? '', one.reason ?? ''],
]

function actionOf(action: string): string {
  if (action.endsWith('.export')) return 'CSV出力'
  return others[action] ?? '閲覧'
}
const others: Record<string, string> = {
  'dailyLog.summary': '集計の閲覧',
  'dailyLog.reveal': '値の表示',
  'dailyLog.consent': '同意の閲覧',
  'dailyLog.erase': '削除',
}

/** Width in terminal columns: Japanese characters take two. */
const widthOf = (text: string) =>
  [...text].reduce((width, letter) => width + (/[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹏＀-｠￠-￦]/.test(letter) ? 2 : 1), 0)

await runScript(main)

async function main() {
  const [from, to, named] = [dayOf('from'), dayOf('to'), values.staff]
  if (to < from) throw new Error('--to は --from 以降の日を指定してください。')
  if (!named) throw new Error('--staff にスタッフのメールアドレスかIDを指定してください。')
  await withDatabase(values, async (database) => {
    const staff = await staffNamed(database.db, named)
    if (!staff) throw new Error(`スタッフ「${named}」は登録されていません。`)
    const query = { staffId: staff.id, from, to }
    const members = await membersSeen(database.db, query)
    const calls = await callsOf(database.db, query)
    console.log(
      `${staff.displayName}（${staff.email}、ID ${staff.id}）が ${slashed(from)} から ${slashed(to)} に値を見た会員: ${members.length.toLocaleString('ja-JP')}名`,
    )
    printTable(memberHeader, members.map(memberRow))
    console.log(`\n操作: ${calls.length.toLocaleString('ja-JP')}件`)
    printTable(callHeader, calls.slice(-mostCalls).map(callRow))
    if (calls.length > mostCalls) console.log(`直近の${mostCalls}件を表示しています。すべては --csv で出力します。`)
    if (values.csv) {
      const callsFile = `${values.csv.replace(/\.csv$/, '')}-calls.csv`
      writeFileSync(values.csv, await csvFile(memberHeader, members.map(memberRow)))
      writeFileSync(callsFile, await csvFile(callHeader, calls.map(callRow)))
      console.log(`\n会員の一覧を ${values.csv} に、操作の一覧を ${callsFile} に出力しました。`)
    }
    // Last, because it reads the whole log; the list is already printed.
    const chain = await auditChain(database.db)
    console.log(`\n${chainSentence(chain)}`)
    if (chain.broken === null) return
    console.log('記録が足りないか書き換えられているため、上の一覧がすべてとは限りません。')
    process.exitCode = 1
  })
}

function dayOf(name: 'from' | 'to'): string {
  const day = values[name] ?? ''
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(day).toJSON()?.slice(0, 10) === day
  if (!isDay) throw new Error(`--${name} は YYYY-MM-DD で指定してください。`)
  return day
}

function printTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  if (rows.length === 0) return
  const all = [header, ...rows].map((row) => row.map(String))
  const widths = header.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] as string))))
  for (const row of all) {
    const cells = row.map((cell, at) => cell + ' '.repeat((widths[at] as number) - widthOf(cell)))
    console.log(cells.join('  ').trimEnd())
  }
}
