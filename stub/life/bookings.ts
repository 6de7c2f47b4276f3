import type { Living } from '../life.ts'
import { dayOf } from '../time.ts'
import type { Lesson, Reservation } from '../world.ts'

const isCancelled = ({ status }: Reservation) => status === 'キャンセル' || status === '直前キャンセル'

/** Lessons are planned, booked and attended. */
export function bookingVerbs({ world, ledger, contracts, now, tell }: Living) {
  const booking = (id: number) => world.reservations.find((one) => one.id === id)
  const change = (row: Reservation, to: Partial<Reservation>, type = 'updated') => {
    ledger.set(row, to)
    tell({ type: `reservation.${type}`, reservation_id: row.id })
    return row
  }
  /** From 予約済, while it may still happen. */
  const outcome = (id: number, isTime: (row: Reservation) => boolean, to: () => Partial<Reservation>) => {
    const row = booking(id)
    return row && row.status === '予約済' && isTime(row) ? change(row, to()) : null
  }
  const isToday = (row: Reservation) => dayOf(row.start_at) === dayOf(now())

  return {
    addLesson({ roomId, programId, startAt, capacity = 12 }: LessonOptions): Lesson | null {
      const room = world.studio_rooms.find(({ id }) => id === roomId)
      if (!room || startAt <= now()) return null
      return ledger.add(world.studio_lessons, {
        ...{ id: ledger.nextId(), studio_id: room.studio_id, studio_room_id: roomId, program_id: programId },
        ...{ instructor_id: world.instructors[0]?.id ?? 0, capacity },
        ...{ start_at: startAt, end_at: startAt.replace(/:\d\d:\d\d\.\d+$/, ':50:00.000') },
      })
    },
    /** The lesson is gone; its bookings are cancelled one by one. */
    cancelLesson(lessonId: number): boolean {
      const at = world.studio_lessons.findIndex(({ id }) => id === lessonId)
      if (at < 0) return false
      world.studio_lessons.splice(at, 1)
      return true
    },
    /** Null as member: somebody's trial. Of a full lesson: キャンセル待ち. */
    book(memberId: number | null, lessonId: number): Reservation | null {
      const lesson = world.studio_lessons.find(({ id }) => id === lessonId)
      if (!lesson || lesson.start_at <= now()) return null
      if (memberId !== null && !contracts.isActive(memberId, dayOf(lesson.start_at))) return null
      const standing = world.reservations.filter((one) => one.studio_lesson_id === lessonId && !isCancelled(one))
      if (memberId !== null && standing.some((one) => one.member_id === memberId)) return null
      const isFull = standing.filter(({ status }) => status !== 'キャンセル待ち').length >= lesson.capacity
      const row = ledger.add(world.reservations, {
        ...{ id: ledger.nextId(), studio_id: lesson.studio_id, member_id: memberId, studio_lesson_id: lessonId },
        ...{ studio_room_id: null, instructor_ids: [] },
        program_name: world.programs.find(({ id }) => id === lesson.program_id)?.name ?? 'レッスン',
        ...{ instructor_id: lesson.instructor_id, start_at: lesson.start_at, end_at: lesson.end_at },
        ...{ status: isFull ? 'キャンセル待ち' : '予約済', is_trial: memberId === null, space_no: standing.length + 1 },
        ...{ reserved_at: now(), canceled_at: null, checkin_at: null },
      })
      tell({ type: 'reservation.created', reservation_id: row.id })
      return row
    },
    /** 自由枠: a room and instructors, and no lesson; of 50 minutes. */
    bookFree(memberId: number, roomId: number, instructorIds: readonly number[], startAt: string): Reservation | null {
      const room = world.studio_rooms.find(({ id }) => id === roomId)
      if (!room || startAt <= now() || !contracts.isActive(memberId, dayOf(startAt))) return null
      const row = ledger.add(world.reservations, {
        ...{ id: ledger.nextId(), studio_id: room.studio_id, member_id: memberId, studio_lesson_id: null },
        ...{ studio_room_id: roomId, program_name: null, instructor_id: null, instructor_ids: [...instructorIds] },
        ...{ start_at: startAt, end_at: startAt.replace(/:\d\d:\d\d\.\d+$/, ':50:00.000'), status: '予約済' },
        ...{ is_trial: false, space_no: null, reserved_at: now(), canceled_at: null, checkin_at: null },
      })
      tell({ type: 'reservation.created', reservation_id: row.id })
      return row
    },
    /** From キャンセル待ち to 予約済. */
    promote(id: number): Reservation | null {
      const row = booking(id)
      return row && row.status === 'キャンセル待ち' ? change(row, { status: '予約済' }) : null
    },
    attend: (id: number) => outcome(id, isToday, () => ({ status: 'チェックイン', checkin_at: now() })),
    /** The lesson is over, and they were there. */
    complete(id: number): Reservation | null {
      const row = booking(id)
      return row && row.status === 'チェックイン' ? change(row, { status: '受講済' }) : null
    },
    miss: (id: number) =>
      outcome(
        id,
        (row) => row.start_at <= now(),
        () => ({ status: '無断キャンセル' }),
      ),
    cancel(id: number): Reservation | null {
      const row = booking(id)
      const mayCancel = row && (row.status === '予約済' || row.status === 'キャンセル待ち') && row.start_at > now()
      if (!mayCancel) return null
      const isLate = row.status === '予約済' && isToday(row)
      return change(row, { status: isLate ? '直前キャンセル' : 'キャンセル', canceled_at: now() }, 'canceled')
    },
  }
}

interface LessonOptions {
  roomId: number
  programId: number
  /** `yyyy-MM-dd HH:mm:ss.fff` */
  startAt: string
  capacity?: number
}
