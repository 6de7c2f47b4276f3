import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface RowsInSightProps {
  /** Identity of the page shown; a refetch does not change it. */
  page: object | undefined
  count: number
  /** Height of each row, in pixels. */
  height: number
  /** Number of rows to render afterwards: all, or a window's worth until the virtualiser has loaded. */
  upTo: number
  children: (index: number) => ReactNode
}

/** Minimum height of title, toolbar, header and pager, in pixels. */
const chrome = 236

/** A page's rows: the visible ones render at once, the others in a transition. A spacer keeps their room. */
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

/** Takes the height of rows that are not rendered. */
export const SpacerRow = ({ height }: { height: number }) => (
  <tr aria-hidden>
    <td style={{ height, padding: 0 }} />
  </tr>
)
