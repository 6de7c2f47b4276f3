import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { notifyRefusal } from '~/data/mutation'
import { formatCount } from '~/lib/format'
import type { ListState } from '~/lib/list-search'
import { Button } from '../ui/button'
import { type FilterValues, filterText, isSet, type ListFilter } from './filters'
import { activeView, useSavedViews } from './saved-views'
import type { ListAnswer, ListQuery } from './types'

// Parts of a list that are loaded once its rows are usable.

interface ActiveViewProps {
  list: string
  search: ListState
  columns: Record<string, boolean>
}

/** The name of the saved view that the list shows now. */
export function ActiveView({ list, search, columns }: ActiveViewProps) {
  const [views] = useSavedViews(list)
  const name = activeView(views, search, columns)?.name
  return name === undefined ? null : `: ${name}`
}

interface KeptFocusProps {
  region: RefObject<HTMLElement | null>
  rows: readonly unknown[]
  focusRow: (index: number) => void
}

/** When the focused row disappears, as after deleting it, focuses the row in its place. */
export function KeptFocus({ region, rows, focusRow }: KeptFocusProps) {
  const focused = useRef<number>(undefined)
  useEffect(() => {
    const watch = ({ target }: FocusEvent) => {
      const row = region.current?.contains(target as Node) && (target as Element).closest<HTMLElement>('[data-row]')
      // The confirmation dialog has the focus in the meantime.
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
  return null
}

interface MoreColumnsProps {
  scroller: RefObject<HTMLElement | null>
}

/** Edge shadow that indicates more columns to the right. */
export function MoreColumns({ scroller }: MoreColumnsProps) {
  const [more, setMore] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const look = () => setMore(element.scrollWidth - element.clientWidth - element.scrollLeft > 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller])
  return (
    more && (
      <div
        aria-hidden
        data-more-columns
        className="pointer-events-none absolute inset-y-px right-px z-30 w-6 rounded-r-lg bg-linear-to-l from-foreground/15 to-transparent print:hidden"
      />
    )
  )
}

interface SelectAllProps<Row, Answer extends ListAnswer<Row>> {
  /** Of the list, as it is filtered. */
  total: number
  most: number
  query: ListQuery<Row, Answer>
  onRows: (rows: readonly Row[]) => void
}

/** 全件を選択: all rows of the list beside those that are selected, or as many as one decision takes. */
export function SelectAll<Row, Answer extends ListAnswer<Row>>({
  total,
  most,
  query,
  onRows,
}: SelectAllProps<Row, Answer>) {
  const queryClient = useQueryClient()
  const [isReading, setIsReading] = useState(false)
  const read = async () => {
    setIsReading(true)
    try {
      onRows((await queryClient.fetchQuery(query)).list)
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setIsReading(false)
    }
  }
  return (
    <Button variant="outline" disabled={isReading} onClick={() => void read()}>
      {total > most ? `先頭の${formatCount(most)}件を選択` : `全${formatCount(total)}件を選択`}
    </Button>
  )
}

/** While the page is being printed, scrolled and virtualised content is rendered in full. */
export function Printing({ onChange }: { onChange: (isPrinting: boolean) => void }) {
  useEffect(() => {
    const begin = () => flushSync(() => onChange(true))
    const end = () => onChange(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [onChange])
  return null
}

interface PrintedConditionsProps {
  keyword: string | undefined
  filters: readonly ListFilter[]
  values: FilterValues
  range: string | undefined
}

/** On paper: which rows these are. */
export function PrintedConditions({ keyword, filters, values, range }: PrintedConditionsProps) {
  const set = filters.filter((filter) => isSet(filter, values))
  const inWords = [keyword && `「${keyword}」`, ...set.map((filter) => filterText(filter, values))]
  return <p className="figures mb-2 text-[8.5pt]">{[...inWords, range].filter(Boolean).join(' ／ ')}</p>
}
