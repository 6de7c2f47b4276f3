import { expect, test } from 'vitest'
import { type ImportKind, importKinds } from '#contract/words/import.ts'
import { templateOf } from '#contract/words/import-columns.ts'
import { columnGuides, importOrder, templateLines } from '#contract/words/import-guide.ts'
import { readFactRows } from './facts/rows.ts'
import { headingsOf, kindOf } from './find-kind.ts'
import { readMemberRows } from './member-rows.ts'
import { readStaffRows } from './staff-rows.ts'
import { readTable } from './table.ts'

const known = {
  shops: ['新宿店', '渋谷店'].map((name, at) => ({ id: `${at}`, code: `${at}`, name })),
  today: '2026-11-30',
}
const answers = { columns: {}, values: {}, blanks: 'keep' as const, cells: [] }
const kinds = Object.keys(importKinds) as ImportKind[]

async function readAs(kind: ImportKind, lines: readonly string[]) {
  const bytes = new TextEncoder().encode(lines.join('\r\n'))
  const table = await readTable(bytes, { mayBeEmpty: true }, { known: headingsOf(kind) })
  if (kind === 'member') return { table, read: readMemberRows(table, known, answers) }
  if (kind === 'staff') return { table, read: readStaffRows(table, known, answers) }
  return { table, read: readFactRows(kind, table, known, answers) }
}

test.each(kinds)(
  'the template of %s is known again, its example is a good row, and what is above it is passed over',
  async (kind) => {
    const lines = templateLines(kind)
    const empty = await readAs(kind, lines)
    expect(empty.table.headings).toEqual(templateOf(kind))
    expect(empty.table.rows).toEqual([])
    expect(kindOf(empty.table.headings)).toBe(kind)
    // Copied below the headings.
    const { read } = await readAs(kind, [...lines, (lines[2] ?? '').replaceAll('例: ', '')])
    expect({ faults: read.faults, unknown: read.unknown, drafts: read.drafts.length }).toEqual({
      ...{ faults: [], unknown: {}, drafts: 1 },
    })
  },
)

test.each(kinds)('each column of %s that is called needed is needed', async (kind) => {
  // 契約日 stands in for 開始日.
  const guides = columnGuides(kind).filter(({ column }) => column !== 'contractedOn')
  const row = (left: string) => {
    const shown = guides.filter(({ label }) => label !== left)
    const cells = shown.map(({ example }) => (example.includes(',') ? `"${example}"` : example))
    return [shown.map(({ label }) => label).join(','), cells.join(',')]
  }
  for (const { label, column, isNeeded } of guides) {
    // Of a new member alone, which only the members here can say.
    if (kind === 'member' && (column === 'gender' || column === 'shop')) continue
    const { read } = await readAs(kind, row(label))
    expect([label, read.faults.length > 0]).toEqual([label, isNeeded])
  }
})

test('every kind has its place in the order', () => {
  expect([...importOrder].sort()).toEqual([...kinds].sort())
})
