import { cn } from '~/lib/utils'
import { type FigureLinkProps, linkLook, useWay, type Way } from './figure-link'
import { type FigurePeriod, type FigurePlace, hrefOf } from './rows-behind'
import { FigureText } from './signed-text'

interface FigureInTableProps extends FigureLinkProps {
  /** What the row is, as a link is read out of its table: 11月5日. */
  row: string
  /** Another shop than the screen's. */
  shop?: string
}

/** The same in a `ScrollTable`, which follows the links of its cells and goes from one to the next by arrow keys. */
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

/** As large as its cell, for fingers: a digit alone is missed. */
const cellLook = cn(linkLook, '-mx-1.5 px-1.5 py-1.5 -outline-offset-2 print:m-0 print:p-0')

const withoutShop = ({ shop: _, ...period }: FigurePlace): FigurePeriod => period
