import type { ShopReservation } from '#contract/shop-reservation.ts'
import { reservationStatuses } from '#contract/words/shop-reservation.ts'
import { formatDate } from '~/lib/dates'
import { Synced } from '~/nouns/club-system/synced'
import type { Block } from './blocks'
import { kanaOf, marksOf, timesOf, whoText } from './labels'

interface DayPaperProps {
  shop: string
  day: string
  blocks: readonly Block[]
  /** Undefined while loading. */
  people: readonly ShopReservation[] | undefined
  syncedAt: string | null
}

const onList: readonly ShopReservation['status'][] = ['booked', 'checkedIn', 'completed', 'noShow', 'waitlisted']

/** Print only: the day's classes with checkboxes for attendance. */
export function DayPaper({ shop, day, blocks, people = [], syncedAt }: DayPaperProps) {
  return (
    <div className="hidden print:block">
      <div className="mb-3 flex items-baseline justify-between border-b pb-2">
        <p className="text-lg font-semibold">
          {shop} {formatDate(day)} 予約表
        </p>
        <Synced at={syncedAt} />
      </div>
      {blocks.map((block) => (
        <PaperBlock key={block.key} block={block} people={people} />
      ))}
    </div>
  )
}

function PaperBlock({ block, people }: { block: Block; people: readonly ShopReservation[] }) {
  const of = (isWaiting: boolean) =>
    people.filter(
      ({ slotId, status }) =>
        `s${slotId}` === block.key && onList.includes(status) && (status === 'waitlisted') === isWaiting,
    )
  const own = block.booking
    ? [block.booking]
    : [
        ...of(false).sort((a, b) => (a.seatNo ?? '').localeCompare(b.seatNo ?? '', 'ja', { numeric: true })),
        ...of(true).sort((a, b) => (a.bookedAt < b.bookedAt ? -1 : 1)),
      ]
  return (
    <table className="mb-4 w-full break-inside-avoid border-collapse text-[9pt]">
      <caption className="figures pb-1 text-left text-[10pt] font-semibold">
        {timesOf(block)} {block.programName}
        <span className="ml-3 font-normal">
          {block.room} ／ {block.staff}
          {block.seats && ` ／ 予約 ${block.seats.booked} / 定員 ${block.seats.capacity}`}
        </span>
      </caption>
      <thead>
        <tr>
          {['来館', '席', '氏名', 'フリガナ', '会員番号', '状態', '備考'].map((head, at) => (
            <th key={head} scope="col" className={`border px-1.5 py-0.5 text-left font-medium ${widths[at]}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {own.length === 0 && (
          <tr>
            <td colSpan={7} className="border px-1.5 py-1 text-muted-foreground">
              予約なし
            </td>
          </tr>
        )}
        {own.map((row) => (
          <tr key={row.id}>
            <td className="border px-1.5 py-1 text-center">
              <span aria-hidden className="inline-block size-3.5 border border-foreground align-middle" />
              <span className="sr-only">来館の記入欄</span>
            </td>
            <td className="border px-1.5 py-1">{row.seatNo}</td>
            <td className="border px-1.5 py-1">{whoText(row.member)}</td>
            <td className="border px-1.5 py-1">{row.member && kanaOf(row.member)}</td>
            <td className="figures border px-1.5 py-1">{row.member?.memberNo}</td>
            <td className="border px-1.5 py-1">
              {[row.status !== 'booked' && reservationStatuses[row.status], marksOf(row)].filter(Boolean).join('・')}
            </td>
            <td className="border px-1.5 py-1">{row.note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const widths = ['w-[7%]', 'w-[7%]', 'w-[19%]', 'w-[22%]', 'w-[13%]', 'w-[15%]', '']
