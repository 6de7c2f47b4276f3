import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface RowsInSightProps {
  /** What stays the same as long as the same page is shown, read again or not. */
  page: object | undefined
  count: number
  /** Pixels, of every row. */
  height: number
  /** How many follow; all of them, unless the virtualiser is still to come. */
  upTo: number
  children: (index: number) => ReactNode
}

/** What title, tools, header and pages take of the window's height at least, in pixels. */
const chrome = 236

/** The rows of a page: those in sight in the frame of the click, the others in one that nobody waits for. Their room is kept. */
export function RowsInSight({ page, count, height, upTo, children }: RowsInSightProps) {
  const [drawn, setDrawn] = useState<object>()
  useEffect(() => startTransition(() => setDrawn(page)), [page])

  const inSight = Math.ceil((innerHeight - chrome) / height)
  const ready = Math.min(count, drawn === page ? upTo : inSight)
  return (
    <tbody>
      {Array.from({ length: ready }, (_, index) => children(index))}
      {ready < count && <SpacerRow height={(count - ready) * height} />}
    </tbody>
  )
}

/** The room of rows that are not drawn. */
export const SpacerRow = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height, padding: 0 }} />
  </tr>
)
