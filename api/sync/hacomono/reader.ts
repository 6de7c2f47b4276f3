import { z } from 'zod'
import { hashOf } from '../hash-of.ts'
import type { Asked, ProviderReader, RawRow, Resource } from '../provider-rows.ts'
import { failureOf } from './client.ts'
import { type Get, length } from './pages.ts'
import { pageOf, zProviderId } from './shapes.ts'

/** Assumption: the path of each resource, and the name of its list in the answer. */
const lists: Record<Resource, { path: (memberId: string) => string; name: string }> = {
  rooms: { path: () => '/master/studio-rooms', name: 'studio_rooms' },
  programs: { path: () => '/master/programs', name: 'programs' },
  tickets: { path: () => '/master/tickets', name: 'tickets' },
  members: { path: () => '/member/members', name: 'members' },
  contracts: { path: (memberId) => `/member/members/${memberId}/plans`, name: 'plans' },
  memberTickets: { path: (memberId) => `/member/members/${memberId}/tickets`, name: 'tickets' },
  lessons: { path: () => '/master/studio-lessons', name: 'studio_lessons' },
  bookings: { path: () => '/reservation/reservations', name: 'reservations' },
  purchases: { path: () => '/purchase/purchases', name: 'purchases' },
}

/** Assumption: the path of one row, and its name in the answer. */
const singles = {
  members: { path: '/member/members', name: 'member' },
  bookings: { path: '/reservation/reservations', name: 'reservation' },
} as const

/** Assumption: the names of the filters; both days are included, `is_active` is true or false. */
const filtersOf = ({ studioId, from, to, isActive }: Asked) => ({
  ...(studioId !== undefined && { studio_id: studioId }),
  ...(from !== undefined && { date_from: from }),
  ...(to !== undefined && { date_to: to }),
  ...(isActive !== undefined && { is_active: String(isActive) }),
})

const WithId = z.looseObject({ id: zProviderId })
/** A row without a number has one of its content: it cannot be read, and its list goes on. */
const Raw = z.unknown().transform((raw): RawRow => {
  const found = WithId.safeParse(raw)
  return { id: found.success ? found.data.id : `番号なし ${hashOf(raw)}`, raw }
})

/** More than these are a fault of the provider's. */
const mostRows = 1_000
const mostPages = 20_000
const mostPagesOfMember = 50

/** Reading for runs. `getOrNone` answers null for what the provider does not know. */
export function readerOf(get: Get, getOrNone: Get): ProviderReader {
  return {
    page: async (resource, asked, page) => {
      const { path, name } = lists[resource]
      const isOfMember = resource === 'contracts' || resource === 'memberTickets'
      if (isOfMember && !asked.memberId) throw new TypeError(`${resource} are read of one member.`)
      const at = path(encodeURIComponent(asked.memberId ?? ''))
      const read = pageOf(await get(at, { ...filtersOf(asked), page, length }), name, Raw)
      // Otherwise paging would never end, or one page would be taken for all.
      if (
        read.page !== page ||
        read.rows.length > mostRows ||
        read.pages > (isOfMember ? mostPagesOfMember : mostPages)
      )
        throw failureOf('unexpected')
      // Assumption: rows below a member need not say whose they are.
      const ofMember = (raw: unknown) =>
        typeof raw === 'object' && raw !== null
          ? { ...raw, member_id: (raw as { member_id?: unknown }).member_id ?? asked.memberId }
          : raw
      const rows = isOfMember ? read.rows.map(({ id, raw }) => ({ id, raw: ofMember(raw) })) : read.rows
      return { ...read, rows }
    },
    one: async (resource, id) => {
      const { path, name } = singles[resource]
      const answer = await getOrNone(`${path}/${encodeURIComponent(id)}`, {})
      if (answer === null) return null
      const found = z.object({ data: z.object({ [name]: Raw }) }).safeParse(answer)
      const row = found.data?.data[name]
      if (row?.id !== id) throw failureOf('unexpected')
      return row
    },
  }
}
