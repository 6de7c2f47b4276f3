import { Link } from '@tanstack/react-router'
import { FiguresLink, ShopLink } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { Related, relatedLook } from '~/components/record/related'
import { todayInTokyo } from '~/lib/dates'

interface NeighboursProps {
  /** Undefined: several shops. */
  shopId: string | undefined
  /** Undefined: several days. */
  day: string | undefined
  /** The current screen, which is not linked. */
  here: 'list' | 'timetable'
}

/** Links from a shop's bookings of a day to its other records. */
export function Neighbours({ shopId, day, here }: NeighboursProps) {
  const can = useCan()
  if (shopId === undefined) return null
  return (
    <Related className={here === 'timetable' ? 'mb-2' : 'w-full'}>
      {here === 'timetable' && day && (
        <Link to="/hacomono/reservations" search={{ shop: shopId, from: day, to: day }} className={relatedLook}>
          この日の予約の一覧
        </Link>
      )}
      {here === 'list' && day && (
        <Link to="/hacomono/reservations/timetable" search={{ shop: shopId, day }} className={relatedLook}>
          この日のタイムテーブル
        </Link>
      )}
      {can('dailyReport.read') && day && day <= todayInTokyo() && (
        <Link to="/shop-reports/$shopId/$date" params={{ shopId, date: day }} className={relatedLook}>
          この日の日報
        </Link>
      )}
      <FiguresLink shopId={shopId} month={day?.slice(0, 7)}>
        {day ? 'この月の集計' : '集計'}
      </FiguresLink>
      {can('log.condition') && (
        <Link to="/member-daily-logs" search={{ shop: shopId }} preload={false} className={relatedLook}>
          日次ログ
        </Link>
      )}
      <ShopLink shopId={shopId} />
    </Related>
  )
}
