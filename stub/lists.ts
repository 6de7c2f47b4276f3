import type { Row, World } from './world.ts'

// What each address of the API lists, and by which of its filters.

interface List {
  rows: keyof World
  /** Its name in the answer. */
  name: string
  /** Rows of one member, whose id is in the path. */
  isOfMember?: boolean
  /** The moment by which `date_from` and `date_to` choose; both days are included. */
  moment?: (row: Row) => unknown
}

const lists: Record<string, List> = {
  '/master/studios': { rows: 'studios', name: 'studios' },
  '/master/programs': { rows: 'programs', name: 'programs' },
  '/master/studio-rooms': { rows: 'studio_rooms', name: 'studio_rooms' },
  '/master/instructors': { rows: 'instructors', name: 'instructors' },
  '/master/tickets': { rows: 'tickets', name: 'tickets' },
  '/master/studio-lessons': { rows: 'studio_lessons', name: 'studio_lessons', moment: (row) => row.start_at },
  '/member/members': { rows: 'members', name: 'members' },
  '/member/members/:id/plans': { rows: 'plans', name: 'plans', isOfMember: true },
  '/member/members/:id/tickets': { rows: 'member_tickets', name: 'tickets', isOfMember: true },
  '/reservation/reservations': { rows: 'reservations', name: 'reservations', moment: (row) => row.start_at },
  '/purchase/purchases': {
    ...{ rows: 'purchases', name: 'purchases' },
    // What is not paid yet has the day on which it was charged.
    moment: (row) => row.settled_at ?? row.charged_at,
  },
}

const singles: Record<string, { rows: keyof World; name: string }> = {
  '/member/members/:id': { rows: 'members', name: 'member' },
  '/reservation/reservations/:id': { rows: 'reservations', name: 'reservation' },
}

export type Found = { name: string; rows: Row[]; of: keyof World } | { name: string; row: Row } | null

/** What a path answers; null: nothing is there. */
export function findRows(world: World, path: string, query: URLSearchParams): Found {
  const [, id] = /\/(\d+)(?=\/|$)/.exec(path) ?? []
  const pattern = id ? path.replace(`/${id}`, '/:id') : path
  const single = singles[pattern]
  if (single) {
    const row = world[single.rows].find((one) => String(one.id) === id)
    return row ? { name: single.name, row } : null
  }
  const list = lists[pattern]
  if (!list) return null
  if (list.isOfMember && !world.members.some((one) => String(one.id) === id)) return null
  const from = query.get('date_from') ?? ''
  const to = query.get('date_to') ?? '9999-12-31'
  const studio = query.get('studio_id')
  const rows = world[list.rows].filter((row) => {
    if (list.isOfMember && String(row.member_id) !== id) return false
    if (studio !== null && 'studio_id' in row && String(row.studio_id) !== studio) return false
    const day = String(list.moment?.(row) ?? '').slice(0, 10)
    return !list.moment || (day >= from && day <= to)
  })
  return { name: list.name, rows, of: list.rows }
}
