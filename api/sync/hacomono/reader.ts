import { z } from 'zod'
import { type Keys, kinds, theirKey } from '../../../provider/answers.ts'
import { hashOf } from '../hash-of.ts'
import type { ProviderReader, RawRow, Resource, RowFilter } from '../provider-rows.ts'
import { failureOf } from './client.ts'
import { type Get, length } from './pages.ts'
import { pageOf, zProviderId } from './shapes.ts'
import { zDay } from './values.ts'

/** All filters are one parameter of JSON. Assumption: both days are included, `is_active` is true or false. */
export function filtersOf({ studioId, from, to, isActive }: RowFilter): { query?: string } {
  const filters = {
    ...(studioId !== undefined && { studio_id: studioId }),
    ...(from !== undefined && { date_from: from }),
    ...(to !== undefined && { date_to: to }),
    ...(isActive !== undefined && { is_active: isActive }),
  }
  return Object.keys(filters).length === 0 ? {} : { query: JSON.stringify(filters) }
}

/** A row without a number has one of its content: it cannot be read, and its list goes on. */
const rawOf = (keys: Keys) => {
  const key = theirKey(keys, 'id')
  return z.unknown().transform((raw): RawRow => {
    const own = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[key] : undefined
    const id = zProviderId.safeParse(own)
    return { id: id.success ? id.data : `番号なし ${hashOf(raw)}`, raw }
  })
}

/** Keys of the days of a row that is filtered by days. Assumption: the club system may filter by any of them. */
const momentsOf: { [R in Resource]?: readonly string[] } = {
  ...{ lessons: ['start_at'], bookings: ['start_at'], purchases: ['settled_at', 'charged_at'] },
}

/** Nearly all are of the form that begins with the day in Tokyo. */
const dayIn = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?: [\d:.]+)?$/.test(value)
    ? value.slice(0, 10)
    : zDay.safeParse(value).data

/** Whether a row lies outside of the filter; false where the row lacks the value. */
export function isOutside(resource: Resource, { from = '', to = '9999', studioId, memberId }: RowFilter, raw: unknown) {
  if (from === '' && studioId === undefined && memberId === undefined) return false
  if (typeof raw !== 'object' || raw === null) return false
  const of = (key: string) => (raw as Record<string, unknown>)[theirKey(kinds[resource].keys, key)]
  const days = (momentsOf[resource] ?? []).flatMap((key) => dayIn(of(key)) ?? [])
  const isOther = (key: string, wanted: string | undefined) =>
    wanted !== undefined && of(key) != null && String(of(key)) !== wanted
  return (
    (from !== '' && days.length > 0 && days.every((day) => day < from || day > to)) ||
    isOther('studio_id', studioId) ||
    isOther('member_id', memberId)
  )
}

/** More than these are a fault of the provider's. */
const mostRows = 1_000
const mostPages = 20_000
const mostPagesOfMember = 50

/** Reading for runs. `getOrNone` answers null for what the provider does not know. */
export function readerOf(get: Get, getOrNone: Get): ProviderReader {
  return {
    page: async (resource, filter, page) => {
      const { path, list, keys } = kinds[resource]
      const isOfMember = resource === 'contracts' || resource === 'memberTickets'
      if (isOfMember && !filter.memberId) throw new TypeError(`${resource} are read of one member.`)
      const at = path.replace(':id', encodeURIComponent(filter.memberId ?? ''))
      const read = pageOf(await get(at, { ...filtersOf(filter), page, length }), list, rawOf(keys))
      // Otherwise paging would never end, or end after one page.
      if (
        read.page !== page ||
        read.rows.length > mostRows ||
        read.pages > (isOfMember ? mostPagesOfMember : mostPages)
      )
        throw failureOf('unexpected')
      const outside = read.rows.filter(({ raw }) => isOutside(resource, filter, raw)).length
      // Rows of another member would look like all rows of this one.
      if (isOfMember && outside > 0) throw failureOf('unexpected')
      // Assumption: rows below a member need not say whose they are.
      const member = theirKey(keys, 'member_id')
      const ofMember = (raw: unknown) =>
        typeof raw === 'object' && raw !== null
          ? { ...raw, [member]: (raw as Record<string, unknown>)[member] ?? filter.memberId }
          : raw
      const rows = isOfMember ? read.rows.map(({ id, raw }) => ({ id, raw: ofMember(raw) })) : read.rows
      return { ...read, rows, outside }
    },
    one: async (resource, id) => {
      const { path, one: name, keys } = kinds[resource]
      const answer = await getOrNone(`${path}/${encodeURIComponent(id)}`, {})
      if (answer === null) return null
      const found = z.object({ data: z.object({ [name]: rawOf(keys) }) }).safeParse(answer)
      const row = found.data?.data[name]
      if (row?.id !== id) throw failureOf('unexpected')
      return row
    },
  }
}
