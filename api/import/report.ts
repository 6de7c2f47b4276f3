import type { ImportResult } from '#contract/file-import.ts'
import type { ImportKind } from '#contract/words/import.ts'
import { importColumns } from '#contract/words/import-columns.ts'

/** What the import of a file would change, for a terminal. Of people it has row numbers alone. */
export function differenceText(kind: ImportKind, name: string, result: ImportResult): string {
  const {
    format,
    rows,
    headings,
    counts,
    changes,
    restored,
    alike,
    alikeRows,
    faults,
    notes = [],
    lastDay,
    previous,
    correction,
  } = result
  const labels: Readonly<Record<string, string>> = importColumns[kind]
  const columns = headings.flatMap(({ column }) => (column && labels[column]) ?? [])
  const unit = kind === 'member' ? '名' : '件'
  const others = (isElsewhere: boolean) =>
    headings.filter((one) => !one.column && one.isElsewhere === isElsewhere).map(({ heading }) => heading)
  const lines = [
    `${name}（${format}、${count(rows)}行）`,
    `読む列: ${columns.join('、')}`,
    ...listed('ここでは使わない列', others(true)),
    ...listed('分からない列', others(false)),
    '',
    `新規 ${count(counts.created)}${unit}　変更 ${count(counts.changed)}${unit}　変更なし ${count(counts.unchanged)}${unit}　取り込めない行 ${count(counts.refused)}行`,
    ...listed(
      '変わる項目',
      Object.entries(changes).map(([column, changed]) => `${column} ${count(changed)}${unit}`),
    ),
    ...(counts.kept > 0
      ? [`提供元の値を残す ${count(counts.kept)}${unit}（ファイルの値で置き換えるときは --overwrite を付けてください）`]
      : []),
    ...Object.entries(restored).map(
      ([column, rows]) => `${column}: 先頭の0が落ちている${count(rows)}行は、0を補って読みました。`,
    ),
    ...(alikeRows > 0
      ? [
          `フリガナ・生年月日・電話番号が登録済みの会員と同じ新規 ${count(alikeRows)}行: ${rowNumbers(
            alike.map(({ row }) => row),
            alikeRows,
          )}`,
        ]
      : []),
    ...(correction
      ? [
          `${correction.files.join('、')}の修正: 置き換え ${count(correction.replaced)}${unit}　追加 ${count(correction.added)}${unit}　消えた ${count(correction.missing)}${unit}（消えた行は残します）`,
        ]
      : []),
    ...(lastDay ? [`最後の行は${lastDay}です。この日を終わりまで含むときは --last-day-whole を付けてください。`] : []),
    ...(kind === 'contract'
      ? ['退会した会員の契約も入っているときは、いつからかを --leavers-from 2025-04-01 のように付けてください。']
      : []),
    ...(previous && previous.contracts > 0
      ? [
          `前の契約が続いている会員の契約が加わります（前の契約${count(previous.contracts)}件）。--previous end か --previous both を付けてください。`,
        ]
      : []),
    ...notes,
    ...faults.map(
      ({ column, reason, rows, first }) =>
        `  ${count(rows)}行: ${column ? `${column}: ` : ''}${reason}（${rowNumbers(first, rows)}）`,
    ),
  ]
  return lines.join('\n')
}

const count = (number: number) => number.toLocaleString('ja-JP')

const listed = (title: string, items: readonly string[]) => (items.length > 0 ? [`${title}: ${items.join('、')}`] : [])

const mostRowNumbers = 10

function rowNumbers(first: readonly number[], rows: number): string {
  const shown = first.slice(0, mostRowNumbers).join('、')
  return rows > mostRowNumbers ? `${shown}行目、ほか` : `${shown}行目`
}
