import type { ShopReservation, TimetableSlot } from '#contract/shop-reservation.ts'

/** A class or personal slot in the timetable. */
export interface Block {
  /** Id in the URL: `s12`, `b12`. */
  key: string
  startAt: string
  endAt: string
  programName: string
  room: string
  staff: string
  /** Null without staff. */
  staffId: string | null
  /** For classes; null for personal slots. */
  seats: { capacity: number; booked: number; waitlisted: number; attended: number } | null
  /** For personal slots: the member. */
  booking: ShopReservation | null
}

/** Labels for a missing room or staff. */
const unnamed = { room: 'ルームなし', staff: '担当なし' }

/** Classes and personal slots by time. */
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

/** Distinct rooms or staff by name; blocks without one come last. */
export function linesOf(blocks: readonly Block[], by: 'room' | 'staff'): string[] {
  const names = [...new Set(blocks.map((block) => block[by]))]
  return names.sort((a, b) => (a === unnamed[by] ? 1 : b === unnamed[by] ? -1 : a.localeCompare(b, 'ja')))
}

/** Lanes for overlapping blocks: each block's lane, and the number of lanes in its group. */
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

/** The hours of the day's grid: at least 9 to 21, extended to include every block that begins on the day. */
export function hoursOf(day: string, blocks: readonly Block[]) {
  const first = Math.min(9, ...blocks.map(({ startAt }) => Math.floor(minutesFrom(day, startAt) / 60)))
  const last = Math.max(21, ...blocks.map(({ endAt }) => Math.ceil(minutesFrom(day, endAt) / 60)))
  return { first, last }
}
