import type { PersonFacts } from '../import/member-rows.ts'

// What runs read from a club system, in our terms. Ids are the provider's, as text. Moments are ISO with an offset, days
// YYYY-MM-DD of Tokyo, money whole yen with tax. A word that the driver does not know (a kind of plan, a way of paying, a
// status) stays as it came: people map it (`UnknownWord`). Where a field may be absent a source may not know it: what is
// here stays.

/**
 * Resources in the order in which a run reads them: what the desk needs today before contracts and tickets, which are a
 * call a member and take hours the first time.
 */
export const resources = [
  'rooms',
  'programs',
  'tickets',
  'members',
  'lessons',
  'bookings',
  'contracts',
  'memberTickets',
  'purchases',
] as const
export type Resource = (typeof resources)[number]
/** What changes while a shop is open. */
export const dayResources = ['lessons', 'bookings'] as const satisfies readonly Resource[]

export interface ProviderRoom {
  id: string
  studioId: string
  name: string
}

export interface ProviderProgram {
  id: string
  name: string
}

/** A ticket type. */
export interface ProviderTicket {
  id: string
  code: string | null
  name: string
  price: number
  /** Units per purchase. */
  num: number
  validDays: number | null
}

export interface ProviderMember extends PersonFacts {
  id: string
  memberNo: string
  lastName: string
  studioId: string
  /** 退会手続き日: on which a leave was filed, not the last day. */
  cancelRequestedOn?: string | null
  /** Nobody's member: somebody who has only booked or bought. */
  isGuest?: true
}

/** One plan of a member; a member has several at once. */
export interface ProviderContract {
  id: string
  /** The source has no numbers for contracts and plans: member, plan and first day are the key, and the ids say nothing. */
  isNumbered?: false
  memberId: string
  studioId: string
  plan: { id: string; code: string; name: string; kind?: string; monthlyFee?: number }
  contractedOn?: string
  startOn: string
  /** The last valid day; of a filed withdrawal in the future. */
  endOn?: string | null
  cancelRequestedOn?: string | null
  paymentMethod?: string
  paymentStatus?: string
}

export interface ProviderMemberTicket {
  id: string
  memberId: string
  ticketId: string
  studioId: string
  grantedNum: number
  usedNum: number
  grantedAt: string
  expiresOn: string | null
}

export interface ProviderLesson {
  id: string
  studioId: string
  roomId: string | null
  programId: string
  instructorId: string | null
  startAt: string
  endAt: string
  capacity: number
}

export interface ProviderBooking {
  id: string
  /** Absent: the member's, until somebody says more. */
  studioId?: string
  /** Null: a guest. */
  memberId?: string | null
  lessonId?: string | null
  /** Of a booking without a lesson. */
  roomId?: string | null
  programName?: string
  instructorId?: string | null
  startAt: string
  endAt?: string
  status: string
  isTrial?: boolean
  seatNo?: string | null
  bookedAt?: string
  cancelledAt?: string | null
  /** When the member came: the visit of the booking. */
  checkedInAt?: string | null
  /** Its moments are cut to seconds, minutes or days. */
  isCoarse?: true
}

/** A sale. A first one is often a single line 「初月会費＋翌月会費＋入会金＋クーポン」. */
export interface ProviderPurchase {
  id: string
  studioId: string
  memberId?: string | null
  /** Null until it is paid. */
  settledAt?: string | null
  /** First day of the month of the dues. */
  targetMonth?: string | null
  method?: string
  status?: string
  lines: ProviderLine[]
  /** Its moments are cut to seconds, minutes or days. */
  isCoarse?: true
}

export interface ProviderLine {
  code?: string | null
  name: string
  /** As the provider calls it; null: none. */
  category?: string | null
  quantity?: number
  unitPrice?: number
  discount?: number
  tax?: number
  /** quantity × unitPrice − discount; negative on a refund. */
  net: number
}

export interface ProviderRows {
  rooms: ProviderRoom
  programs: ProviderProgram
  tickets: ProviderTicket
  members: ProviderMember
  contracts: ProviderContract
  memberTickets: ProviderMemberTicket
  lessons: ProviderLesson
  bookings: ProviderBooking
  purchases: ProviderPurchase
}

/** Which rows of a resource: all of a list, one member's, or those of days (both included). */
export interface RowFilter {
  memberId?: string
  studioId?: string
  from?: string
  to?: string
  /** Members with a contract that is valid now; those on 休会 are missing from it. */
  isActive?: boolean
}

/** A row as it came; its id is known even where the rest cannot be read, or stands for a row that has none. */
export interface RawRow {
  id: string
  raw: unknown
}

export interface RawPage {
  rows: RawRow[]
  page: number
  pages: number
  /** Of all pages, when this one was read. */
  total: number
  /** Rows of this page outside of the filter: the provider ignored it. */
  outside?: number
}

/** Reading for runs; failures are `ProviderFailure`s. */
export interface ProviderReader {
  /** One page, from 1. Contracts and member tickets are read member by member. */
  page(resource: Resource, filter: RowFilter, page: number): Promise<RawPage>
  /** One row by its id; null: the provider knows none (404). */
  one(resource: 'members' | 'bookings', id: string): Promise<RawRow | null>
}

/** Asks the club system, with tokens that are good. */
export type Ask = <T>(work: (reader: ProviderReader) => Promise<T>) => Promise<T>

/**
 * A raw row in our terms: of the driver, without calling anybody, so that a corrected mapping is applied to kept rows.
 * Throws an `UnreadableRow` with a sentence for staff.
 */
export type ReadRow = <R extends Resource>(resource: R, raw: unknown) => ProviderRows[R]

/** What can be read of a row that cannot be read as a whole: whose it is, of a sale its day, sum and studio. */
export interface KnownOfRow {
  memberId?: string | undefined
  day?: string | undefined
  yen?: number | undefined
  studioId?: string | undefined
}

export class UnreadableRow extends Error {
  readonly known: KnownOfRow
  constructor(sentence: string, known: KnownOfRow = {}) {
    super(sentence)
    this.known = known
  }
}
