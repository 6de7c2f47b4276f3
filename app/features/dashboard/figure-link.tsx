import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useCan } from '~/auth/session'
import { cn } from '~/lib/utils'
import { allShops } from '~/shop/selected-shop'
import {
  type FigurePeriod,
  type FigurePlace,
  hrefOf,
  type LinkedFigure,
  type Narrowed,
  rowsBehind,
} from './rows-behind'

/** The shop and the period of the figures on the screen. */
export interface FigureSource extends FigurePeriod {
  shopId: string | null
}

export interface Way {
  place: FigurePlace
  can: ReturnType<typeof useCan>
}

const WayContext = createContext<Way | null>(null)

/** Figures below link to their rows, for users who may read them. Without a source they do not: it may come later. */
export function FiguresOf({ source, children }: { source: FigureSource | null; children: ReactNode }) {
  const can = useCan()
  const way = useMemo(() => {
    if (!source) return null
    const { shopId, ...period } = source
    return { place: { shop: shopId ?? allShops, ...period }, can }
  }, [source, can])
  return <WayContext value={way}>{children}</WayContext>
}

export interface FigureLinkProps extends Narrowed {
  figure: LinkedFigure
  /** Another period than the screen's. */
  period?: FigurePeriod | undefined
}

const look = 'rounded-xs underline-offset-4 decoration-1 hover:underline focus-visible:underline'

/** A figure's number, leading to the rows that it was counted from where there are any. */
export function FigureLink({ figure, period, ...narrowed }: FigureLinkProps) {
  const way = useContext(WayContext)
  const place = way && (period ? { shop: way.place.shop, ...period } : way.place)
  const rows = way && place && rowsBehind(figure, place, narrowed, way.can)
  if (!rows) return figure.text
  return (
    <Link
      {...rows.address}
      aria-label={rows.name}
      // A passing pointer fetches no rows.
      preloadDelay={100}
      className={look}
    >
      {figure.text}
    </Link>
  )
}

interface FigureInTableProps extends FigureLinkProps {
  /** What the row is, as a link is read out of its table: 11月5日. */
  row: string
  /** Another shop than the screen's. */
  shop?: string
}

/** The same in a `ScrollTable`, which follows the links of its cells and goes from one to the next by arrow keys. */
export const FigureInTable = (props: FigureInTableProps) => figureInTable(useWay(), props)

/** Where the figures below lead, for rows so many that each of their cells asking for it would be felt. */
export const useWay = () => useContext(WayContext)

export function figureInTable(way: Way | null, { figure, row, period, shop, ...narrowed }: FigureInTableProps) {
  const place = way && { shop: shop ?? way.place.shop, ...(period ?? withoutShop(way.place)) }
  const rows = way && place && rowsBehind(figure, place, narrowed, way.can)
  if (!rows) return figure.text
  return (
    <a href={hrefOf(rows.address)} aria-label={`${row} ${rows.name}`} tabIndex={-1} className={cellLook}>
      {figure.text}
    </a>
  )
}

/** As large as its cell, for fingers: a digit alone is missed. */
const cellLook = cn(look, '-mx-1.5 px-1.5 py-1.5 -outline-offset-2 print:m-0 print:p-0')

const withoutShop = ({ shop: _, ...period }: FigurePlace): FigurePeriod => period
