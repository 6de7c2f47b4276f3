import { followTouched } from '../../import/facts/follow.ts'
import { removeLessons } from './moved-away.ts'
import { failed, numberOf, type Outcomes, shopOf, type Writer } from './outcomes.ts'
import { touchedOf } from './touched.ts'
import { type Target, upsert, type Wanted } from './upsert.ts'

const target: Target = {
  table: 'slot',
  columns: {
    ...{ shop_id: 'integer', studio_room_name: 'text', program_name: 'text', staff_id: 'integer' },
    ...{ start_at: 'timestamptz', end_at: 'timestamptz', capacity: 'integer' },
  },
}

/** Lessons, with the names that rooms and programs have. */
export const writeLessons: Writer<'lessons'> = async (writing, rows) => {
  const outcomes: Outcomes = new Map()
  const wanted: Wanted[] = []
  const rooms = await writing.kept('rooms')
  const programs = await writing.kept('programs')
  for (const { id, row } of rows) {
    const shop = shopOf(writing, row.studioId)
    const externalId = numberOf(id)
    if (externalId === null) outcomes.set(id, failed('レッスンの番号が数字ではないため、反映していません。'))
    else if (typeof shop !== 'number') outcomes.set(id, shop)
    else
      wanted.push({
        ...{ id, externalId },
        values: {
          shop_id: shop,
          studio_room_name: row.roomId === null ? null : (rooms.get(row.roomId)?.name ?? null),
          program_name: programs.get(row.programId)?.name ?? 'レッスン',
          staff_id: row.instructorId === null ? null : (writing.instructors.get(row.instructorId) ?? null),
          ...{ start_at: row.startAt, end_at: row.endAt, capacity: row.capacity },
        },
      })
  }
  await removeLessons(writing, rows)
  const result = await upsert(writing.tx, target, wanted)
  // They count in the same days and months as bookings.
  await followTouched(writing.tx, 'booking', touchedOf(result, ['start_at']))
  return new Map([...outcomes, ...result.outcomes])
}
