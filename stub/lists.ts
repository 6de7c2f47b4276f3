import { type Kind, type KindName, kinds } from '../provider/answers.ts'
import type { Contracts } from './contracts.ts'
import { indexOf } from './index-of.ts'
import type { Ledger } from './ledger.ts'
import { dayOf } from './time.ts'
import type { Traps } from './traps.ts'
import { createViews } from './views.ts'
import type { Contract, Row, World } from './world.ts'

interface List {
  of: keyof World
  /** As the table of its keys calls it. */
  kind: KindName
  /** The moment by which `date_from` and `date_to` choose; both days are included. */
  moment?: (row: Row) => unknown
}

const lists: readonly List[] = [
  { of: 'studios', kind: 'studios' },
  { of: 'programs', kind: 'programs' },
  { of: 'studio_rooms', kind: 'rooms' },
  { of: 'instructors', kind: 'instructors' },
  { of: 'tickets', kind: 'tickets' },
  { of: 'studio_lessons', kind: 'lessons', moment: (row) => row.start_at },
  { of: 'members', kind: 'members' },
  { of: 'plans', kind: 'contracts' },
  { of: 'member_tickets', kind: 'memberTickets' },
  { of: 'reservations', kind: 'bookings', moment: (row) => row.start_at },
  // What is not paid yet has the day on which it was charged.
  { of: 'purchases', kind: 'purchases', moment: (row) => row.settled_at ?? row.charged_at },
]
const ofMembers: List = { of: 'members', kind: 'members' }
const listOf = (pattern: string) => lists.find(({ kind }) => kinds[kind].path === pattern)
const singleOf = (pattern: string) =>
  lists.find(({ kind }) => 'one' in kinds[kind] && `${kinds[kind].path}/:id` === pattern)

/** All filters are one parameter of JSON; an unreadable one is none. */
function filtersIn(query: URLSearchParams): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(query.get('query') ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}
const textIn = (filters: Record<string, unknown>, name: string) =>
  filters[name] === undefined || filters[name] === null ? null : String(filters[name])

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
  const { world, contracts, ledger, traps } = provider
  const { send, isGone, listedBy } = createViews(provider)
  const ticketsOf = indexOf(
    () => world.member_tickets,
    (row) => row.member_id,
  )

  const single = ({ of, kind }: List, id: string): Found | null => {
    const stored = of === 'members' ? contracts.member(Number(id)) : world[of].find((one) => String(one.id) === id)
    const row = stored && ledger.seen(stored as Row)
    return row && !(of === 'members' && isGone(row))
      ? { name: (kinds[kind] as Kind).one ?? '', row: send(kind, row) }
      : null
  }

  return (path: string, query: URLSearchParams): Found | null => {
    const [, id = ''] = /\/(\d+)(?=\/|$)/.exec(path) ?? []
    const pattern = id ? path.replace(`/${id}`, '/:id') : path
    const one = singleOf(pattern)
    if (one) return single(one, id)
    const list = listOf(pattern)
    if (!list) return null
    const { of, kind, moment } = list
    const isOfMember = pattern.includes(':id')
    if (isOfMember && !single(ofMembers, id)) return null
    const filters = traps.isOn('filterIgnored') ? {} : filtersIn(query)
    const from = textIn(filters, 'date_from') ?? ''
    const to = textIn(filters, 'date_to') ?? '9999-12-31'
    const studio = textIn(filters, 'studio_id')
    const ofMember = of === 'plans' ? contracts.all : ticketsOf
    const isListed = of === 'members' ? listedBy(textIn(filters, 'is_active') === 'true') : () => true
    const rows: Row[] = []
    for (const stored of isOfMember ? ofMember(Number(id)) : world[of]) {
      const row = ledger.seen(stored as Row)
      if (!row || !isListed(row)) continue
      if (studio !== null && 'studio_id' in row && String(row.studio_id) !== studio) continue
      const isOver = of === 'plans' && ((row as Contract).end_on ?? '9999') < dayOf(provider.now())
      if (isOver && traps.isOn('currentPlansOnly')) continue
      if (moment) {
        const day = String(moment(row)).slice(0, 10)
        if (day < from || day > to) continue
      }
      rows.push(row)
    }
    return { name: kinds[kind].list, rows, of, send: (row) => send(kind, row) }
  }
}
