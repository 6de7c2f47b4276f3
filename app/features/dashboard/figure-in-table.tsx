import { cn } from '~/lib/utils'
import { type FigureLinkProps, linkLook, useWay, type Way } from './figure-link'
import { type FigurePeriod, type FigurePlace, hrefOf } from './rows-behind'
import { FigureText } from './signed-text'

interface FigureInTableProps extends FigureLinkProps {
  /** The row's label, for a link's accessible name: 11月5日. */
  row: string
  /** Set if it differs from the screen's shop. */
  shop?: string
}

/** A figure in a `ScrollTable`, which handles the clicks of its links and arrow-key navigation. */
export const FigureInTable = (props: FigureInTableProps) => figureInTable(useWay(), props)

export function figureInTable(way: Way | null, { figure, row, period, shop, ...narrowed }: FigureInTableProps) {
  const place = way && { shop: shop ?? way.place.shop, ...(period ?? withoutShop(way.place)) }
  const rows = way && place && way.rowsBehind(figure, place, narrowed, way.can)
  if (!rows) return <FigureText figure={figure} />
  return (
    <a href={hrefOf(rows.address)} aria-label={`${row} ${rows.name}`} tabIndex={-1} className={cellLook}>
      {figure.text}
    </a>
  )
}

/** Fills its cell, for touch: a single digit is too small a target. */
const cellLook = cn(linkLook, '-mx-1.5 px-1.5 py-1.5 -outline-offset-2 print:m-0 print:p-0')

const withoutShop = ({ shop: _, ...period }: FigurePlace): FigurePeriod => period
