import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useCan } from '~/auth/session'
import { allShops } from '~/shop/selected-shop'
import type { FigurePeriod, FigurePlace, LinkedFigure, Narrowed, RowsBehind } from './rows-behind'
import { FigureText } from './signed-text'

/** The shop and the period of the figures on the screen. */
interface FigureSource extends FigurePeriod {
  shopId: string | null
}

export interface Way {
  place: FigurePlace
  can: ReturnType<typeof useCan>
  rowsBehind: RowsBehind
}

const WayContext = createContext<Way | null>(null)

interface FiguresOfProps {
  source: FigureSource
  /** Until this has loaded, figures are not links. */
  rowsBehind: RowsBehind | undefined
  children: ReactNode
}

/** Makes the figures below link to their rows, for users who may read them. */
export function FiguresOf({ source, rowsBehind, children }: FiguresOfProps) {
  const can = useCan()
  const way = useMemo(() => {
    if (!rowsBehind) return null
    const { shopId, ...period } = source
    return { place: { shop: shopId ?? allShops, ...period }, can, rowsBehind }
  }, [source, can, rowsBehind])
  return <WayContext value={way}>{children}</WayContext>
}

export interface FigureLinkProps extends Narrowed {
  figure: LinkedFigure
  /** Set if it differs from the screen's period. */
  period?: FigurePeriod | undefined
}

/** How such a link looks. */
export const linkLook = 'rounded-xs underline-offset-4 decoration-1 hover:underline focus-visible:underline'

/** A figure's number, leading to the rows that it was counted from where there are any. */
export function FigureLink({ figure, period, ...narrowed }: FigureLinkProps) {
  const way = useContext(WayContext)
  const place = way && (period ? { shop: way.place.shop, ...period } : way.place)
  const rows = way && place && way.rowsBehind(figure, place, narrowed, way.can)
  if (!rows) return <FigureText figure={figure} />
  return (
    <Link
      {...rows.address}
      aria-label={rows.name}
      // No prefetch on hover.
      preloadDelay={100}
      className={linkLook}
    >
      {figure.text}
    </Link>
  )
}

/** Link targets of the figures below, looked up once for large tables, where a hook per cell would be slow. */
export const useWay = () => useContext(WayContext)
