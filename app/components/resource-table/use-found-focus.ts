import { type RefObject, useEffect, useRef } from 'react'

interface FoundFocus {
  field: RefObject<HTMLInputElement | null>
  /** The keyword whose rows are shown; undefined while they load. */
  arrived: string | undefined
  focusRow: (index: number) => void
}

/** Leaving the search field moves the focus to the first result, once loaded. */
export function useFoundFocus({ field, arrived, focusRow }: FoundFocus) {
  const awaited = useRef<string>(undefined)
  useEffect(() => {
    if (arrived === undefined || awaited.current !== arrived) return
    awaited.current = undefined
    if (document.activeElement === field.current) focusRow(0)
  }, [arrived, field, focusRow])
  return (keyword: string) => {
    if (keyword === arrived) focusRow(0)
    else awaited.current = keyword
  }
}
