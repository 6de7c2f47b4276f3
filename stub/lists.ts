import type { Contracts } from './contracts.ts'
import { indexOf } from './index-of.ts'
import type { Ledger } from './ledger.ts'
import type { Traps } from './traps.ts'
import { createViews } from './views.ts'
import type { Row, World } from './world.ts'

interface List {
  of: keyof World
  /** Its name in the answer. */
  name: string
  /** Rows of one member, whose id is in the path. */
  isOfMember?: boolean
  /** The moment by which `date_from` and `date_to` choose; both days are included. */
  moment?: (row: Row) => unknown
}

const lists: Record<string, List> = {
  '/master/studios': { of: 'studios', name: 'studios' },
  '/master/programs': { of: 'programs', name: 'programs' },
  '/master/studio-rooms': { of: 'studio_rooms', name: 'studio_rooms' },
  '/master/instructors': { of: 'instructors', name: 'instructors' },
  '/master/tickets': { of: 'tickets', name: 'tickets' },
  '/master/studio-lessons': { of: 'studio_lessons', name: 'studio_lessons', moment: (row) => row.start_at },
  '/member/members': { of: 'members', name: 'members' },
  '/member/members/:id/plans': { of: 'plans', name: 'plans', isOfMember: true },
  '/member/members/:id/tickets': { of: 'member_tickets', name: 'tickets', isOfMember: true },
  '/reservation/reservations': { of: 'reservations', name: 'reservations', moment: (row) => row.start_at },
  // What is not paid yet has the day on which it was charged.
  '/purchase/purchases': { of: 'purchases', name: 'purchases', moment: (row) => row.settled_at ?? row.charged_at },
}

const singles: Record<string, { of: keyof World; name: string }> = {
  '/member/members/:id': { of: 'members', name: 'member' },
  '/reservation/reservations/:id': { of: 'reservations', name: 'reservation' },
}

export interface Provider {
  world: World
  ledger: Ledger
  contracts: Contracts
  traps: Traps
  /** Text of Tokyo. */
  now: () => string
}

export type Found = { name: string; rows: Row[]; of: keyof World; send: (row: Row) => Row } | { name: string; row: Row }

/** What a path of the API answers; null: nothing is there. */
export function createLists(provider: Provider) {
  const { world, contracts, ledger } = provider
  const { send, isGone, listedBy } = createViews(provider)
  const ticketsOf = indexOf(
    () => world.member_tickets,
    (row) => row.member_id,
  )

  const single = ({ of, name }: { of: keyof World; name: string }, id: string): Found | null => {
    const stored = of === 'members' ? contracts.member(Number(id)) : world[of].find((one) => String(one.id) === id)
    const row = stored && ledger.seen(stored as Row)
    return row && !(of === 'members' && isGone(row)) ? { name, row: send(of, row) } : null
  }

  return (path: string, query: URLSearchParams): Found | null => {
    const [, id = ''] = /\/(\d+)(?=\/|$)/.exec(path) ?? []
    const pattern = id ? path.replace(`/${id}`, '/:id') : path
    const one = singles[pattern]
    if (one) return single(one, id)
    const list = lists[pattern]
    if (!list) return null
    const { of, name, moment } = list
    if (list.isOfMember && !single({ of: 'members', name }, id)) return null
    const from = query.get('date_from') ?? ''
    const to = query.get('date_to') ?? '9999-12-31'
    const studio = query.get('studio_id')
    const ofMember = of === 'plans' ? contracts.all : ticketsOf
    const isListed = of === 'members' ? listedBy(query) : () => true
    const rows: Row[] = []
    for (const stored of list.isOfMember ? ofMember(Number(id)) : world[of]) {
      const row = ledger.seen(stored as Row)
      if (!row || !isListed(row)) continue
      if (studio !== null && 'studio_id' in row && String(row.studio_id) !== studio) continue
      if (moment) {
        const day = String(moment(row)).slice(0, 10)
        if (day < from || day > to) continue
      }
      rows.push(row)
    }
    return { name, rows, of, send: (row) => send(of, row) }
  }
}
