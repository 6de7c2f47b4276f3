import { firstAnswers } from '#contract/words/import.ts'
import { importColumns } from '#contract/words/import-columns.ts'
import { headingsApart, layoutOf } from '../../import/facts/columns.ts'
import { type FactDraft, readFactRows } from '../../import/facts/rows.ts'
import { readFactDay, readMoment, readYen } from '../../import/facts/values.ts'
import { findColumns } from '../../import/find-columns.ts'
import { memberColumns } from '../../import/member-columns.ts'
import { type MemberDraft, readMemberRows } from '../../import/member-rows.ts'
import { FileRefused } from '../../import/refusal.ts'
import type { Fault, ShopName } from '../../import/rows.ts'
import type { Row, Table } from '../../import/table.ts'
import { readId } from '../../import/values.ts'
import type { KnownOfRow, RawRow } from '../provider-rows.ts'

// The rows of the provider's exports, by the import's readers. A row is kept as what its cells say, or as why they cannot
// be read. A shop is its name in the file.

export interface MemberOfFile extends MemberDraft {
  /** 退会手続き日 */
  filedOn?: string
}
/** With the names of plans, programs and products letter by letter. */
export type FactOfFile = FactDraft
export type Kept<Draft> = { draft: Draft } | { fault: string; known?: KnownOfRow }

const cellOf = ({ cells }: Row, at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''))

/** In one line, as the provider's own API has names. */
const nameIn = (row: Row, at: number | undefined) => cellOf(row, at).replaceAll(/\s+/g, ' ').trim()

export const studioNameOf = (cell: string) => cell.normalize('NFKC')

/** The import's readers look shops up by name; here every name is accepted as a shop. */
const shopsIn = ({ rows }: Table, at: number): ShopName[] =>
  [...new Set(rows.map((row) => studioNameOf(cellOf(row, at))))].map((name) => ({ id: name, code: name, name }))

function need(at: number | undefined, label: string): number {
  if (at === undefined) throw new FileRefused(`「${label}」の列がありません。`)
  return at
}

/** The provider's number of a row; a row without one has its place. */
function idOf(row: Row, at: number): string {
  const read = readId(cellOf(row, at))
  return 'value' in read ? String(read.value) : `${row.number}行目`
}

const faultOf = ({ column, reason }: Pick<Fault, 'column' | 'reason'>) => ({
  fault: `${column === undefined ? '' : `${column}: `}${reason}。`,
})

/** Rows of one key once; both are refused where they differ. */
function once(rows: readonly RawRow[], sentence: string): RawRow[] {
  const byId = new Map<string, RawRow>()
  for (const row of rows) {
    const before = byId.get(row.id)
    const isSame = !before || JSON.stringify(before.raw) === JSON.stringify(row.raw)
    byId.set(row.id, isSame ? row : { id: row.id, raw: { fault: sentence } })
  }
  return [...byId.values()]
}

/** Members of ML001, which has a row for each of their plans. */
export function memberRows(table: Table, today: string): RawRow[] {
  const { at } = findColumns(table.headings, { headings: memberColumns, elsewhere: [] })
  const idAt = need(at.externalId, 'メンバーID')
  need(at.memberNo, '会員番号')
  need(at.name ?? at.lastName, '氏名')
  const shops = shopsIn(table, need(at.shop, 'メンバー所属店舗名'))
  const filedAt = table.headings.indexOf('退会手続き日')
  const ofMember = [...Object.values(at), ...(filedAt < 0 ? [] : [filedAt])]
  const first = new Map<string, Row>()
  const differing = new Set<string>()
  for (const row of table.rows) {
    const id = idOf(row, idAt)
    const before = first.get(id)
    if (!before) first.set(id, row)
    else if (ofMember.some((column) => cellOf(before, column) !== cellOf(row, column))) differing.add(id)
  }
  const read = readMemberRows({ ...table, rows: [...first.values()] }, { shops, today })
  const drafts = new Map(read.drafts.map(({ row, draft }) => [row, draft]))
  const faults = new Map(read.faults.map((fault) => [fault.row, fault]))
  return [...first].map(([id, row]) => {
    const draft = drafts.get(row.number)
    if (!draft) return { id, raw: faultOf(faults.get(row.number) ?? { reason: '読み取れません' }) }
    if (differing.has(id)) return { id, raw: { fault: '同じメンバーIDの行に、異なる内容があります。' } }
    const filed = readFactDay(cellOf(row, filedAt < 0 ? undefined : filedAt))
    return { id, raw: { draft: { ...draft, ...('value' in filed && { filedOn: filed.value }) } } }
  })
}

type Kind = 'contract' | 'booking' | 'sale'

/** The facts of a file with their rows, whose shops are names. */
function factsOf(kind: Kind, table: Table, today: string) {
  const labels: Readonly<Record<string, string>> = importColumns[kind]
  const shopAt = findColumns(table.headings, { headings: { shop: ['店舗', ...headingsApart.shop] }, elsewhere: [] }).at
    .shop
  const shops = shopAt === undefined ? [] : shopsIn(table, shopAt)
  const { columns, drafts, faults } = readFactRows(
    kind,
    table,
    { shops, today, hasGuests: kind === 'booking', isProviders: true },
    firstAnswers(),
  )
  const { at } = columns
  need(at.memberId, 'メンバーID')
  for (const group of layoutOf(kind).needed) {
    if (group.every((column) => at[column] === undefined)) need(undefined, labels[group[0] as string] ?? '')
  }
  const rowBy = new Map(table.rows.map((row) => [row.number, row]))
  return { at, drafts, faults: faults.map((fault) => ({ ...fault, line: rowBy.get(fault.row) as Row })), rowBy }
}

/** Contracts of ML001: known by member, plan and first day. Members without one have none. */
export function contractRows(table: Table, today: string): RawRow[] {
  const { at, drafts, faults, rowBy } = factsOf('contract', table, today)
  need(at.shop, 'メンバー所属店舗名')
  const rows = drafts.map(({ row, draft }): RawRow => {
    const line = rowBy.get(row) as Row
    const [planCode, plan] = [nameIn(line, at.planCode), nameIn(line, at.plan)]
    const startOn = draft.values.startOn ?? draft.values.contractedOn
    const values = { ...draft.values, planCode, plan: plan || planCode, startOn: startOn ?? null }
    return { id: `${draft.memberId} ${planCode || plan} ${startOn}`, raw: { draft: { ...draft, values } } }
  })
  const refused = faults.map(({ line, ...fault }) => ({
    id: `${idOf(line, at.memberId as number)} ${line.number}行目`,
    raw: faultOf(fault),
  }))
  return once([...rows, ...refused], '同じ会員・プラン・開始日の行が2つあり、内容が異なります。')
}

/** Bookings of RL001. */
export function bookingRows(table: Table, today: string): RawRow[] {
  const { at, drafts, faults, rowBy } = factsOf('booking', table, today)
  const idAt = need(at.externalId, '予約ID')
  const rows = drafts.map(({ row, draft }): RawRow => {
    const line = rowBy.get(row) as Row
    const program = nameIn(line, at.program)
    return {
      id: idOf(line, idAt),
      raw: { draft: { ...draft, values: { ...draft.values, ...(program && { program }) } } },
    }
  })
  const refused = faults.map(({ line, ...fault }) => ({ id: idOf(line, idAt), raw: faultOf(fault) }))
  return once([...rows, ...refused], '同じ予約IDの行が2つあり、内容が異なります。')
}

/** Sales of PL001, which has a row for each of their lines. What it has no column for is not said of a line. */
export function saleRows(table: Table, today: string): RawRow[] {
  const { at, drafts, faults } = factsOf('sale', table, today)
  const idAt = need(at.externalId, '売上ID')
  need(at.shop, '購入店舗')
  const linesOf = Map.groupBy(table.rows, (row) => idOf(row, idAt))
  const isSaid = (column: string) => at[column] !== undefined
  const rows = drafts.map(({ draft }): RawRow => {
    const id = String(draft.values.externalId)
    const products = linesOf.get(id)?.map((row) => nameIn(row, at.product)) ?? []
    const lines = draft.lines?.map(({ product, category, quantity, unitPrice, discount, tax, net }, n) => ({
      ...{ product: products[n] ?? product, net },
      ...(category !== null && { category }),
      ...(isSaid('quantity') && { quantity, unitPrice }),
      ...(isSaid('discount') && { discount }),
      ...(isSaid('tax') && { tax }),
    }))
    return { id, raw: { draft: { ...draft, lines } } }
  })
  const refused = faults.map(({ line, ...fault }) => {
    const id = idOf(line, idAt)
    return { id, raw: { ...faultOf(fault), known: knownOf(linesOf.get(id) ?? [line], at) } }
  })
  return once([...rows, ...refused], '同じ売上IDの行が2つあり、内容が異なります。')
}

/** Of the lines of a sale that cannot be read: its day, its shop, and the sum of those that have one. */
function knownOf(lines: readonly Row[], at: Partial<Record<string, number>>): KnownOfRow {
  const [first] = lines as [Row]
  const settled = readMoment(cellOf(first, at.settledAt))
  const sums = lines.flatMap((line) => {
    const read = readYen(cellOf(line, at.net))
    return 'value' in read ? [read.value] : []
  })
  return {
    ...('value' in settled && { day: settled.value.slice(0, 10) }),
    ...(sums.length > 0 && { yen: sums.reduce((sum, one) => sum + one, 0) }),
    studioId: studioNameOf(cellOf(first, at.shop)) || undefined,
  }
}

/** The names of shops in a file. */
export function studiosIn(rows: readonly RawRow[]): string[] {
  return rows.flatMap(({ raw }) => {
    const kept = raw as Kept<{ shopId?: string }>
    return 'draft' in kept && kept.draft.shopId ? [kept.draft.shopId] : []
  })
}
