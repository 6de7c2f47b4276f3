import { type SQL, sql } from 'drizzle-orm'
import type { DifferenceReason, ReconciledFigure } from '#contract/words/reconciliation.ts'
import type { Db } from '../../db/client.ts'
import { rowsOf } from '../../db/expressions.ts'
import type { Period } from '../../figures/periods.ts'
import { type Difference, differencesOf } from './differences.ts'

// RS002 as its columns are understood (api/sync/hacomono/README.md): the bookings of a lesson that were not
// cancelled. A lesson is the same by room and start.

export type LessonFigure = Extract<ReconciledFigure, 'spaces' | 'lessonBookings'>
export const lessonFigures = ['spaces', 'lessonBookings'] as const satisfies LessonFigure[]

export interface LessonName {
  /** Null: bookings without a lesson. */
  room: string | null
  /** `YYYY-MM-DD HH:MM` of Tokyo. */
  startAt: string
}

/** A line of the file. */
export interface FileLesson extends LessonName {
  room: string
  spaces: number
  bookings: number
}

interface LessonHere extends LessonName {
  spaces: number
  /** Held when the file was made, and now; all that our screens count. */
  held: number
  heldNow: number
  booked: number
  /** Whether its day has come by the data date. */
  isCounted: boolean
}

export interface LessonsInput {
  days: Period
  /** Our data reach to this day of the month. */
  ourTo: string
  madeAt: Date
  ourShops: SQL
}

/** Recounts lessons of a month by the club system's definition, and says which make the difference to ours and why. */
export async function reconcileLessons(db: Db, file: readonly FileLesson[], input: LessonsInput) {
  const here = await lessonsHere(db, input)
  const inFile = new Map<string, FileLesson>()
  for (const line of file) {
    const { spaces = 0, bookings = 0 } = inFile.get(keyOf(line)) ?? {}
    inFile.set(keyOf(line), { ...line, spaces: spaces + line.spaces, bookings: bookings + line.bookings })
  }
  const recounted: Record<LessonFigure, number> = { spaces: 0, lessonBookings: 0 }
  const differences = new Map<LessonFigure, Difference<LessonName>[]>(lessonFigures.map((figure) => [figure, []]))
  const add = (figure: LessonFigure, subject: LessonName, counts: [number, number, number], why: DifferenceReason) => {
    const [theirs, theirsNow, ours] = counts
    recounted[figure] += theirs
    differences.get(figure)?.push(...differencesOf({ subject, theirs, theirsNow, ours }, () => why))
  }
  for (const lesson of here) {
    const { room, startAt, isCounted } = lesson
    const subject = { room, startAt }
    const [spaces, booked] = isCounted ? [lesson.spaces, lesson.booked] : [0, 0]
    if (inFile.delete(keyOf(lesson))) {
      add('spaces', subject, [lesson.spaces, lesson.spaces, spaces], 'lessonToCome')
      const counts: [number, number, number] = [lesson.held, lesson.heldNow, booked]
      add('lessonBookings', subject, counts, isCounted ? 'cancelledBookings' : 'lessonToCome')
    } else {
      const why = room === null ? 'withoutLesson' : 'lessonNotInFile'
      add('spaces', subject, [0, 0, spaces], why)
      add('lessonBookings', subject, [0, 0, booked], why)
    }
  }
  for (const { room, startAt, spaces, bookings } of inFile.values()) {
    add('spaces', { room, startAt }, [spaces, spaces, 0], 'lessonNotHere')
    add('lessonBookings', { room, startAt }, [bookings, bookings, 0], 'lessonNotHere')
  }
  return { recounted, differences }
}

const keyOf = ({ room, startAt }: LessonName) => `${room?.normalize('NFKC') ?? ''}\n${startAt}`

function lessonsHere(db: Db, { days: { from, to }, ourTo, madeAt, ourShops }: LessonsInput): Promise<LessonHere[]> {
  const made = sql`${madeAt.toISOString()}::timestamptz`
  const isIn = (at: SQL) => sql`${at} >= day_start(${from}::date) and ${at} < day_start(${to}::date + 1)`
  return rowsOf<LessonHere>(
    db,
    sql`
      with booked as materialized (
        select r.slot_id, r.shop_id, r.start_at,
          count(*) filter (where r.booked_at <= ${made}
            and (r.status not in ('cancelled', 'lateCancelled') or r.cancelled_at > ${made})) as held,
          count(*) filter (where r.status not in ('cancelled', 'lateCancelled')) as held_now, count(*) as booked
        from reservation r
        where r.shop_id = any(${ourShops}) and r.status <> 'waitlisted' and ${isIn(sql`r.start_at`)}
        group by r.slot_id, r.shop_id, r.start_at
      ),
      lesson as (
        select coalesce(s.studio_room_name, '') as room, s.start_at, sum(s.capacity) as spaces,
          coalesce(sum(b.held), 0) as held, coalesce(sum(b.held_now), 0) as held_now, coalesce(sum(b.booked), 0) as booked
        from slot s left join booked b on b.slot_id = s.id
        where s.shop_id = any(${ourShops}) and ${isIn(sql`s.start_at`)}
        group by 1, 2
        union all
        select null, b.start_at, 0, 0, 0, sum(b.booked) from booked b where b.slot_id is null group by b.start_at
      )
      select room, to_char(start_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') as "startAt", spaces, held,
        held_now as "heldNow", booked, tokyo_day(start_at) <= ${ourTo} as "isCounted"
      from lesson order by start_at, room`,
  )
}
