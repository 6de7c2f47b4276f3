import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ShopReservation } from '#contract/shop-reservation.ts'
import { reservationStatuses } from '#contract/words/shop-reservation.ts'
import { StaffName } from '~/auth/record-links'
import { useMe, useReach } from '~/auth/session'
import { Sheet } from '~/components/sheet'
import { EmptyState, FailedState } from '~/components/states'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate, formatDateTime } from '~/lib/dates'
import { Synced } from '~/nouns/club-system/synced'
import { ReservationStatusChip } from '~/nouns/reservation/reservation-status'
import type { Block } from './blocks'
import { kanaOf, marksOf, recordPath, timesOf, whoText } from './labels'
import { slotPeopleQuery } from './queries'
import { Capacity } from './slot-block'

interface SlotSheetProps {
  block: Block
  shopId: string
  syncedAt: string | null
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  isShown: () => boolean
}

/** Sheet with a class's participants, over the timetable. */
export function SlotSheet({ block, shopId, syncedAt, onClose, onPrevious, onNext, isShown }: SlotSheetProps) {
  const { seats, booking } = block
  return (
    <Sheet
      title={block.programName}
      aside={
        <div className="mt-1 space-y-1 text-sm text-muted-foreground">
          <p className="figures">
            {formatDate(block.startAt.slice(0, 10))} {timesOf(block)}
          </p>
          <p>
            {block.room} ／{' '}
            <StaffName
              staff={block.staffId ? { id: block.staffId, displayName: block.staff } : null}
              nobody={block.staff}
            />
          </p>
          {seats && <Capacity seats={seats} isFull={seats.booked >= seats.capacity} />}
        </div>
      }
      onClose={onClose}
      {...(onPrevious && { onPrevious })}
      {...(onNext && { onNext })}
      isSettled={isShown}
    >
      {booking ? <People people={[booking]} /> : <SlotPeople shopId={shopId} slotId={block.key.slice(1)} />}
      <div className="mt-4 border-t pt-3">
        <Synced at={syncedAt} />
      </div>
    </Sheet>
  )
}

function SlotPeople({ shopId, slotId }: { shopId: string; slotId: string }) {
  const { data, error, refetch } = useQuery(slotPeopleQuery(shopId, slotId))
  if (error && !data) {
    return <FailedState title="参加者を表示できませんでした" error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">読み込み中...</span>
        {['a', 'b', 'c', 'd'].map((place) => (
          <Skeleton key={place} className="mb-3 h-12" />
        ))}
      </div>
    )
  }
  if (data.list.length === 0) return <EmptyState title="この枠の予約はまだありません" />
  return (
    <>
      <People people={data.list} />
      <Link
        to="/hacomono/reservations"
        search={{ slotId, shop: shopId }}
        className="mt-4 inline-block text-sm font-medium text-primary underline underline-offset-4"
      >
        この枠の予約を一覧で見る
      </Link>
    </>
  )
}

const coming: readonly ShopReservation['status'][] = ['booked', 'checkedIn', 'completed', 'noShow']
const gone: readonly ShopReservation['status'][] = ['cancelled', 'lateCancelled']

/** Participants by seat, waiting list by booking time, then cancellations. */
function People({ people }: { people: readonly ShopReservation[] }) {
  const bySeat = (a: ShopReservation, b: ShopReservation) =>
    (a.seatNo ?? '').localeCompare(b.seatNo ?? '', 'ja', { numeric: true })
  const groups: [title: string, people: ShopReservation[]][] = [
    ['参加', people.filter(({ status }) => coming.includes(status)).sort(bySeat)],
    [reservationStatuses.waitlisted, people.filter(({ status }) => status === 'waitlisted')],
    ['キャンセル', people.filter(({ status }) => gone.includes(status))],
  ]
  return (
    <div className="space-y-5 text-sm">
      {groups
        .filter(([, own]) => own.length > 0)
        .map(([title, own]) => (
          <section key={title}>
            <h3 className="mb-1 font-semibold">
              {title} <span className="figures font-normal text-muted-foreground">{own.length}名</span>
            </h3>
            <ul>
              {own.map((row) => (
                <li key={row.id} className="flex items-start justify-between gap-3 border-b py-2 last:border-b-0">
                  <div className="min-w-0">
                    <Person row={row} />
                    <p className="figures text-xs text-muted-foreground">
                      {[row.seatNo && `席 ${row.seatNo}`, `予約 ${formatDateTime(row.bookedAt)}`]
                        .filter(Boolean)
                        .join(' ／ ')}
                    </p>
                    {row.note && <p className="text-xs">{row.note}</p>}
                    <DailyLogs row={row} />
                  </div>
                  <span className="flex shrink-0 flex-wrap justify-end gap-1">
                    {marksOf(row) && <Chip tone="positive">{marksOf(row)}</Chip>}
                    <ReservationStatusChip status={row.status} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

/** Days around a booking in which its member counts as the trainer's (`assigned_members()` in the API). */
const assignedDays = 30

/** Link to the member's daily logs, for users who may see single days; it contains no values. */
function DailyLogs({ row: { member, staff, startAt, status } }: { row: ShopReservation }) {
  const me = useMe()
  const reach = useReach()('log.condition')
  // Trainers see members booked with them, from a month before to a month after.
  const isNear = Math.abs(Date.parse(startAt) - Date.now()) < assignedDays * 86_400_000
  const isMine = reach === 'assigned' && staff?.id === me?.staff.id && isNear && coming.includes(status)
  if (!member?.id || !(reach === 'all' || reach === 'shops' || isMine)) return null
  return (
    <Link
      to="/hacomono/members/$userId/daily-logs"
      params={{ userId: member.id }}
      preload={false}
      className="inline-block text-xs leading-6 text-primary underline-offset-4 hover:underline"
    >
      <span className="sr-only">{whoText(member)}の</span>日次ログ
    </Link>
  )
}

/** Name, linked to the member if in scope. */
function Person({ row: { member } }: { row: ShopReservation }) {
  const path = recordPath(member)
  return (
    <p className="truncate">
      {path && member?.id ? (
        <Link
          to="/hacomono/members/$userId"
          params={{ userId: member.id }}
          className="font-medium text-primary underline underline-offset-4"
        >
          {whoText(member)}
        </Link>
      ) : (
        <span className="font-medium">{whoText(member)}</span>
      )}
      {member && (
        <span className="ml-2 text-xs text-muted-foreground">
          {[kanaOf(member), member.memberNo, member.id === null && '担当外の会員'].filter(Boolean).join('・')}
        </span>
      )}
    </p>
  )
}
