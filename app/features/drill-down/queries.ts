import {
  figureSortKeys,
  groupedFigures,
  type LeadFigure,
  leadFigures,
  type MemberFigure,
  memberFigures,
  type ReservationFigure,
  reservationFigures,
  retentionFigures,
  type SaleFigure,
  type SlotFigure,
  saleFigures,
  slotFigures,
} from '#contract/words/drill-down.ts'
import { type AgeBand, ageBands } from '#contract/words/groups.ts'
import { type JoinRoute, joinRoutes } from '#contract/words/member.ts'
import { type SalesCategory, salesCategories } from '#contract/words/report.ts'
import { type TenureBand, tenureBands } from '#contract/words/why.ts'
import { valuesOf } from '#contract/words/words.ts'
import {
  drillDownToLeads,
  drillDownToMembers,
  drillDownToReservations,
  drillDownToSales,
  drillDownToSlots,
  drillDownToVisits,
} from '~/functions/drill-down'
import { addMonths, currentMonth, formatMonth, monthParts } from '~/lib/dates'
import { type ListState, listSearch, oneOf, pageOf } from '~/lib/list-search'
import { wholeWithin } from '~/lib/numbers'
import { type ShopChoice, shopFilter, shopRequest } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

/** Shop and period in the URL: a month with `month`, otherwise the year. */
export interface FigureSearch extends ListState {
  /** A shop's id, or `all`; absent: as remembered. */
  shop?: string
  /** Absent: the current month. */
  year?: number
  month?: number
  /** How many months from `month` on; absent: one. Only lists of members. */
  span?: number
  /** Restricts the month to one day. */
  day?: number
  /** The month in which years begin; absent: January. */
  fiscalStartMonth?: number
}

export interface FigureMembersSearch extends FigureSearch {
  /** Absent: 期末在籍. */
  figure?: MemberFigure
  /** N of 継続率. */
  months?: number
  /** The groups of 「なぜ」: a plan's code, and keys of their words. */
  plan?: string
  ageBand?: AgeBand
  tenure?: TenureBand
  joinRoute?: JoinRoute | 'unknown'
}

export interface FigureVisitsSearch extends FigureSearch {
  /** 0 = Sunday. */
  dow?: number
  hour?: number
}

export interface FigureSalesSearch extends FigureSearch {
  /** Absent: 売上. */
  figure?: SaleFigure
  category?: SalesCategory
}

export interface FigureReservationsSearch extends FigureSearch {
  /** Absent: 予約. */
  figure?: ReservationFigure
}

export interface FigureSlotsSearch extends FigureSearch {
  /** Absent: クラス. */
  figure?: SlotFigure
}

export interface FigureLeadsSearch extends FigureSearch {
  /** Absent: 体験. */
  figure?: LeadFigure
}

const digits = (text: string) => (/^\d{1,4}$/.test(text) ? text : undefined)
const periodFilters = { shop: shopFilter, year: digits, month: digits, day: digits, fiscalStartMonth: digits }
/** The default order is not part of the URL. */
const sortedBy = (sortKeys: readonly string[]) => ({ sortKeys, defaultSort: '' })
const salesText = listSearch({
  ...sortedBy(figureSortKeys.sales),
  filters: {
    ...periodFilters,
    figure: oneOf(...saleFigures),
    category: salesCategories,
  },
})

/** Reads an integer within bounds from the digits of a URL. */
const between = (digits: string | undefined, least: number, most: number) =>
  digits === undefined ? undefined : wholeWithin(digits, least, most)

function period({ year, month, day, fiscalStartMonth }: Partial<Record<keyof typeof periodFilters, string>>) {
  const parts = { year: between(year, 2000, 2100), month: between(month, 1, 12) }
  const days = parts.year && parts.month ? daysIn(parts.year, parts.month) : 0
  return { ...parts, day: between(day, 1, days), fiscalStartMonth: between(fiscalStartMonth, 2, 12) }
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Search of the URL of a drill-down. */
function searchOf<Figure extends string>(figures: readonly Figure[], sortKeys: readonly string[]) {
  const text = listSearch({ ...sortedBy(sortKeys), filters: { ...periodFilters, figure: oneOf(...figures) } })
  return (raw: Record<string, unknown>): FigureSearch & { figure?: Figure } => {
    const { offset, limit, keyword, sort, shop, figure, ...rest } = text(raw)
    return { figure: figure as Figure | undefined, ...period(rest), shop, keyword, sort, offset, limit }
  }
}

const membersText = searchOf(memberFigures, figureSortKeys.members)
const visitsText = listSearch({
  ...sortedBy(figureSortKeys.visits),
  filters: { ...periodFilters, dow: digits, hour: digits },
})
const lengths = listSearch({ ...sortedBy([]), filters: { months: digits, span: digits } })
const shortText = (text: string) => (text !== '' && text.length <= 60 ? text : undefined)
const groups = listSearch({
  ...sortedBy([]),
  filters: {
    plan: shortText,
    ageBand: ageBands,
    tenure: tenureBands,
    joinRoute: oneOf(...valuesOf(joinRoutes), 'unknown'),
  },
})

/** The groups of 「なぜ」 in the URL, of the figures that have them. */
function groupOf(figure: MemberFigure | undefined, raw: Record<string, unknown>) {
  const { plan, ageBand, tenure, joinRoute } = groups(raw)
  const isGrouped = groupedFigures.some((one) => one === (figure ?? 'closingMembers'))
  return (isGrouped ? { plan, ageBand, tenure, joinRoute } : {}) as Pick<
    FigureMembersSearch,
    'plan' | 'ageBand' | 'tenure' | 'joinRoute'
  >
}

/** Search of the members' drill-down; 継続率 needs a whole month. */
export function figureMembersSearch(raw: Record<string, unknown>): FigureMembersSearch {
  const { day, ...read } = membersText(raw)
  const { months, span } = lengths(raw)
  const search = { ...read, span: read.year && read.month && !day ? between(span, 2, 12) : undefined }
  // Visits of a single day have another screen.
  if (!isRetention(search.figure))
    return {
      ...search,
      ...groupOf(search.figure, raw),
      day: search.figure === 'visitCount' ? undefined : day,
    }
  return { ...search, months: between(months, 1, 12) ?? 3 }
}

const isRetention = (figure: MemberFigure | undefined) => retentionFigures.some((one) => one === figure)

/** Search of the visits' drill-down: a month, or a part of it. */
export function figureVisitsSearch(raw: Record<string, unknown>): FigureVisitsSearch {
  const { offset, limit, keyword, sort, shop, dow, hour, ...rest } = visitsText(raw)
  const { year, month, day } = period(rest)
  // A year has too many visits to list.
  const ofMonth = year !== undefined && month !== undefined ? { year, month, day } : {}
  return { ...ofMonth, dow: between(dow, 0, 6), hour: between(hour, 0, 23), shop, keyword, sort, offset, limit }
}

export const figureReservationsSearch = searchOf(reservationFigures, figureSortKeys.reservations)
export const figureSlotsSearch = searchOf(slotFigures, figureSortKeys.slots)
export const figureLeadsSearch = searchOf(leadFigures, figureSortKeys.leads)

/** Search of the sales' drill-down. */
export function figureSalesSearch(raw: Record<string, unknown>): FigureSalesSearch {
  const { offset, limit, keyword, sort, shop, figure, category, ...rest } = salesText(raw)
  const { day, ...parts } = period(rest)
  // Bills are monthly.
  const ofDay = figure === 'unpaid' ? undefined : day
  return { figure, category, ...parts, day: ofDay, shop, keyword, sort, offset, limit }
}

/** The month, months, day or year in the URL; the current month where it names none. */
export function shownPeriod({ year, month, span, day, fiscalStartMonth }: FigureSearch): PeriodInput {
  if (year === undefined) return monthParts(currentMonth())
  if (month !== undefined)
    return { year, month, ...(span !== undefined && { span }), ...(day !== undefined && { day }) }
  return { year, ...(fiscalStartMonth !== undefined && { fiscalStartMonth }) }
}

export type PeriodInput = { year: number; month?: number; span?: number; day?: number; fiscalStartMonth?: number }

/** `2026-11` of a month or a day; undefined of a year. */
export const monthText = ({ year, month }: PeriodInput) =>
  month === undefined ? undefined : `${year}-${String(month).padStart(2, '0')}`

/** `2026年11月`, `2026年9月〜2026年11月`, `2026年11月5日`, `2026年`, `2026年度`. */
export function periodName(period: PeriodInput): string {
  const month = monthText(period)
  if (month && period.span !== undefined)
    return `${formatMonth(month)}〜${formatMonth(addMonths(month, period.span - 1))}`
  if (month && period.day !== undefined) return `${formatMonth(month)}${period.day}日`
  return month ? formatMonth(month) : `${period.year}年${(period.fiscalStartMonth ?? 1) === 1 ? '' : '度'}`
}

/** Common part of every drill-down request: shop, period, paging, keyword, order. */
const request = <Key extends string>(_: readonly Key[], search: FigureSearch, shops?: readonly ShopChoice[]) => ({
  ...shopRequest(search.shop, shops),
  ...shownPeriod(search),
  ...(search.offset !== undefined && { offset: search.offset }),
  limit: pageOf(search).limit,
  ...(search.keyword !== undefined && { keyword: search.keyword }),
  ...(search.sort !== undefined && orderOf<Key>(search.sort)),
})

const orderOf = <Key extends string>(sort: string) => ({
  sortKey: sort.replace(/^-/, '') as Key,
  sortDir: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
})

export const shownMemberFigure = ({ figure }: FigureMembersSearch) => figure ?? 'closingMembers'
export const shownSaleFigure = ({ figure }: FigureSalesSearch) => figure ?? 'netSales'
export const shownReservationFigure = ({ figure }: FigureReservationsSearch) => figure ?? 'booked'
export const shownSlotFigure = ({ figure }: FigureSlotsSearch) => figure ?? 'slots'
export const shownLeadFigure = ({ figure }: FigureLeadsSearch) => figure ?? 'trials'
/** Bills have no category. */
export const shownCategory = ({ figure, category }: FigureSalesSearch) => (figure === 'unpaid' ? undefined : category)

/** The endpoint's input for a URL: the same for the early fetch from the document and on the screen. */
const requestedBy =
  <Search extends FigureSearch, Figure extends string, Key extends string>(
    keys: readonly Key[],
    shown: (search: Search) => Figure,
  ) =>
  (search: Search, shops?: readonly ShopChoice[]) => ({ ...request(keys, search, shops), figure: shown(search) })

export function requestedMembers(search: FigureMembersSearch, shops?: readonly ShopChoice[]) {
  const { months, plan, ageBand, tenure, joinRoute } = search
  const request = requestedBy(figureSortKeys.members, shownMemberFigure)(search, shops)
  return {
    ...request,
    ...(months !== undefined && { months }),
    ...(plan !== undefined && { plan }),
    ...(ageBand !== undefined && { ageBand }),
    ...(tenure !== undefined && { tenure }),
    ...(joinRoute !== undefined && { joinRoute }),
  }
}

export function requestedVisits({ dow, hour, ...search }: FigureVisitsSearch, shops?: readonly ShopChoice[]) {
  const { year, month } = search
  const ofMonth = year && month ? { year, month } : monthParts(currentMonth())
  return {
    ...request(figureSortKeys.visits, search, shops),
    ...ofMonth,
    ...(dow !== undefined && { dow }),
    ...(hour !== undefined && { hour }),
  }
}

export function requestedSales(search: FigureSalesSearch, shops?: readonly ShopChoice[]) {
  const category = shownCategory(search)
  return { ...requestedBy(figureSortKeys.sales, shownSaleFigure)(search, shops), ...(category && { category }) }
}
export const requestedReservations = requestedBy(figureSortKeys.reservations, shownReservationFigure)
export const requestedSlots = requestedBy(figureSortKeys.slots, shownSlotFigure)
export const requestedLeads = requestedBy(figureSortKeys.leads, shownLeadFigure)

interface Page {
  params: { offset: number }
  list: object[]
}
/** A row, known by its place. */
export type Placed<Row> = Row & { id: string }
type WithPlaces<Answer extends Page> = Answer & { list: Placed<Answer['list'][number]>[] }
interface Read<Options, Answer> {
  (options: Options): Promise<Answer>
  url?: string
}

/** Rows have no id, so they are keyed by position. */
const withPlaces = <Options, Answer extends Page>(read: Read<Options, Answer>): Read<Options, WithPlaces<Answer>> =>
  Object.assign(
    async (options: Options) => {
      const answer = await read(options)
      return { ...answer, list: answer.list.map((row, at) => ({ ...row, id: String(answer.params.offset + at) })) }
    },
    // Its address, for the early data.
    read.url !== undefined && { url: read.url },
  )

/** One page of a figure's rows, in one shop or every shop in scope. */
export const figureMembersQuery = shopQuery('drillDown.members', withPlaces(drillDownToMembers))
export const figureVisitsQuery = shopQuery('drillDown.visits', withPlaces(drillDownToVisits))
export const figureSalesQuery = shopQuery('drillDown.sales', withPlaces(drillDownToSales))
export const figureReservationsQuery = shopQuery('drillDown.reservations', withPlaces(drillDownToReservations))
export const figureSlotsQuery = shopQuery('drillDown.slots', withPlaces(drillDownToSlots))
export const figureLeadsQuery = shopQuery('drillDown.leads', withPlaces(drillDownToLeads))
