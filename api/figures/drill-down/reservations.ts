import { type SQL, sql } from 'drizzle-orm'
import type { ReservationFigure, SlotFigure } from '#contract/words/drill-down.ts'
import { type BookingStatus, bookingStatuses } from '#contract/words/report.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Db } from '../../db/client.ts'
import { idArray, rowsOf } from '../../db/expressions.ts'
import { happenedIn, type Period } from '../periods.ts'
import {
  countedDays,
  daysOfPage,
  foundRows,
  isPlain,
  orderOf,
  type Page,
  type PersonColumns,
  type SortKeyOf,
  shopOrder,
  slice,
  tokyoDateTime,
  withNames,
} from './period.ts'

export interface ReservationRow extends PersonColumns {
  startAt: string
  programName: string
  shopId: number
  shopName: string
  slotId: number | null
  status: BookingStatus
  isTrial: boolean
}

export interface ReservationRows {
  rows: ReservationRow[]
  total: number
  figure: number
  allRows: number
}

/** Their number on a day. */
const bookingsOnDay: Record<ReservationFigure, SQL> = {
  booked: sql`booked`,
  attended: sql`attended`,
  noShow: sql`no_show`,
  lateCancel: sql`late_cancelled`,
  cancelled: sql`cancelled`,
}

const statusesOf: Record<ReservationFigure, readonly BookingStatus[]> = {
  booked: valuesOf(bookingStatuses),
  attended: ['checkedIn', 'completed'],
  noShow: ['noShow'],
  lateCancel: ['lateCancelled'],
  cancelled: ['cancelled'],
}

/** The bookings counted in a figure of these shops and days, by start time. The period is counted (`countedDays`). */
export async function reservationRows(
  db: Db,
  shopIds: readonly string[],
  figure: ReservationFigure,
  period: Period,
  page: Page<SortKeyOf<'reservations'>>,
): Promise<ReservationRows> {
  const shops = idArray(shopIds)
  const statuses = sql`${`{${statusesOf[figure].join(',')}}`}::text[]`
  const began = (period: Period) => sql`
    reservation r where r.shop_id = any(${shops}) and ${happenedIn(sql`r.start_at`, period)}
      and r.status = any(${statuses})`
  const days = await countedDays<{ rows: number }>(db, shops, period, sql`sum(${bookingsOnDay[figure]}) as rows`)
  const allRows = days.reduce((sum, { rows }) => sum + rows, 0)
  const all = { figure: allRows, allRows }
  const bookings = (period: Period) => sql`
    select r.start_at, r.id, r.shop_id, r.slot_id, r.program_name, r.member_id, r.status, r.is_trial from ${began(period)}`
  const shown = (page: SQL) =>
    withNames(
      page,
      sql`${tokyoDateTime(sql`page.start_at`)} as "startAt", page.program_name as "programName",
        page.shop_id as "shopId", page.slot_id as "slotId", page.status,
        page.is_trial as "isTrial"`,
    )
  if (!isPlain(page)) {
    const found = await foundRows<ReservationRow, SortKeyOf<'reservations'>>(db, page, {
      counted: bookings(period),
      orders: {
        startAt: sql`c.start_at`,
        program: sql`c.program_name`,
        name: sql`n.kana`,
        status: orderOf(sql`c.status`, valuesOf(bookingStatuses)),
        isTrial: sql`c.is_trial`,
        shop: shopOrder,
      },
      own: sql`c.start_at, c.id`,
      text: sql`c.program_name`,
      shown,
    })
    return { ...found, ...all }
  }
  const place = daysOfPage(days, page)
  const rows = place
    ? await rowsOf<ReservationRow>(
        db,
        shown(sql`
          ${bookings(place.period)}
          order by r.start_at, r.id ${slice({ offset: place.offset, limit: page.limit })}`),
      )
    : []
  return { rows, total: allRows, ...all }
}

export interface SlotRow {
  slotId: number
  startAt: string
  programName: string
  shopId: number
  shopName: string
  capacity: number
  seatsUsed: number
  seatsAttended: number
}

export interface SlotRows {
  rows: SlotRow[]
  total: number
  figure: number
  allRows: number
  /** Over all rows, like the two below. */
  capacity: number
  seatsUsed: number
  seatsAttended: number
}

/** Looked up per class: joined, the whole view would be counted. */
const seatsOfClass = sql`select used, attended from class_seats where id = s.id offset 0`

/** The classes that started in these shops and days, in order, and how full they were (docs/domain.md, "Classes"). As above. */
export async function slotRows(
  db: Db,
  shopIds: readonly string[],
  figure: SlotFigure,
  period: Period,
  page: Page<SortKeyOf<'slots'>>,
): Promise<SlotRows> {
  const shops = idArray(shopIds)
  const began = (period: Period) => sql`
    slot s where s.shop_id = any(${shops}) and ${happenedIn(sql`s.start_at`, period)}`
  const days = await countedDays<Record<'rows' | 'capacity' | 'used' | 'attended', number>>(
    db,
    shops,
    period,
    sql`sum(slots) as rows, sum(capacity) as capacity, sum(seats_used) as used, sum(seats_attended) as attended`,
  )
  const sumOf = (column: 'rows' | 'capacity' | 'used' | 'attended') => days.reduce((sum, day) => sum + day[column], 0)
  const allRows = sumOf('rows')
  const sums = { capacity: sumOf('capacity'), seatsUsed: sumOf('used'), seatsAttended: sumOf('attended') }
  const all = { figure: figure === 'slots' ? allRows : sums.capacity, allRows, ...sums }
  const shown = (page: SQL) => sql`
    select s.id as "slotId", s.shop_id as "shopId", ${tokyoDateTime(sql`s.start_at`)} as "startAt",
      s.program_name as "programName",
      (select name from shop where id = s.shop_id) as "shopName", s.capacity, seats.used as "seatsUsed",
      seats.attended as "seatsAttended"
    from (select page.*, row_number() over () as place from (${page}) page) s
    cross join lateral (${seatsOfClass}) seats
    order by s.place`
  if (!isPlain(page)) {
    const seats = (column: 'used' | 'attended') =>
      sql`(select seats.${sql.raw(column)} from (select c.id, c.capacity) s cross join lateral (${seatsOfClass}) seats)`
    const found = await foundRows<SlotRow, SortKeyOf<'slots'>>(db, page, {
      counted: sql`select s.start_at, s.id, s.shop_id, s.program_name, s.capacity from ${began(period)}`,
      orders: {
        startAt: sql`c.start_at`,
        program: sql`c.program_name`,
        shop: shopOrder,
        capacity: sql`c.capacity`,
        seatsUsed: seats('used'),
        seatsAttended: seats('attended'),
      },
      own: sql`c.start_at, c.id`,
      hasPeople: false,
      text: sql`c.program_name`,
      shown,
    })
    return { ...found, ...all }
  }
  const place = daysOfPage(days, page)
  const rows = place
    ? await rowsOf<SlotRow>(
        db,
        shown(sql`
          select s.start_at, s.id, s.shop_id, s.program_name, s.capacity from ${began(place.period)}
          order by s.start_at, s.id ${slice({ offset: place.offset, limit: page.limit })}`),
      )
    : []
  return { rows, total: allRows, ...all }
}
