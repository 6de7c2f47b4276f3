import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface RowsInSightProps {
  /** Identity of the page shown; a refetch does not change it. */
  page: object | undefined
  count: number
  /** Height of each row, in pixels. */
  height: number
  /** Number of rows to render in the end: all, or a window's worth until the virtualiser has loaded. */
  upTo: number
  children: (index: number) => ReactNode
}

/** Minimum height of title, toolbar, header and pager, in pixels. */
const chrome = 236

/** At most so many rows are drawn in one frame: on a slow machine twenty take about as long as a press may wait. */
const most = 20

/** A page's rows: the visible ones render at once, the others frame by frame. A spacer keeps their room. */
export function RowsInSight({ page, count, height, upTo, children }: RowsInSightProps) {
  const [drawn, setDrawn] = useState<{ page: object | undefined; rows: number }>()
  const inSight = Math.min(most, Math.ceil((innerHeight - chrome) / height))
  const rows = drawn && drawn.page === page ? drawn.rows : inSight
  useEffect(() => {
    if (rows < upTo) startTransition(() => setDrawn({ page, rows: rows + most }))
  }, [page, rows, upTo])

  const ready = Math.min(count, upTo, rows)
  return (
    <tbody>
      {Array.from({ length: ready }, (_, index) => children(index))}
      {ready < count && <SpacerRow height={(count - ready) * height} />}
    </tbody>
  )
}

/** Takes the height of rows that are not rendered. */
export const SpacerRow = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height, padding: 0 }} />
  </tr>
)
