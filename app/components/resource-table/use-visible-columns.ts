import { useMemo } from 'react'
import { columnsInRoom, useScreenWidth } from './columns-in-room'
import { tickWidth } from './table-region'
import type { ListColumn } from './types'

/** Margins and borders left and right of the table, in pixels. */
const margins = 50

interface Room {
  /** The columns that staff chose to see or not to see. */
  chosen: Readonly<Record<string, boolean>>
  /** On paper and on cards there is room for all. */
  isBounded: boolean
  hasTicks: boolean
}

/** The columns that fit into the window. Keeps the array's identity while they are the same: rows re-render when it changes. */
export function useVisibleColumns<Row>(columns: readonly ListColumn<Row>[], { chosen, isBounded, hasTicks }: Room) {
  const screenWidth = useScreenWidth()
  const room = isBounded && screenWidth !== undefined ? screenWidth - margins - (hasTicks ? tickWidth : 0) : undefined
  const shownIds = columnsInRoom(columns, chosen, room)
    .map(({ id }) => id)
    .join()
  return useMemo(() => columns.filter(({ id }) => shownIds.split(',').includes(id)), [columns, shownIds])
}
