import fc from 'fast-check'
import type { Stub } from '../../stub/stub.ts'

// What may happen to a club with files and a club system, night by night, as values that are made from a seed.

/** A verb with two numbers that choose of what and how. */
export type Event = readonly [verb: string, a: number, b: number]

export interface Night {
  /** Of the club, at the provider. */
  events: readonly Event[]
  /** Of people here: files, answers, undoing. */
  said: readonly Event[]
  fault: Parameters<Stub['faults']['on']>[0] | null
  times: number
  /** How the process fares that works on the run, and at which transaction or call. */
  process: 'lives' | 'dies' | 'isPassed' | 'isDoubled'
  at: number
}

export interface History {
  /** The third studio at first; the others are shops. */
  third: 'leftOut' | 'unanswered'
  /** Files before the first run. */
  files: readonly Event[]
  /** Of imported data that meet a club system which was not read yet. */
  choice: 'compare' | 'undo'
  nights: readonly Night[]
}

const verbs = [
  ...['join', 'changeMember', 'changePlan', 'fileWithdrawal', 'takeBackWithdrawal', 'suspend', 'resume', 'addOption'],
  ...['moveStudio', 'erase', 'rejoin', 'addLesson', 'cancelLesson', 'book', 'promote', 'attend', 'complete', 'miss'],
  ...['cancel', 'buy', 'useTicket', 'charge', 'settle', 'failPayment', 'owe', 'refund'],
  ...['refundUnsaid', 'refundPart', 'cancelSale', 'restoreSale'],
  ...['spoil', 'spoil', 'spoil', 'mend', 'mend', 'useWord', 'useWord'],
] as const
const faults = [
  ...(['http429', 'http500', 'timeout', 'halfPage', 'htmlWith200', 'totalChanges', 'idMoves', 'rowReplaced'] as const),
  ...(['clockAhead7min', 'screenWith404'] as const),
]

const one = (names: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.nat(10_000), fc.nat(10_000)) as fc.Arbitrary<Event>
const files = [
  ...['exportMembers', 'exportSales', 'exportBookings', 'ownMembers', 'ownContracts', 'ownSales', 'ownVisits'],
  ...['ownBookings', 'ownTickets'],
]
const said = [
  ...[...files, 'chooseTel', 'undoImport', 'undoImport'],
  ...['answerStudio', 'answerWord', 'answerWord', 'answerWord', 'setAside', 'decideMissing', 'decideMissing'],
  ...['answerMerge', 'answerMerge', 'answerMerge', 'takeBackMerge', 'takeBackMerge'],
]

export const histories: fc.Arbitrary<History> = fc.record({
  third: fc.constantFrom('leftOut' as const, 'unanswered' as const),
  files: fc.oneof(
    fc.constant([]),
    fc.array(one([...files, 'otherNumbers', 'otherNumbers', 'otherNumbers']), { minLength: 2, maxLength: 5 }),
  ),
  choice: fc.oneof({ arbitrary: fc.constant('compare' as const), weight: 3 }, fc.constant('undo' as const)),
  nights: fc.array(
    fc.record<Night>({
      events: fc.array(one(verbs), { minLength: 20, maxLength: 45 }),
      said: fc.array(one(said), { minLength: 2, maxLength: 5 }),
      fault: fc.option(fc.constantFrom(...faults), { freq: 2 }),
      times: fc.integer({ min: 1, max: 4 }),
      process: fc.constantFrom('lives', 'lives', 'dies', 'dies', 'isPassed', 'isDoubled'),
      at: fc.integer({ min: 1, max: 30 }),
    }),
    { minLength: 2, maxLength: 4 },
  ),
})

/** Seldom possible, or in few histories: larger numbers have them. */
const seldom = [
  ...['takeBackWithdrawal', 'resume', 'addOption', 'promote', 'attend', 'complete', 'miss', 'owe', 'restoreSale'],
  ...['charge', 'settle', 'clockAhead7min'],
]
/** Each has to have happened in some history, also those that a person's answer or a process's end makes. */
export const kindsOfEvents: readonly string[] = [
  ...new Set<string>([...verbs, ...faults, ...said, 'otherNumbers'].filter((kind) => !seldom.includes(kind))),
  ...['fileBeforeTheFirstRun', 'fileAfterTheFirstRun', 'comparesFirst', 'takesImportsBackFirst'],
  ...['answersPeople', 'answersFacts', 'leftOutStudioAnswered', 'unansweredStudioAnswered'],
  ...['closesmissing', 'keepsmissing', 'aProcessDies', 'aProcessIsPassed', 'twoProcessesAtOnce'],
]

const dayMs = 86_400_000

/** What happens at the provider; whether it could. */
export function happen({ world, life }: Stub, [verb, a, b]: Event, now: Date): boolean {
  const id = (rows: readonly { id: number }[], n: number) => rows[n % Math.max(1, rows.length)]?.id ?? 0
  const [someone, booking, sale] = [id(world.members, a), id(world.reservations, a), id(world.purchases, a)]
  const byMember = { fileWithdrawal: 1, takeBackWithdrawal: 1, suspend: 1, resume: 1, erase: 1, rejoin: 1, charge: 1 }
  const byBooking = { promote: 1, attend: 1, complete: 1, miss: 1, cancel: 1 }
  const bySale = {
    ...{ settle: 1, failPayment: 1, owe: 1, refund: 1, refundUnsaid: 1, refundPart: 1, cancelSale: 1, restoreSale: 1 },
  }
  if (verb in byMember) return Boolean(life[verb as keyof typeof byMember](someone))
  if (verb in byBooking) return Boolean(life[verb as keyof typeof byBooking](booking))
  if (verb in bySale) return Boolean(life[verb as keyof typeof bySale](sale))
  const made = () => {
    switch (verb) {
      case 'join':
        return life.join({ studioId: id(world.studios, b), planId: 601 + (a % 4) })
      case 'changeMember':
        return life.changeMember(someone, { name: `改名 ${b}`, tel: `0300${String(b).padStart(6, '0')}` })
      case 'changePlan':
        return life.changePlan(someone, 601 + (b % 4))
      case 'addOption':
        return life.addOption(someone, 600 + (b % 9))
      case 'moveStudio':
        return life.moveStudio(someone, id(world.studios, b))
      case 'addLesson': {
        const startAt = new Date(now.getTime() + 9 * 3_600_000 + (b % 9) * dayMs + 12 * 3_600_000)
        return life.addLesson({
          ...{ roomId: id(world.studio_rooms, a), programId: id(world.programs, b) },
          startAt: startAt.toISOString().slice(0, 23).replace('T', ' '),
        })
      }
      case 'cancelLesson':
        return a % 4 === 0 && life.cancelLesson(id(world.studio_lessons, b))
      case 'book':
        return life.book(b % 9 === 0 ? null : someone, id(world.studio_lessons, b))
      case 'buy':
        return life.buy(someone, id(world.tickets, b))
      case 'spoil':
        return spoil(world, a, b)
      case 'mend':
        return mend(world, a)
      case 'useWord':
        return takeWord(world, a, b)
    }
    // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React
    return life.useTicket(id(world.member_tickets, a))
  }
  return Boolean(made())
}

type World = Stub['world']
interface Spoilt {
  _spoilt?: Record<string, unknown> | null
}

/** A value of each kind that nobody can read. */
const unreadable = {
  ...{ members: ['birthday', 'いつか'], plans: ['payment_status', null], reservations: ['reserved_at', null] },
  ...{ purchases: ['total_amount', 1], member_tickets: ['granted_at', null] },
} as const
const spoilable = ['purchases', 'reservations', 'members', 'plans', 'member_tickets'] as const

function spoil(world: World, a: number, b: number): boolean {
  const name = spoilable[b % spoilable.length] as (typeof spoilable)[number]
  const row = world[name][a % Math.max(1, world[name].length)] as (Spoilt & Record<string, unknown>) | undefined
  if (!row || row._spoilt || row._erased) return false
  const [key, value] = unreadable[name] as unknown as readonly [string, unknown]
  row._spoilt = { [key]: row[key] }
  row[key] = value
  return true
}

export const isSpoilt = (row: object): boolean => Boolean((row as Spoilt)._spoilt)

/** Every other one that is spoilt. */
function mend(world: World, a: number): boolean {
  const spoilt = spoilable.flatMap((name) => (world[name] as (Spoilt & { id: number })[]).filter(isSpoilt))
  const mended = spoilt.filter((_, at) => at % 2 === a % 2)
  for (const row of mended) {
    Object.assign(row, row._spoilt)
    row._spoilt = null
  }
  return mended.length > 0
}

/** Words of a club's own, and what a person answers. */
export const ownWords = [
  { field: 'salesStatus', word: 'ポイント払い', answer: 'paid' },
  { field: 'bookingStatus', word: '振替済み', answer: 'booked' },
  { field: 'paymentMethod', word: '商品券', answer: 'cash' },
  { field: 'planKind', word: '家族', answer: 'suspension' },
] as const

function takeWord(world: World, a: number, b: number): boolean {
  const { field, word } = ownWords[b % 3] as (typeof ownWords)[number]
  if (field === 'bookingStatus') {
    const row = world.reservations.filter(({ status }) => status === '予約済')[a % 7]
    if (row) row.status = word
    return row !== undefined
  }
  const row = world.purchases.filter(({ status, settled_at }) => status === '精算済' && settled_at !== null)[a % 11]
  if (row) Object.assign(row, field === 'salesStatus' ? { status: word } : { payment_method: word })
  return row !== undefined
}
