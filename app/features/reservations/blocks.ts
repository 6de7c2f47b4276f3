import type { ShopReservation, TimetableSlot } from '#contract/shop-reservation.ts'

/** A class, or a time of one's own, as the timetable shows it. */
export interface Block {
  /** As the URL names it: `s12`, `b12`. */
  key: string
  startAt: string
  endAt: string
  programName: string
  room: string
  staff: string
  /** Null where nobody is named. */
  staffId: string | null
  /** Of a class; null of a time of one's own. */
  seats: { capacity: number; booked: number; waitlisted: number; attended: number } | null
  /** Of a time of one's own: whose it is. */
  booking: ShopReservation | null
}

/** What stands where no room or nobody is named. */
const unnamed = { room: 'ルームなし', staff: '担当なし' }

/** Classes and times of one's own in the order of time. */
export function blocksOf({ slots, bookings }: { slots: TimetableSlot[]; bookings: ShopReservation[] }): Block[] {
  const common = (one: TimetableSlot | ShopReservation) => ({
    startAt: one.startAt,
    endAt: one.endAt,
    programName: one.programName,
    room: one.studioRoomName ?? unnamed.room,
    staff: one.staff?.displayName ?? unnamed.staff,
    staffId: one.staff?.id ?? null,
  })
  return [
    ...slots.map((slot): Block => ({ key: `s${slot.id}`, ...common(slot), seats: slot, booking: null })),
    ...bookings.map((booking): Block => ({ key: `b${booking.id}`, ...common(booking), seats: null, booking })),
  ].sort((a, b) => (a.startAt < b.startAt ? -1 : a.startAt > b.startAt ? 1 : a.room < b.room ? -1 : 1))
}

/** Rooms, or staff, each once by name; what has none comes last. */
export function linesOf(blocks: readonly Block[], by: 'room' | 'staff'): string[] {
  const names = [...new Set(blocks.map((block) => block[by]))]
  return names.sort((a, b) => (a === unnamed[by] ? 1 : b === unnamed[by] ? -1 : a.localeCompare(b, 'ja')))
}

/** Blocks that overlap stand side by side: each has its lane of as many as its group needs. */
export function lanesOf<Spanned extends { startAt: string; endAt: string }>(blocks: readonly Spanned[]) {
  const placed = new Map<Spanned, { lane: number; of: number }>()
  let group: Spanned[] = []
  let ends: string[] = []
  const close = () => {
    for (const block of group) placed.set(block, { lane: placed.get(block)?.lane ?? 0, of: ends.length })
    group = []
    ends = []
  }
  for (const block of [...blocks].sort((a, b) => (a.startAt < b.startAt ? -1 : 1))) {
    if (ends.every((end) => end <= block.startAt)) close()
    const free = ends.findIndex((end) => end <= block.startAt)
    const lane = free === -1 ? ends.length : free
    ends[lane] = block.endAt
    group.push(block)
    placed.set(block, { lane, of: 0 })
  }
  close()
  return placed
}

/** Minutes from midnight of `day` in Tokyo to an instant. */
export const minutesFrom = (day: string, instant: string) =>
  (Date.parse(instant) - Date.parse(`${day}T00:00:00+09:00`)) / 60_000

/** The hours that the day's grid has: at least 9 to 21, and all of every block that begins on the day. */
export function hoursOf(day: string, blocks: readonly Block[]) {
  const first = Math.min(9, ...blocks.map(({ startAt }) => Math.floor(minutesFrom(day, startAt) / 60)))
  const last = Math.max(21, ...blocks.map(({ endAt }) => Math.ceil(minutesFrom(day, endAt) / 60)))
  return { first, last }
}
