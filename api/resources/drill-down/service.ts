import type { drillDown } from '#contract/drill-down.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { kpi } from '#contract/kpi.ts'
import { yearStart } from '#contract/report-period.ts'
import { joinDays } from '#contract/words/admission.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import {
  groupedFigures,
  type MemberColumn,
  memberColumnsOf,
  retentionFigures,
  saleDays,
  scheduledFigures,
} from '#contract/words/drill-down.ts'
import { joinRoutes, movements } from '#contract/words/member.ts'
import { bookingStatuses, type FactKind, leadKinds, rowsCalled, salesCategories } from '#contract/words/report.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { membersByContact, sightOf } from '../../db/member-search.ts'
import { type LeadRow, leadRows } from '../../figures/drill-down/leads.ts'
import { type MemberRow, memberRows } from '../../figures/drill-down/members.ts'
import {
  countedPeriod,
  followedPeriod,
  isProvisional,
  knownPeriod,
  type PeriodInput,
  type PersonColumns,
  scheduledPeriod,
  withDaysAhead,
} from '../../figures/drill-down/period.ts'
import { type ReservationRow, reservationRows, type SlotRow, slotRows } from '../../figures/drill-down/reservations.ts'
import { type SaleRow, saleRows } from '../../figures/drill-down/sales.ts'
import { type VisitRow, visitRows } from '../../figures/drill-down/visits.ts'
import { cohortOf } from '../../figures/forecast.ts'
import { monthOf } from '../../figures/periods.ts'
import { hasUnreadSales, isCounting, readUnreadSales } from '../../figures/reach.ts'
import { readReportScope } from '../../figures/report-scope.ts'
import { type Cell, type CsvExports, slashed } from '../../wire/csv.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { requireShop } from '../shop/require-shop.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'

const nothing = { rows: [], total: 0, figure: 0, allRows: 0 }
const noMembers = { ...nothing, guests: 0 }
const noClass = { ...nothing, capacity: 0, seatsUsed: 0, seatsAttended: 0 }
const idText = (id: number | null) => (id === null ? null : String(id))

type MembersInput = Input<typeof drillDown.members>
type SalesInput = Input<typeof drillDown.sales>

/** Of which facts a figure's days must be known; others are of one day, or need them all. */
const kindsOfMembers: Partial<Record<MembersInput['figure'], readonly FactKind[]>> = {
  admissions: ['contracts'],
  readmissions: ['contracts'],
  transferIn: ['contracts'],
  withdrawals: ['contracts', 'leavers'],
  knownWithdrawals: ['contracts', 'leavers'],
  transferOut: ['contracts', 'leavers'],
  withdrawalRequests: ['contracts', 'leavers'],
}
const kindsOfLeads: Record<Input<typeof drillDown.leads>['figure'], readonly FactKind[]> = {
  tours: ['leads'],
  trials: ['leads'],
  trialsJoined: ['leads', 'contracts'],
}

/** The request without its page: screen and file have the same rows. */
const found = {
  members: async (ctx: Ctx, input: MembersInput) => {
    requireValidPeriod(input)
    requireGroup(ctx, input)
    // The reason may be one of health.
    const mayKnowWhy = ctx.can('member.write')
    if (input.sortKey === 'cancelReason' && !mayKnowWhy) throw new ApiError('forbidden')
    const { shopIds, dataDate, reach, ...counted } = await countedIn(ctx, input)
    const isScheduled = scheduledFigures.some((figure) => figure === input.figure)
    const requested = isScheduled ? scheduledPeriod(input, dataDate) : counted.period
    const kinds = kindsOfMembers[input.figure]
    const known = requested && kinds ? knownPeriod(reach, requested, ...kinds) : requested
    const period = known && input.figure === 'knownWithdrawals' ? withDaysAhead(input, known) : known
    const cohort = period && input.months !== undefined ? cohortOf(period, input.months) : null
    const joined = period && cohort && followedPeriod(reach, cohort, period.to)
    const isCounting = counted.isCounting && !isScheduled
    const answer =
      period && !isCounting && !(cohort && !joined)
        ? await memberRows(
            ctx.scoped,
            shopIds,
            { ...input, ...(joined && { joined }) },
            period,
            await searched(ctx, input),
          )
        : noMembers
    const rows = mayKnowWhy ? answer.rows : answer.rows.map((row) => ({ ...row, cancelReason: null }))
    return {
      ...answer,
      rows,
      isProvisional: counted.isProvisional,
      isCounting,
      period: cohort ? (joined ?? cohort) : (period ?? requested),
    }
  },

  visits: async (ctx: Ctx, input: Input<typeof drillDown.visits>) => {
    const { shopIds, period, isProvisional, isCounting } = await countedIn(ctx, input)
    return {
      ...(period && !isCounting
        ? await visitRows(ctx.scoped, shopIds, input, period, await searched(ctx, input))
        : nothing),
      period,
      isProvisional,
      isCounting,
    }
  },

  sales: async (ctx: Ctx, input: SalesInput) => {
    requireUndividedBills(input)
    const { shopIds, dataDate, isProvisional, isCounting, reach, ...counted } = await countedIn(ctx, input, true)
    // Bills belong to a month.
    const period =
      counted.period && input.figure !== 'unpaid' ? knownPeriod(reach, counted.period, 'sales') : counted.period
    const answer =
      period && dataDate && !isCounting
        ? await saleRows(ctx.scoped, shopIds, input, period, await searched(ctx, input), dataDate)
        : nothing
    return { ...answer, period: period ?? counted.period, isProvisional, isCounting }
  },

  reservations: async (ctx: Ctx, input: Input<typeof drillDown.reservations>) => {
    const { shopIds, isProvisional, isCounting, reach, ...counted } = await countedIn(ctx, input)
    const period = counted.period && knownPeriod(reach, counted.period, 'bookings')
    return {
      ...(period && !isCounting
        ? await reservationRows(ctx.scoped, shopIds, input.figure, period, await searched(ctx, input))
        : nothing),
      period: period ?? counted.period,
      isProvisional,
      isCounting,
    }
  },

  slots: async (ctx: Ctx, input: Input<typeof drillDown.slots>) => {
    const { shopIds, isProvisional, isCounting, reach, ...counted } = await countedIn(ctx, input)
    const period = counted.period && knownPeriod(reach, counted.period, 'bookings')
    return {
      ...(period && !isCounting ? await slotRows(ctx.scoped, shopIds, input.figure, period, input) : noClass),
      period: period ?? counted.period,
      isProvisional,
      isCounting,
    }
  },

  leads: async (ctx: Ctx, input: Input<typeof drillDown.leads>) => {
    const { shopIds, isProvisional, isCounting, reach, ...counted } = await countedIn(ctx, input)
    const period = counted.period && knownPeriod(reach, counted.period, ...kindsOfLeads[input.figure])
    return {
      ...(period && !isCounting
        ? await leadRows(ctx.scoped, shopIds, input.figure, period, await searched(ctx, input))
        : nothing),
      period: period ?? counted.period,
      isProvisional,
      isCounting,
    }
  },
}

/** A request with the members whose telephone number or birthday its keyword is. */
const searched = async <Request extends { keyword?: string | undefined }>(ctx: Ctx, input: Request) => ({
  ...input,
  contacts: await membersByContact(ctx.scoped, sightOf(ctx), input.keyword),
})

/** A list's answer with its sums over all rows. */
async function behind<Row, Item, Besides extends object>(
  input: { offset: number; limit: number },
  {
    rows,
    total,
    isProvisional,
    ...besides
  }: { rows: Row[]; total: number; isProvisional: () => Promise<boolean> } & Besides,
  toItem: (row: Row) => Item,
) {
  return { ...listAnswer(input, { rows, total }, toItem), ...besides, isProvisional: await isProvisional() }
}

export const drillDownHandlers: Handlers<typeof drillDown> = {
  members: async (ctx, input) =>
    behind(input, await found.members(ctx, input), ({ memberId: _, userId, ...row }) => ({
      ...row,
      userId: idText(userId),
    })),
  visits: async (ctx, input) => behind(input, await found.visits(ctx, input), withIds),
  sales: async (ctx, input) => behind(input, await found.sales(ctx, input), withIds),
  reservations: async (ctx, input) =>
    behind(input, await found.reservations(ctx, input), (row) => ({
      ...withIds(row),
      shopId: String(row.shopId),
      slotId: idText(row.slotId),
    })),
  slots: async (ctx, input) =>
    behind(input, await found.slots(ctx, input), (row) => ({
      ...row,
      shopId: String(row.shopId),
      slotId: String(row.slotId),
    })),
  leads: async (ctx, input) => behind(input, await found.leads(ctx, input), withIds),
}

/** Titles and cells of the columns, as on the screen. */
type Columns<Row> = [title: string, cell: (row: Row) => Cell][]

/** Rows of a file read per transaction; those of a year are counted again for each. */
const exportedAtOnce = 2000

/** All rows of a screen as a file, in its order and with its columns. */
function exportOf<Request extends PeriodInput & { shopId?: string | undefined; offset: number; limit: number }, Row>(
  nameOf: (input: Request) => string,
  columnsOf: (input: Request) => Columns<Row>,
  rowsOf: (ctx: Ctx, input: Request) => Promise<{ rows: Row[]; total: number; isCounting: boolean }>,
) {
  return {
    filename: async (ctx: Ctx, input: Request) =>
      [nameOf(input), await shopInFilename(ctx, input.shopId), periodText(input)].join('_'),
    columns: (_: Ctx, input: Request) => columnsOf(input).map(([title]) => title),
    page: async (ctx: Ctx, input: Request, after: string | null) => {
      const offset = Number(after ?? 0)
      const { rows, total, isCounting } = await rowsOf(ctx, { ...input, offset, limit: exportedAtOnce })
      // A file without rows would say that there are none.
      if (isCounting)
        throw new ApiError('busy', { message: `${periodText(input)}は集計中です。数え終わってから保存してください。` })
      if (after === null) ctx.audit({ rowCount: total, ...(input.shopId && { shopId: input.shopId }) })
      const cells = columnsOf(input)
      const next = offset + exportedAtOnce
      return { rows: rows.map((row) => cells.map(([, cell]) => cell(row))), after: next < total ? String(next) : null }
    },
  }
}

/** `2026年11月5日`, `2026年11月`, `2026年9月〜2026年11月`, `2026年度`. */
function periodText({ year, month, span = 1, day, fiscalStartMonth = yearStart }: PeriodInput): string {
  if (month === undefined) return `${year}年${fiscalStartMonth === yearStart ? '' : '度'}`
  if (span > 1) {
    const { from } = monthOf(year, month + span - 1)
    return `${year}年${month}月〜${Number(from.slice(0, 4))}年${Number(from.slice(5, 7))}月`
  }
  return `${year}年${month}月${day === undefined ? '' : `${day}日`}`
}

const minutes = (at: string) => `${slashed(at.slice(0, 10))} ${at.slice(11, 16)}`
const fullName = ({ lastName, firstName }: Pick<PersonColumns, 'lastName' | 'firstName'>) =>
  [lastName, firstName].filter(Boolean).join('\u3000') || null
const person: Columns<PersonColumns> = [
  ['会員番号', (row) => row.memberNo],
  ['氏名', fullName],
]

const memberCells: Record<MemberColumn, (row: MemberRow) => Cell> = {
  shop: (row) => row.shopName,
  date: (row) => slashed(row.date),
  movement: (row) => row.movement && movements[row.movement],
  growth: (row) => (row.movement === 'admission' || row.movement === 'transferIn' ? 1 : -1),
  otherShop: (row) => row.otherShopName,
  cancelReason: (row) => row.cancelReason && cancelReasons[row.cancelReason],
  plan: (row) => row.planName,
  joinRoute: (row) => row.joinRoute && joinRoutes[row.joinRoute],
  tenure: (row) => row.tenureMonths,
  endsOn: (row) => slashed(row.endsOn),
  visitDays: (row) => row.visitDays,
  visits: (row) => row.visits,
}
/** Units are in the title, so that the cells stay numbers. */
const memberUnits: Partial<Record<MemberColumn, string>> = {
  growth: '名',
  tenure: 'か月',
  visitDays: '日',
  visits: '回',
}

const memberColumnsFor = ({ figure, day }: MembersInput): Columns<MemberRow> => [
  ...person,
  ...memberColumnsOf(figure, day !== undefined).map(([column, title]): Columns<MemberRow>[number] => {
    const unit = memberUnits[column]
    return [unit ? `${title}（${unit}）` : title, memberCells[column]]
  }),
]

export const drillDownExports: CsvExports<typeof drillDown> = {
  members: exportOf(({ figure }) => rowsCalled(figure, kpi[figure].label), memberColumnsFor, found.members),
  visits: exportOf<Input<typeof drillDown.visits>, VisitRow>(
    () => rowsCalled('visitCount', kpi.visitCount.label),
    () => [...person, ['来館日時', ({ at }) => minutes(at)], ['店舗', ({ shopName }) => shopName]],
    found.visits,
  ),
  sales: exportOf<SalesInput, SaleRow>(
    ({ figure, category }) => rowsCalled(figure, kpi[figure].label, category),
    ({ figure }) => [
      ...person,
      [saleDays[figure], ({ date }) => slashed(date)],
      ['店舗', ({ shopName }) => shopName],
      ['区分', ({ category }) => salesCategories[category]],
      ['商品', ({ productName }) => productName],
      ...(figure === 'unpaid' ? [] : ([['数量', ({ quantity }) => quantity]] satisfies Columns<SaleRow>)),
      ['金額（税込・円）', ({ amount }) => amount],
    ],
    found.sales,
  ),
  reservations: exportOf<Input<typeof drillDown.reservations>, ReservationRow>(
    ({ figure }) => rowsCalled(figure, kpi[figure].label),
    () => [
      ...person,
      ['開始日時', ({ startAt }) => minutes(startAt)],
      ['プログラム', ({ programName }) => programName],
      ['状態', ({ status }) => bookingStatuses[status]],
      ['体験', ({ isTrial }) => (isTrial ? '体験' : null)],
      ['店舗', ({ shopName }) => shopName],
    ],
    found.reservations,
  ),
  slots: exportOf<Input<typeof drillDown.slots>, SlotRow>(
    ({ figure }) => rowsCalled(figure, kpi[figure].label),
    () => [
      ['開始日時', ({ startAt }) => minutes(startAt)],
      ['プログラム', ({ programName }) => programName],
      ['店舗', ({ shopName }) => shopName],
      ['定員（席）', ({ capacity }) => capacity],
      ['使われた席（席）', ({ seatsUsed }) => seatsUsed],
      ['出席（席）', ({ seatsAttended }) => seatsAttended],
    ],
    found.slots,
  ),
  leads: exportOf<Input<typeof drillDown.leads>, LeadRow>(
    ({ figure }) => rowsCalled(figure, kpi[figure].label),
    () => [
      ...person,
      ['来店日', ({ date }) => slashed(date)],
      ['種別', ({ kind }) => leadKinds[kind]],
      ['店舗', ({ shopName }) => shopName],
      [`入会日（見学${joinDays.tour}日・体験${joinDays.trial}日以内）`, ({ joinedOn }) => slashed(joinedOn)],
    ],
    found.leads,
  ),
}

/** Bills have no category, and belong to a month. */
function requireUndividedBills({ figure, category, day }: SalesInput) {
  if (figure !== 'unpaid') return
  if (category !== undefined) {
    throw new ApiError('invalid', { fields: { category: '未収金は区分に分けられません。' } })
  }
  if (day !== undefined) throw new ApiError('invalid', { fields: { day: '未収金は対象月ごとの数値です。' } })
}

/** Only 継続率 takes a number of months; the visits of one day have their own endpoint. */
function requireValidPeriod({ figure, month, day, span, months }: MembersInput) {
  const refuse = (field: 'day' | 'span' | 'months', text: string) => {
    throw new ApiError('invalid', { fields: { [field]: text } })
  }
  if (span !== undefined && (month === undefined || day !== undefined))
    refuse('span', '期間の月数は、最初の月と一緒に指定してください。')
  if (!retentionFigures.some((one) => one === figure)) {
    if (months !== undefined) refuse('months', '月数は継続率だけに指定できます。')
    if (figure === 'visitCount' && day !== undefined) refuse('day', '1日の来館数は、来館ごとの内訳で確認できます。')
    return
  }
  if (months === undefined) refuse('months', '月数を指定してください。')
  if (day !== undefined) refuse('day', '継続率は月ごとの数値です。')
}

/** The groups of 「なぜ」 are those of four figures; an age band says when somebody was born. */
function requireGroup(ctx: Ctx, { figure, plan, ageBand, tenure, joinRoute }: MembersInput) {
  if (ageBand !== undefined && !ctx.can('member.write')) throw new ApiError('forbidden')
  const [field] = Object.entries({ plan, ageBand, tenure, joinRoute }).find(([, value]) => value !== undefined) ?? []
  if (field === undefined || groupedFigures.some((one) => one === figure)) return
  throw new ApiError('invalid', { fields: { [field]: 'この数値の内訳は、この条件で絞り込めません。' } })
}

/** A row that may have no member. */
const withIds = <Row extends PersonColumns>({ memberId: _, userId, ...row }: Row) => ({
  ...row,
  userId: idText(userId),
})

/** The requested shops, and the days that a report of this period covers. */
async function countedIn(
  ctx: Ctx,
  { shopId, ...period }: PeriodInput & { shopId?: string | undefined },
  money = false,
) {
  if (shopId !== undefined) await requireShop(ctx, shopId)
  const { shopIds, dataDate, reach } = await readReportScope(ctx.scoped, shopId === undefined ? ctx.shops : [shopId], {
    money,
  })
  const counted = countedPeriod(period, dataDate)
  return {
    shopIds,
    dataDate,
    reach,
    period: counted,
    isCounting: counted !== null && isCounting(reach, counted),
    // Only for a screen, not for each page of a file.
    isProvisional: async () =>
      (await isProvisional(ctx.scoped, shopIds, period, dataDate)) ||
      (counted !== null &&
        ctx.can('report.money') &&
        hasUnreadSales({ unreadSales: await readUnreadSales(ctx.scoped, shopIds) }, counted)),
  }
}
