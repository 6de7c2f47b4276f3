import { useRouter } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { isComposing } from '~/lib/composing'

/** With a modifier, keys keep the browser's meaning: Alt and an arrow go back. */
const isAlone = (event: MouseEvent | KeyboardEvent) =>
  !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

const reached = 'a[href], button'
const within = (part: Element) => [...part.querySelectorAll<HTMLElement>(reached)]

function columnOf(element: HTMLElement): number {
  const cell = element.closest('th, td')
  return cell ? [...(cell.parentElement?.children ?? [])].indexOf(cell) : -1
}

/** The element of a row in the given column, or the nearest one. */
const nearest = (elements: HTMLElement[], column: number) =>
  elements.toSorted((one, other) => Math.abs(columnOf(one) - column) - Math.abs(columnOf(other) - column))[0]

/** The next element in the same column; skips rows without one. */
function inColumn(column: number, rows: Element[]): HTMLElement | undefined {
  let beside: HTMLElement | undefined
  for (const row of rows) {
    const element = nearest(within(row), column)
    if (element && columnOf(element) === column) return element
    beside ??= element
  }
  return beside
}

/** The target of an arrow key; undefined if there is none. */
function after(key: string, from: HTMLElement, table: HTMLElement): HTMLElement | undefined {
  const rows = [...table.querySelectorAll('tr')]
  const at = rows.findIndex((row) => row.contains(from))
  const row = rows[at]
  if (!row) return
  const elements = within(row)
  switch (key) {
    case 'ArrowRight':
      return elements[elements.indexOf(from) + 1]
    case 'ArrowLeft':
      return elements[elements.indexOf(from) - 1]
    case 'ArrowDown':
      return inColumn(columnOf(from), rows.slice(at + 1))
    case 'ArrowUp':
      return inColumn(columnOf(from), rows.slice(0, at).reverse())
    case 'Home':
      return elements[0]
    case 'End':
      return elements.at(-1)
  }
}

/** Scroll margins, so that a focused element is not hidden by the sticky header, first column or footer. */
function reveal(element: HTMLElement, table: HTMLElement, scroller: HTMLElement) {
  const part = (name: string) => table.querySelector<HTMLElement>(name)
  const head = part('thead')?.offsetHeight ?? 0
  const foot = part('tfoot')?.offsetHeight ?? 0
  scroller.style.scrollPadding = `${head}px 0 ${foot}px ${part('th')?.offsetWidth ?? 0}px`
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

function stopAt(entrance: HTMLElement | null, table: HTMLElement) {
  for (const element of within(table)) element.tabIndex = element === entrance ? 0 : -1
}

/**
 * Roving tabindex for a table of links: a single Tab stop, arrow keys move between links and buttons. The links are
 * plain ones with one click handler here, since hundreds of router links would be slow.
 */
export function useCellLinks() {
  const router = useRouter()
  const scroller = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const entrance = useRef<HTMLElement>(null)

  // Rows change: after each render one element must be the Tab stop, before a Tab can be pressed.
  useLayoutEffect(() => {
    if (!table.current || !scroller.current) return
    if (!entrance.current?.isConnected) entrance.current = table.current.querySelector<HTMLElement>(reached)
    stopAt(entrance.current, table.current)
    // Without any link the container itself is focusable, for scrolling by keyboard.
    scroller.current.tabIndex = entrance.current ? -1 : 0
  })

  const enter = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !table.current?.contains(target)) return
    entrance.current = target
    // A name may have become a link since.
    stopAt(target, table.current)
    if (scroller.current && target.matches(':focus-visible')) reveal(target, table.current, scroller.current)
  }
  const move = (event: KeyboardEvent) => {
    const { target } = event
    // A tip's content is rendered in a portal and handles its own keys.
    if (!(target instanceof HTMLElement) || !table.current?.contains(target) || !isAlone(event)) return
    if (isComposing(event)) return
    const next = after(event.key, target, table.current)
    if (!next) return
    event.preventDefault()
    next.focus({ preventScroll: true })
  }
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.button !== 0 || !isAlone(event)) return
    event.preventDefault()
    void router.navigate({ href: link.getAttribute('href') ?? '' })
  }
  return { scroller, table, handlers: { onFocus: enter, onKeyDown: move, onClick: follow } }
}
