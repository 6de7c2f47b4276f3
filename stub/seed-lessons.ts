import { covers } from './contracts.ts'
import { isBase, isRest } from './masters.ts'
import { addPurchase, detail } from './sales.ts'
import type { Seeding } from './seed.ts'
import { addDays, dayOf } from './time.ts'
import type { Contract, Lesson, Member } from './world.ts'

const hours = ['10', '14', '19']
const daysAhead = 30

/** Lessons of each room and their bookings: booked, paid and attended are three things. */
export function seedLessons(seeding: Seeding) {
  const { world, ledger, random, today, months } = seeding
  const byStudio = new Map<number, Contract[]>(world.studios.map(({ id }) => [id, []]))
  for (const contract of world.plans) {
    if (isBase(contract.plan) && !isRest(contract.plan)) byStudio.get(contract.studio_id)?.push(contract)
  }
  const members = new Map(world.members.map((member) => [member.id, member]))
  const from = addDays(today, -months * 30)
  for (let day = from; day <= addDays(today, daysAhead); day = addDays(day, 1)) {
    for (const room of world.studio_rooms) {
      for (const hour of hours) {
        const lesson = ledger.add(world.studio_lessons, {
          ...{ id: ledger.nextId(), studio_id: room.studio_id, studio_room_id: room.id },
          ...{ program_id: random.pick(world.programs).id, instructor_id: random.pick(world.instructors).id },
          ...{ start_at: `${day} ${hour}:00:00.000`, end_at: `${day} ${hour}:50:00.000`, capacity: 12 },
        })
        const there = byStudio.get(room.studio_id) ?? []
        const booked = new Set<number>()
        for (let draws = random.below(Math.min(12, there.length + 1)); draws > 0; draws -= 1) {
          const contract = random.pick(there)
          if (covers(contract, day)) booked.add(contract.member_id)
        }
        for (const id of booked) bookingOf(seeding, lesson, members.get(id))
        if (random.chance(0.1)) bookingOf(seeding, lesson, undefined)
      }
    }
  }
}

const past: readonly [share: number, status: string][] = [
  [0.78, '受講済'],
  [0.84, 'チェックイン'],
  [0.92, 'キャンセル'],
  [0.95, '直前キャンセル'],
  [1, '無断キャンセル'],
]

/** Without a member: somebody's trial. */
function bookingOf({ world, ledger, traps, random, today }: Seeding, lesson: Lesson, member: Member | undefined) {
  const day = dayOf(lesson.start_at)
  const bookedOn = addDays(day, -1 - random.below(10))
  if (bookedOn > today) return
  const at = `${bookedOn} 20:15:00.000`
  const drawn = random.below(1000) / 1000
  const isOver = day < today
  const status = isOver ? (past.find(([share]) => drawn < share)?.[1] ?? '') : drawn < 0.9 ? '予約済' : 'キャンセル'
  const isCancelled = status.includes('キャンセル') && status !== '無断キャンセル'
  const hasCome = status === '受講済' || status === 'チェックイン'
  const booking = ledger.add(world.reservations, {
    ...{ id: ledger.nextId(), studio_id: lesson.studio_id, member_id: member?.id ?? null, studio_lesson_id: lesson.id },
    ...{ studio_room_id: null, instructor_ids: [] },
    program_name: world.programs.find(({ id }) => id === lesson.program_id)?.name,
    ...{ instructor_id: lesson.instructor_id, start_at: lesson.start_at, end_at: lesson.end_at, status },
    ...{ is_trial: !member, space_no: 1 + random.below(lesson.capacity), reserved_at: at },
    canceled_at: isCancelled
      ? status === 'キャンセル'
        ? at.replace('20:15', '21:00')
        : lesson.start_at.replace(':00:', ':05:')
      : null,
    checkin_at: hasCome ? lesson.start_at.replace(':00:00', ':00:30') : null,
  })
  if (!member && (traps.isOn('paidIsNotAttended') || hasCome)) {
    addPurchase(world, ledger, {
      ...{ studioId: lesson.studio_id, memberId: null, at, settledAt: at, method: 'クレジットカード' },
      ...{ details: [detail('体験', 'その他', 1100)], more: { reservation_id: booking.id } },
    })
  }
}
