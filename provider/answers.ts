// What is assumed of the answers of the club system hacomono and stands in no source: the names of lists and the keys of
// rows. The driver and the stub read this one table, so what a club's connection answers otherwise is changed here alone.
// `npm run sync -- --probe` names it.

/** The club system's key, by the name that the product has for it. */
export interface Keys {
  [ours: string]: string | Nested
}
/** An object, or a list of objects, with keys of its own. */
export interface Nested {
  key: string
  of: Keys
}

export interface Kind {
  /** `:id`: of whose member. */
  path: string
  /** The name of its list in the answer. */
  list: string
  /** The name of one row in the answer of `path/<id>`. */
  one?: string
  keys: Keys
}

const same = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]))

const plan = same('id', 'code', 'name', 'type', 'price')
const line = same('code', 'name', 'category', 'quantity', 'unit_price', 'discount_amount', 'tax_amount', 'total_amount')

export const kinds = {
  studios: { path: '/master/studios', list: 'studios', keys: same('id', 'code', 'name', 'status') },
  instructors: { path: '/master/instructors', list: 'instructors', keys: same('id', 'name', 'studio_ids') },
  rooms: { path: '/master/studio-rooms', list: 'studio_rooms', keys: same('id', 'studio_id', 'name') },
  programs: { path: '/master/programs', list: 'programs', keys: same('id', 'name') },
  tickets: {
    path: '/master/tickets',
    list: 'tickets',
    keys: same('id', 'code', 'name', 'price', 'max_count', 'valid_days'),
  },
  members: {
    path: '/member/members',
    list: 'members',
    one: 'member',
    keys: same(
      'id',
      'member_no',
      'name',
      'name_kana',
      'mail_address',
      'representative_mail_address',
      'account_type',
      'representative_name',
      'tel',
      'gender',
      'birthday',
      'zip_code',
      'prefecture',
      'address1',
      'address2',
      'studio_id',
      'joined_at',
      'cancel_requested_at',
      'is_guest',
      'status',
    ),
  },
  contracts: {
    path: '/member/members/:id/plans',
    list: 'plans',
    keys: {
      ...same('id', 'member_id', 'studio_id', 'contracted_on', 'start_on', 'end_on', 'cancel_requested_on'),
      ...same('payment_method', 'payment_status'),
      plan: { key: 'plan', of: plan },
    },
  },
  memberTickets: {
    path: '/member/members/:id/tickets',
    list: 'tickets',
    keys: same('id', 'member_id', 'ticket_id', 'studio_id', 'count', 'used_count', 'granted_at', 'expires_on'),
  },
  lessons: {
    path: '/master/studio-lessons',
    list: 'studio_lessons',
    keys: same('id', 'studio_id', 'studio_room_id', 'program_id', 'instructor_id', 'start_at', 'end_at', 'capacity'),
  },
  bookings: {
    path: '/reservation/reservations',
    list: 'reservations',
    one: 'reservation',
    keys: same(
      'id',
      'studio_id',
      'member_id',
      'studio_lesson_id',
      'studio_room_id',
      'program_name',
      // One of a lesson, several of a 自由枠.
      'instructor_id',
      'instructor_ids',
      'start_at',
      'end_at',
      'status',
      'is_trial',
      'space_no',
      'reserved_at',
      'canceled_at',
      'checkin_at',
    ),
  },
  purchases: {
    path: '/purchase/purchases',
    list: 'purchases',
    keys: {
      ...same('id', 'studio_id', 'member_id', 'reservation_id', 'charged_at', 'settled_at', 'target_month'),
      ...same('payment_method', 'status', 'total_amount', 'tax_amount', 'discount_amount', 'fee', 'deposited_on'),
      details: { key: 'details', of: line },
    },
  },
} satisfies Record<string, Kind>
export type KindName = keyof typeof kinds

/** Of the body of a webhook: the number of what has changed. */
export const hintKeys = same('reservation_id', 'member_id')

export const theirKey = (keys: Keys, ours: string): string => {
  const key = keys[ours]
  return key === undefined ? ours : typeof key === 'string' ? key : key.key
}
