/** How a table is sorted: by one of its columns. */
export interface FigureSort {
  id: string
  direction: 'ascending' | 'descending'
}

/** Sort cycle of a column: descending, ascending, default order. */
export function nextSort(id: string, sort: FigureSort | undefined): FigureSort | undefined {
  if (sort?.id !== id) return { id, direction: 'descending' }
  return sort.direction === 'descending' ? { id, direction: 'ascending' } : undefined
}

/** Rows by a value; those without it always come last. */
export function sortedRows<Row>(
  rows: readonly Row[],
  figureOf: (row: Row) => number | null | undefined,
  direction: FigureSort['direction'],
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  const keyed = rows.map((row) => ({ row, value: figureOf(row) ?? null }))
  keyed.sort((one, other) => {
    if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null)
    return (one.value - other.value) * sign
  })
  return keyed.map(({ row }) => row)
}
