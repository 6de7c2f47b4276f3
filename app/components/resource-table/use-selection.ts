import { type ChangeEvent, useCallback, useRef, useState } from 'react'

/**
 * Row selection. It persists across pages and is cleared when `criteria` (the filters) change. `rows`: the current
 * page, in display order.
 */
export function useSelection<Row extends { id: string }>(rows: readonly Row[], criteria: string) {
  const [selected, setSelected] = useState<Readonly<Record<string, true>>>({})
  const [selectedFor, setSelectedFor] = useState(criteria)
  if (selectedFor !== criteria) {
    setSelectedFor(criteria)
    setSelected({})
  }
  const seen = useRef(new Map<string, Row>())
  for (const row of rows) seen.current.set(row.id, row)

  const set = useCallback((of: readonly Row[], ticked: boolean) => {
    setSelected((before) => {
      const after = { ...before }
      for (const { id } of of) {
        if (ticked) after[id] = true
        else delete after[id]
      }
      return after
    })
  }, [])

  // Shift selects the range from the last selected row, if it is on this page.
  const last = useRef<string>(undefined)
  const onSelect = useCallback(
    (index: number, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const from = (nativeEvent as MouseEvent).shiftKey ? rows.findIndex(({ id }) => id === last.current) : -1
      const [first, end] = from === -1 ? [index, index] : [Math.min(from, index), Math.max(from, index)]
      set(rows.slice(first, end + 1), target.checked)
      last.current = rows[index]?.id
    },
    [rows, set],
  )

  const ofPage = rows.filter(({ id }) => selected[id]).length
  return {
    /** The selected rows of all pages. */
    picked: Object.keys(selected).flatMap((id) => seen.current.get(id) ?? []),
    isSelected: (row: Row) => selected[row.id] === true,
    onSelect,
    clear: () => setSelected({}),
    /** Rows of other pages, too. */
    add: (more: readonly Row[]) => {
      for (const row of more) seen.current.set(row.id, row)
      set(more, true)
    },
    /** The checkbox of the whole page. */
    all: {
      checked: rows.length > 0 && ofPage === rows.length,
      isPartly: ofPage > 0 && ofPage < rows.length,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        last.current = undefined
        set(rows, target.checked)
      },
    },
  }
}
