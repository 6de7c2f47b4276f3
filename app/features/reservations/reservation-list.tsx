import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '#contract/names.ts'
import type { ShopReservation } from '#contract/shop-reservation.ts'
import { reservationFields } from '#contract/words/fields/shop-reservation.ts'
import {
  bookedVias,
  reservationKinds,
  reservationStatuses,
  shopReservationList,
} from '#contract/words/shop-reservation.ts'
import { OnTimetable, ShopName, StaffName } from '~/auth/record-links'
import { useCan, useMe } from '~/auth/session'
import { ChoiceSwitch } from '~/components/choice-switch'
import { choiceFilter, flagFilter, periodFilter } from '~/components/resource-table/filters'
import { ResourceTable } from '~/components/resource-table/resource-table'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn, ListProps } from '~/components/resource-table/types'
import { ScreenTitle } from '~/components/screen-head'
import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { exportReservations } from '~/functions/shop-reservation'
import { addDays, formatDate, formatDateTime, todayInTokyo } from '~/lib/dates'
import { formatPercent, none } from '~/lib/format'
import { Synced } from '~/nouns/club-system/synced'
import { ReservationStatusChip } from '~/nouns/reservation/reservation-status'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { DaySteps } from './day-steps'
import { kanaOf, marksOf, nameOf, recordPath, timeOf, whoText } from './labels'
import { Neighbours } from './neighbours'
import { choicesQuery, type ReservationSearch, requestedReservations, reservationListQuery, shownDays } from './queries'
import { ReservationTabs } from './reservation-tabs'

function Who({ member }: Pick<ShopReservation, 'member'>) {
  if (!member) return <span className="text-muted-foreground">ビジター</span>
  const sub = [kanaOf(member), member.memberNo, member.id === null && '担当外の会員'].filter(Boolean).join('・')
  return <TwoLines main={nameOf(member)} sub={sub} />
}

const columns: ListColumn<ShopReservation>[] = [
  { id: 'member', label: '会員', width: 220, cell: ({ member }) => <Who member={member} /> },
  {
    id: 'startAt',
    label: reservationFields.startAt,
    width: 225,
    card: 'text',
    sortKey: 'startAt',
    cell: (row) => (
      <OnTimetable shopId={row.shop.id} startAt={row.startAt} open={row} isQuiet>
        {formatDateTime(row.startAt)}–{timeOf(row.endAt)}
      </OnTimetable>
    ),
  },
  {
    id: 'program',
    label: reservationFields.programName,
    width: 140,
    card: 'text',
    cell: ({ programName }) => programName,
  },
  {
    id: 'status',
    label: reservationFields.status,
    width: 150,
    card: 'beside',
    cell: ({ status }) => <ReservationStatusChip status={status} />,
  },
  {
    id: 'staff',
    label: reservationFields.staffId,
    width: 100,
    card: 'text',
    cell: ({ staff }) => (staff ? <StaffName staff={staff} isQuiet /> : none),
  },
]

const more: ListColumn<ShopReservation>[] = [
  {
    id: 'bookedAt',
    label: reservationFields.bookedAt,
    width: 170,
    priority: 2,
    sortKey: 'bookedAt',
    sortFirst: 'desc',
    cell: ({ bookedAt }) => formatDateTime(bookedAt),
  },
  {
    id: 'room',
    label: reservationFields.studioRoomName,
    width: 120,
    priority: 2,
    card: 'text',
    cell: ({ studioRoomName }) => studioRoomName ?? none,
  },
  {
    id: 'seat',
    label: reservationFields.seatNo,
    width: 60,
    priority: 2,
    card: 'labelled',
    cell: ({ seatNo }) => seatNo ?? none,
  },
  { id: 'marks', label: '体験・初回', width: 100, priority: 2, card: 'text', cell: (row) => marksOf(row) || none },
  {
    id: 'via',
    label: reservationFields.bookedVia,
    width: 100,
    priority: 3,
    cell: ({ bookedVia }) => bookedVias[bookedVia],
  },
  { id: 'kind', label: reservationFields.kind, width: 90, priority: 3, cell: ({ kind }) => reservationKinds[kind] },
  {
    id: 'externalId',
    label: reservationFields.externalId,
    width: 100,
    priority: 3,
    cell: ({ externalId }) => externalId ?? '–',
  },
  {
    id: 'note',
    label: reservationFields.note,
    width: 200,
    priority: 3,
    card: 'text',
    cell: ({ note }) => note ?? none,
  },
]

const shopColumn: ListColumn<ShopReservation> = {
  id: 'shop',
  label: '店舗',
  width: 100,
  card: 'text',
  cell: ({ shop }) => <ShopName shop={shop} isQuiet />,
}

type Answer = AnswerOf<'shopReservation.list'>

/** `2026/11/23(月)`, `2026/11/01(日) 〜`; empty for all days. */
function daysText({ from, to }: { from?: string; to?: string }): string {
  if (from && from === to) return formatDate(from)
  return from || to ? `${from ? formatDate(from) : ''} 〜 ${to ? formatDate(to) : ''}`.trim() : '全期間'
}

/** Which bookings are shown: those with a place apart from those waiting for one. */
type Shown = 'all' | 'held' | 'waiting'
const shownIn = ({ held, status }: ReservationSearch): Shown | undefined => {
  if (held) return 'held'
  return status === 'waitlisted' ? 'waiting' : status === undefined ? 'all' : undefined
}
const conditionOf: Record<Shown, Pick<ReservationSearch, 'held' | 'status'>> = {
  all: { held: undefined, status: undefined },
  held: { held: 'true', status: undefined },
  waiting: { held: undefined, status: 'waitlisted' },
}

interface HeadProps {
  search: ReservationSearch
  onChange: (next: Partial<ReservationSearch>) => void
  shopId: string | undefined
  label: string
  answer: Answer | undefined
}

/** Summary: member, days, and number of no-shows. */
function Head({ search, onChange, shopId, label, answer }: HeadProps) {
  const me = useMe()
  const { from, to } = shownDays(search)
  const today = todayInTokyo()
  // Today is the default, except of one member or class.
  const isDefault = search.userId === undefined && search.slotId === undefined
  const toDays = (from: string, to: string) =>
    onChange(isDefault && from === today && to === today ? { from: undefined, to: undefined } : { from, to })
  const step =
    from && to
      ? (distance: 1 | -1) => {
          const days = distance * ((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1)
          toDays(addDays(from, days), addDays(to, days))
        }
      : undefined
  const ofMine = me && search.staffId === me.staff.id
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-1">
      <ScreenTitle title="予約" lead={label} />
      <ReservationTabs shop={search.shop} />
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <DaySteps
          unit={from && from === to ? '日' : '期間'}
          text={daysText(shownDays(search))}
          day={from}
          onStep={step}
          onDay={(day) => toDays(day, day)}
          onToday={() => toDays(today, today)}
        />
        <ChoiceSwitch<Shown>
          label="予約の種類"
          value={shownIn(search)}
          choices={[
            { value: 'all', label: 'すべて' },
            { value: 'held', label: '予約' },
            { value: 'waiting', label: answer?.waitlisted ? `キャンセル待ち ${answer.waitlisted}` : 'キャンセル待ち' },
          ]}
          onChange={(next) => onChange(conditionOf[next])}
        />
        {me?.staff.role === 'level2' && (
          <Button
            variant={ofMine ? 'primary' : 'outline'}
            aria-pressed={ofMine}
            onClick={() => onChange({ staffId: ofMine ? undefined : me.staff.id })}
          >
            自分の担当
          </Button>
        )}
      </div>
      <p className="figures hidden text-sm font-medium print:block">{daysText(shownDays(search))}</p>
      {/* A rate is meaningless with a status filter. */}
      {answer && search.status === undefined && !search.held && answer.lateCancelRate !== null && (
        <dl className="figures flex flex-wrap gap-x-4 text-sm">
          <Rate
            label="無断キャンセル率"
            rate={answer.noShowRate}
            formula="無断キャンセル ÷（出席 ＋ 無断キャンセル）"
          />
          <Rate label="直前キャンセル率" rate={answer.lateCancelRate} formula="直前キャンセル ÷ 予約" />
        </dl>
      )}
      <div className="sm:ml-auto">
        <Synced at={answer?.syncedAt} />
      </div>
      <Neighbours here="list" shopId={shopId} day={from && from === to ? from : undefined} />
    </div>
  )
}

const Rate = ({ label, rate, formula }: { label: string; rate: number | null; formula: string }) => (
  <div className="flex gap-1.5" title={`${formula}（データ時点まで。キャンセル待ちは数えません）`}>
    <dt className="text-muted-foreground">{label}</dt>
    <dd className="font-semibold">{formatPercent(rate)}</dd>
  </div>
)

/** List of bookings: today's, or by days, member and class. */
export function ReservationList({ search, onSearchChange }: ListProps<ReservationSearch>) {
  const can = useCan()
  const { shopId, shop, shops, label } = useSelectedShop(search.shop)
  const { data: choices } = useQuery(choicesQuery(shopId))
  const { data: answer } = useQuery(reservationListQuery(requestedReservations(search, shops)))
  const change = (next: Partial<ReservationSearch>) =>
    onSearchChange({ ...search, offset: undefined, ...next } as ReservationSearch, { replace: false })
  const ofSeveralShops = shop === undefined
  const shown = useMemo(() => [...columns, ...(ofSeveralShops ? [shopColumn] : []), ...more], [ofSeveralShops])
  const { userId, slotId } = search
  const member = answer?.member
  const first = slotId === undefined ? undefined : answer?.list[0]
  const filters = useMemo(
    () => [
      ...(userId ? [choiceFilter('userId', '会員', [[userId, member ? whoText(member) : '…']])] : []),
      ...(slotId
        ? [
            choiceFilter('slotId', '予約枠', [
              [slotId, first ? `${formatDateTime(first.startAt)} ${first.programName}` : '選択中の予約枠'],
            ]),
          ]
        : []),
      choiceFilter('status', reservationFields.status, reservationStatuses),
      choiceFilter(
        'programName',
        reservationFields.programName,
        (choices?.programs ?? []).map((name) => [name, name]),
      ),
      choiceFilter(
        'staffId',
        reservationFields.staffId,
        (choices?.staff ?? []).map(({ id, displayName }) => [id, displayName]),
      ),
      flagFilter('held', '取消・キャンセル待ちを除く'),
      flagFilter('isTrial', '体験のみ'),
      periodFilter('from', 'to', '日付'),
    ],
    [choices, userId, member, slotId, first],
  )

  return (
    <ResourceTable<ShopReservation, ReservationSearch, Answer>
      name="reservations"
      title="予約"
      noun="予約"
      head={(answer) => <Head search={search} onChange={change} shopId={shop?.id} label={label} answer={answer} />}
      search={search}
      onSearchChange={onSearchChange}
      query={(params) => reservationListQuery(requestedReservations(params, shops))}
      columns={shown}
      defaultSort={shopReservationList.defaultSort}
      searchHint={`氏名・フリガナ・会員番号・${can('member.write') ? '電話番号・' : ''}プログラム`}
      filters={filters}
      rowLabel={(row) => `${whoText(row.member)} ${formatDateTime(row.startAt)}`}
      rowPath={({ member }) => recordPath(member)}
      csv={
        can('member.export') &&
        ((params, signal) => exportReservations({ data: requestedReservations(params, shops), signal }))
      }
      notFound={<ShopNotFound />}
      nothing={() => (
        <EmptyState title={`${daysText(shownDays(search))}の予約はありません`}>
          <p>ほかの日の予約は、絞り込みの「日付」で表示できます。</p>
        </EmptyState>
      )}
    />
  )
}
