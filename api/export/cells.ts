import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { PgArray, type PgColumn } from 'drizzle-orm/pg-core'
import { cutText } from '#contract/cut-text.ts'
import type { ExportedColumn, ExportedTable } from '../db/schema/exported.ts'
import { unguarded } from '../lib/guarded-cell.ts'
import { sanitiseRichText } from '../rules/rich-text.ts'
import type { Cell } from '../wire/csv.ts'

type Kind = 'whole' | 'number' | 'flag' | 'day' | 'instant' | 'json' | 'bytes' | 'text' | 'array'

/** A column of a file: how its cells are read from the database, and how a cell is read again. */
export interface FileColumn extends ExportedColumn {
  heading: string
  /** The database's. Null: for readers alone. */
  column: PgColumn | null
  /** The cell's value, as JSON: text, number or null. */
  value: SQL
  cellOf(value: unknown): Cell
  /** The value for JSON that the database reads. Throws `CellRefused`. */
  restored(cell: string): unknown
}

/** Why a cell cannot be restored. */
export class CellRefused extends Error {}

const flags = { true: 'はい', false: 'いいえ' }
const longestText = 2_000_000

/** The columns of a table's file, in its order. Rows are read under the name `t`. */
export function columnsOf({ table, columns, fields = {}, shown = {} }: ExportedTable): FileColumn[] {
  const known = getTableColumns(table)
  const own = Object.entries(columns).flatMap(([name, given]) => {
    if (typeof given === 'object' && 'not' in given) return []
    const column = known[name]
    if (!column) throw new Error(`${getTableName(table)} has no ${name}`)
    const { heading = fields[name], ...rest } = typeof given === 'string' ? { heading: given } : given
    if (heading === undefined) throw new Error(`${getTableName(table)} has no heading for ${name}`)
    return fileColumn(column, { ...rest, heading })
  })
  const more = Object.entries(shown).map(([heading, value]): FileColumn => {
    return { heading, column: null, value, cellOf: (text) => text as Cell, restored: () => undefined }
  })
  return [...own, ...more]
}

function fileColumn(column: PgColumn, given: ExportedColumn & { heading: string }): FileColumn {
  const kind = kindOf(column)
  const read = readerOf(column, kind, given)
  return {
    ...given,
    column,
    value: valueIn(sql`t.${sql.identifier(column.name)}`, kind),
    cellOf: (value) => {
      if (value === null || value === '') return null
      if (kind === 'flag') return value ? flags.true : flags.false
      return given.words?.[value as string] ?? (value as Cell)
    },
    restored: (cell) => {
      if (cell !== '') return read(unguarded(cell))
      // No text and an empty one are the same here.
      if (!column.notNull) return null
      if (kind === 'text' && !column.enumValues) return ''
      throw new CellRefused('値がありません')
    },
  }
}

function kindOf(column: PgColumn): Kind {
  if (column instanceof PgArray) return 'array'
  const type = column.getSQLType()
  if (/^(integer|smallint)/.test(type)) return 'whole'
  if (/^(numeric|double)/.test(type)) return 'number'
  if (type.startsWith('timestamp')) return 'instant'
  const kinds: Record<string, Kind> = { boolean: 'flag', date: 'day', jsonb: 'json', bytea: 'bytes', text: 'text' }
  const kind = kinds[type]
  if (!kind) throw new Error(`No export of ${type}`)
  return kind
}

function valueIn(column: SQL, kind: Kind): SQL {
  switch (kind) {
    case 'instant':
      return sql`to_char(${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+09:00"')`
    case 'json':
      return sql`${column}::text`
    case 'array':
      return sql`to_json(${column})::text`
    case 'bytes':
      return sql`replace(encode(${column}, 'base64'), e'\\n', '')`
    default:
      return column
  }
}

const refuse = (reason: string): never => {
  throw new CellRefused(reason)
}

const must = (isRight: boolean, reason: string) => void (isRight || refuse(reason))

function readerOf(column: PgColumn, kind: Kind, { words, is, holds }: ExportedColumn): (cell: string) => unknown {
  const values = column instanceof PgArray ? column.baseColumn.enumValues : column.enumValues
  const codes = new Map(Object.entries(words ?? {}).map(([code, label]) => [label, code]))
  switch (kind) {
    case 'whole':
      return wholeOf
    case 'number':
      return (cell) => {
        must(/^-?\d{1,15}(\.\d{1,15})?(e-?\d{1,3})?$/.test(cell), '数値ではありません')
        return Number(cell)
      }
    case 'flag':
      return (cell) => {
        must(cell === flags.true || cell === flags.false, '「はい」か「いいえ」ではありません')
        return cell === flags.true
      }
    case 'day':
      return dayOf
    case 'instant':
      return (cell) => {
        const [, day = '', time = ''] = cell.match(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d\.\d{3})\+09:00$/) ?? []
        dayOf(day)
        must(/^([01]\d|2[0-3])(:[0-5]\d){2}\./.test(time), '日時ではありません')
        return cell
      }
    case 'json':
      return (cell) => {
        const value = jsonOf(cell)
        must(holds === undefined || holds(value), '使えない値です')
        return value
      }
    case 'bytes':
      return (cell) => {
        const bytes = Buffer.from(cell, 'base64')
        must(bytes.toString('base64') === cell, '暗号文ではありません')
        return `\\x${bytes.toString('hex')}`
      }
    case 'array':
      return (cell) => {
        const items = jsonOf(cell)
        if (!Array.isArray(items)) return refuse('一覧ではありません')
        const one = column instanceof PgArray ? kindOf(column.baseColumn) : 'text'
        return items.map((item) => {
          if (one === 'whole') return wholeOf(String(item))
          if (typeof item !== 'string') return refuse('一覧の値が正しくありません')
          return one === 'day' ? dayOf(item) : textOf(item, values, is)
        })
      }
    case 'text':
      return (cell) =>
        textOf(words ? (codes.get(cell) ?? refuse(`「${cutText(cell, 20)}」は使えない値です`)) : cell, values, is)
  }
}

function wholeOf(cell: string): number {
  must(/^-?\d{1,10}$/.test(cell) && Math.abs(Number(cell)) < 2 ** 31, '整数ではありません')
  return Number(cell)
}

function dayOf(cell: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(cell) ? new Date(`${cell}T00:00:00Z`) : null
  must(at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(cell), '日付ではありません')
  return cell
}

function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return refuse('値を読めません')
  }
}

const uploaded = /^\/uploads\/[\w-]{32}\.(webp|jpg)$/

function textOf(text: string, values: readonly string[] | undefined, is: ExportedColumn['is']): string {
  must(text.length <= longestText && !text.includes('\0'), '文章が長すぎるか、使えない文字があります')
  if (values) must(values.includes(text), `「${cutText(text, 20)}」は使えない値です`)
  if (is === 'picture') must(uploaded.test(text), '画像の場所が正しくありません')
  if (is === 'address') must(uploaded.test(text) || /^https?:\/\/\S+$/.test(text), 'URLが正しくありません')
  // What a screen shows as markup is what this product would have stored.
  if (is === 'message' || is === 'article' || is === 'policy') return sanitiseRichText(text, is)
  return text
}
