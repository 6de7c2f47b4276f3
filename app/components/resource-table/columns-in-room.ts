import { useSyncExternalStore } from 'react'
import type { ListColumn } from './types'

type Placed = Pick<ListColumn<never>, 'id' | 'width' | 'priority'>

/**
 * The visible columns of a table of `room` pixels: those that the user chose, the fixed ones, then the others by
 * priority and position until one does not fit. Without `room`, as in print and on cards: all except the columns that
 * only fill spare room.
 */
export function columnsInRoom<Column extends Placed>(
  columns: readonly Column[],
  chosen: Readonly<Record<string, boolean>>,
  room: number | undefined,
): Column[] {
  const stands = ({ id, priority }: Column) =>
    chosen[id] ?? (priority === undefined || (priority === 2 && room === undefined))
  const shown = new Set(columns.filter(stands))
  if (room === undefined) return [...shown]
  let left = [...shown].reduce((rest, { width }) => rest - width, room)
  for (const priority of [2, 3]) {
    for (const column of columns) {
      if (column.priority !== priority || chosen[column.id] !== undefined) continue
      left -= column.width
      if (left < 0) return columns.filter((one) => shown.has(one))
      shown.add(column)
    }
  }
  return columns.filter((one) => shown.has(one))
}

const screen = () => document.getElementById('content')
let measured: number | undefined

function subscribe(listener: () => void) {
  const element = screen()
  if (!element || typeof ResizeObserver === 'undefined') return () => {}
  const observer = new ResizeObserver(() => {
    measured = element.clientWidth
    listener()
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    measured = undefined
  }
}

/** The width of the screen beside the menu, in pixels; undefined where nothing is laid out. */
export const useScreenWidth = (): number | undefined =>
  useSyncExternalStore(
    subscribe,
    () => {
      measured ??= screen()?.clientWidth
      return measured || undefined
    },
    () => undefined,
  )
