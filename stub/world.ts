// The provider's records, as its answers have them; keys that begin with _ are its own and never sent.

export interface Row {
  id: number
  [key: string]: unknown
}

export interface Studio extends Row {
  code: string
  name: string
}
export interface Named extends Row {
  name: string
}
export interface Room extends Named {
  studio_id: number
}
export interface Ticket extends Named {
  code: string
  price: number
  max_count: number
  valid_days: number | null
}

export interface Member extends Row {
  name: string
  mail_address: string
  studio_id: number
  /** 入会日 */
  joined_at: string | null
  /** 退会手続き日 */
  cancel_requested_at: string | null
  is_guest?: boolean
  /** Nobody finds them any more. */
  _erased?: boolean
}

export interface Plan {
  id: number
  code: string
  name: string
  /** 通常, 休会, オプション and words of a club's own. */
  type: string
  price: number
}

/** One plan of a member. */
export interface Contract extends Row {
  member_id: number
  studio_id: number
  plan: Plan
  contracted_on: string
  start_on: string
  /** The last valid day. */
  end_on: string | null
  cancel_requested_on: string | null
  payment_method: string
  payment_status: string
}

export interface MemberTicket extends Row {
  member_id: number
  ticket_id: number
  count: number
  used_count: number
}

export interface Lesson extends Row {
  studio_id: number
  studio_room_id: number
  program_id: number
  instructor_id: number
  start_at: string
  end_at: string
  capacity: number
}

export interface Reservation extends Row {
  studio_id: number
  member_id: number | null
  /** Null: a 自由枠. */
  studio_lesson_id: number | null
  start_at: string
  status: string
  canceled_at: string | null
  checkin_at: string | null
}

export interface Detail {
  code: string | null
  name: string
  category: string | null
  quantity: number
  unit_price: number
  discount_amount: number
  tax_amount: number
  total_amount: number
}

export interface Purchase extends Row {
  studio_id: number
  member_id: number | null
  charged_at: string
  settled_at: string | null
  /** YYYYMM */
  target_month: string | null
  status: string
  details: Detail[]
  /** 手数料 and 入金日, which are known weeks after the settlement. */
  fee: number | null
  deposited_on: string | null
  /** The first sale of a new member. */
  _isFirst?: boolean
  /** The sale that this one pays back. */
  _refundOf?: number
}

/** By the name of their list in the answers, but for the plans and tickets of members. */
export interface World {
  studios: Studio[]
  programs: Named[]
  studio_rooms: Room[]
  instructors: Named[]
  tickets: Ticket[]
  members: Member[]
  plans: Contract[]
  member_tickets: MemberTicket[]
  studio_lessons: Lesson[]
  reservations: Reservation[]
  purchases: Purchase[]
}
