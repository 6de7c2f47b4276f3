import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** When the row that has the focus is no longer among the rows, as after deleting it, the row in its place gets it. */
export function useKeptFocus(
  region: RefObject<HTMLElement | null>,
  rows: readonly unknown[],
  focusRow: (index: number) => void,
) {
  const focused = useRef<number>(undefined)
  useEffect(() => {
    const watch = ({ target }: FocusEvent) => {
      const row = region.current?.contains(target as Node) && (target as Element).closest<HTMLElement>('[data-row]')
      // The question before a deletion has the focus meanwhile.
      if (row) focused.current = Number(row.dataset.row)
      else if (!(target as Element).closest('dialog')) focused.current = undefined
    }
    document.addEventListener('focusin', watch)
    return () => document.removeEventListener('focusin', watch)
  }, [region])
  useLayoutEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body || rows.length === 0) return
    focusRow(Math.min(focused.current, rows.length - 1))
  }, [rows, focusRow])
}
