import { z } from 'zod'
import type { ProviderBooking, ProviderLesson } from '../../provider-rows.ts'
import { zProviderId } from '../shapes.ts'
import { orNull, zFlag, zMoment, zOtherId, zText, zWhole } from '../values.ts'
import { zBookingStatus } from '../words.ts'

export const Lesson = z
  .object({
    id: zProviderId,
    studio_id: zProviderId,
    studio_room_id: zOtherId,
    program_id: zProviderId,
    instructor_id: zOtherId,
    start_at: zMoment,
    end_at: zMoment,
    capacity: zWhole,
  })
  .transform(
    (row): ProviderLesson => ({
      ...{ id: row.id, studioId: row.studio_id, roomId: row.studio_room_id, programId: row.program_id },
      ...{ instructorId: row.instructor_id, startAt: row.start_at, endAt: row.end_at, capacity: row.capacity },
    }),
  )

export const Booking = z
  .object({
    id: zProviderId,
    studio_id: zProviderId,
    member_id: zOtherId,
    studio_lesson_id: zOtherId,
    studio_room_id: zOtherId,
    /** Assumption: a 自由枠 has no lesson, a room and any number of instructors, and need not have a program. */
    program_name: orNull(zText),
    instructor_id: zOtherId,
    instructor_ids: z.array(zProviderId).nullish(),
    start_at: zMoment,
    end_at: zMoment,
    status: zBookingStatus,
    is_trial: zFlag,
    space_no: orNull(z.union([zText, z.int().transform(String)])),
    reserved_at: zMoment,
    canceled_at: orNull(zMoment),
    checkin_at: orNull(zMoment),
  })
  .transform(
    (row): ProviderBooking => ({
      ...{ id: row.id, studioId: row.studio_id, memberId: row.member_id, lessonId: row.studio_lesson_id },
      ...{ roomId: row.studio_room_id, programName: row.program_name ?? undefined },
      instructorId: row.instructor_id ?? row.instructor_ids?.[0] ?? null,
      ...{ startAt: row.start_at, endAt: row.end_at, status: row.status },
      ...{ isTrial: row.is_trial, seatNo: row.space_no },
      ...{ bookedAt: row.reserved_at, cancelledAt: row.canceled_at, checkedInAt: row.checkin_at },
    }),
  )
