import { useRouter } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

const reached = 'a[href], button'
const inRow = (row: HTMLTableRowElement | undefined) => [...(row?.querySelectorAll<HTMLElement>(reached) ?? [])]
const columnOf = (element: HTMLElement) => element.closest<HTMLTableCellElement>('th, td')?.cellIndex ?? 0

/** Of some elements of a row, the one in a column or the nearest to it. */
const nearest = (elements: HTMLElement[], column: number) =>
  elements.toSorted((one, other) => Math.abs(columnOf(one) - column) - Math.abs(columnOf(other) - column))[0]

/** What a key leads to from an element of the table; undefined where there is nothing that way. */
function after(key: string, from: HTMLElement, table: HTMLTableElement): HTMLElement | undefined {
  const row = from.closest('tr') as HTMLTableRowElement
  const elements = inRow(row)
  const rowBeside = (step: 1 | -1) => {
    for (let at = row.rowIndex + step; at >= 0 && at < table.rows.length; at += step) {
      const others = inRow(table.rows[at])
      if (others.length > 0) return nearest(others, columnOf(from))
    }
  }
  switch (key) {
    case 'ArrowRight':
      return elements[elements.indexOf(from) + 1]
    case 'ArrowLeft':
      return elements[elements.indexOf(from) - 1]
    case 'ArrowDown':
      return rowBeside(1)
    case 'ArrowUp':
      return rowBeside(-1)
    case 'Home':
      return elements[0]
    case 'End':
      return elements.at(-1)
  }
}

/**
 * A table full of links is one stop for the tab key, and arrow keys go from one link or button to the next. Its links are
 * plain ones that are followed here: hundreds of router links would be felt.
 */
export function useCellLinks() {
  const router = useRouter()
  const table = useRef<HTMLTableElement>(null)
  const entrance = useRef<HTMLElement>(null)

  // Rows come and go: after each drawing one of them is where the tab key enters.
  useEffect(() => {
    if (!table.current) return
    for (const button of inRow(table.current.tHead?.rows[0])) button.tabIndex = -1
    if (!entrance.current?.isConnected) entrance.current = table.current.querySelector<HTMLElement>(reached)
    if (entrance.current) entrance.current.tabIndex = 0
  })

  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !table.current?.contains(target)) return
    if (entrance.current) entrance.current.tabIndex = -1
    target.tabIndex = 0
    entrance.current = target
  }
  const move = (event: KeyboardEvent) => {
    const { target } = event
    // What a tip shows is drawn elsewhere, and its keys are its own.
    if (!(target instanceof HTMLElement) || !table.current?.contains(target)) return
    const next = after(event.key, target, table.current)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    void router.navigate({ href: link.getAttribute('href') ?? '' })
  }
  return { table, handlers: { onFocus: enter, onKeyDown: move, onClick: follow } }
}
