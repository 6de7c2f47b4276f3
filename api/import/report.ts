import { type MemberColumn, memberColumnNames } from './member-columns.ts'
import type { MemberDifference } from './member-difference.ts'
import type { Fault, MemberRows } from './member-rows.ts'
import type { Table } from './table.ts'

const mostRowNumbers = 10

/** What the import of a file would change, for a terminal. Of people it has row numbers alone. */
export function differenceText(name: string, table: Table, read: MemberRows, difference: MemberDifference): string {
  const columns = Object.keys(read.columns.at).map((column) => memberColumnNames[column as MemberColumn])
  const { created, changed, changes, unchanged, faults, alike } = difference
  const lines = [
    `${name}（${table.format}、${count(table.rows.length)}行）`,
    `読む列: ${columns.join('、')}`,
    ...listed('ここでは使わない列', read.columns.elsewhere),
    ...listed('分からない列', read.columns.unknown),
    '',
    `新規 ${count(created)}名　変更 ${count(changed)}名　変更なし ${count(unchanged)}名　取り込めない行 ${count(faults.length)}行`,
    ...listed(
      '変わる項目',
      Object.entries(changes).map(([column, people]) => `${column} ${count(people)}名`),
    ),
    ...Object.entries(read.restored).map(
      ([column, rows]) => `${column}: 先頭の0が落ちている${count(rows)}行は、0を補って読みました。`,
    ),
    ...(alike.length > 0
      ? [
          `フリガナ・生年月日・電話番号が登録済みの会員と同じ新規 ${count(alike.length)}行: ${rowNumbers(alike.map(({ row }) => row))}`,
        ]
      : []),
    ...groupsOf(faults),
    '',
    '確認だけを行いました。データは変わっていません。',
  ]
  return lines.join('\n')
}

const count = (number: number) => number.toLocaleString('ja-JP')

const listed = (title: string, items: readonly string[]) => (items.length > 0 ? [`${title}: ${items.join('、')}`] : [])

/** Equal reasons in one line, the most frequent first. */
function groupsOf(faults: readonly Fault[]): string[] {
  const rowsOf = new Map<string, number[]>()
  for (const { row, column, reason } of faults) {
    const text = column === undefined ? reason : `${column}: ${reason}`
    rowsOf.set(text, [...(rowsOf.get(text) ?? []), row])
  }
  return [...rowsOf]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([text, rows]) => `  ${count(rows.length)}行: ${text}（${rowNumbers(rows)}）`)
}

function rowNumbers(rows: readonly number[]): string {
  const shown = rows.slice(0, mostRowNumbers).join('、')
  return rows.length > mostRowNumbers ? `${shown}行目、ほか` : `${shown}行目`
}
