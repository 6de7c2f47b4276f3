import type { ProviderFailure } from '../../api/sync/club-system.ts'
import {
  type ProviderContract,
  type ProviderMember,
  type ProviderPurchase,
  type ProviderReader,
  type ProviderRows,
  type ReadRow,
  type Resource,
  type RowFilter,
  resources,
  UnreadableRow,
} from '../../api/sync/provider-rows.ts'

type World = { [R in Resource]: ProviderRows[R][] }

/** What a run reads, in memory and in our terms: for tests that are not about how a club system speaks. */
export function memoryProvider({ perPage = 2 } = {}) {
  const world = Object.fromEntries(resources.map((resource) => [resource, []])) as unknown as World
  const calls: string[] = []
  /** Resources that fail, or of one member: 「contracts 101」. */
  const failures = new Map<Resource | `${'contracts' | 'memberTickets'} ${string}`, ProviderFailure>()
  /** Called before each answer. */
  const before = { call: (_call: string): unknown => undefined }

  const dayOf = (row: object): string | null => {
    const { startAt, settledAt } = row as { startAt?: string; settledAt?: string | null }
    return (startAt ?? settledAt ?? null)?.slice(0, 10) ?? null
  }
  const isWithin = (row: object, { memberId, from, to }: RowFilter) => {
    const day = dayOf(row)
    return (
      (memberId === undefined || (row as { memberId?: string }).memberId === memberId) &&
      (from === undefined || day === null || day >= from) &&
      (to === undefined || day === null || day <= to)
    )
  }
  const reader: ProviderReader = {
    page: async (resource, filter, page) => {
      const call = `${resource} ${filter.memberId ?? filter.from ?? ''} ${page}`
      calls.push(call)
      await before.call(call)
      const failure = failures.get(resource) ?? failures.get(`${resource} ${filter.memberId}` as Resource)
      if (failure) throw failure
      const all = world[resource].filter((row) => isWithin(row, filter))
      const rows = all.slice((page - 1) * perPage, page * perPage)
      return {
        rows: rows.map((row) => ({ id: row.id, raw: structuredClone(row) })),
        ...{ page, pages: Math.max(1, Math.ceil(all.length / perPage)), total: all.length },
      }
    },
    one: async (resource, id) => {
      calls.push(`${resource} #${id}`)
      const row = world[resource].find((one) => one.id === id)
      return row ? { id, raw: structuredClone(row) } : null
    },
  }
  const readRow: ReadRow = (_, raw) => {
    const { unreadable, ...row } = raw as { unreadable?: true } & Partial<ProviderPurchase>
    const yen = row.lines?.reduce((sum, { net }) => sum + net, 0)
    const known = { day: row.settledAt?.slice(0, 10), studioId: row.studioId, yen }
    if (unreadable) throw new UnreadableRow('行を読めません。', known)
    return raw as never
  }
  return { world, calls, failures, before, reader, readRow }
}

/** A member of studio 11, and what differs. */
export const providerMember = (id: string, more: Partial<ProviderMember> = {}): ProviderMember => ({
  ...{ id, memberNo: `N${id}`, lastName: '会員', firstName: `名${id}`, lastNameKana: 'カイイン', firstNameKana: null },
  ...{ email: `m${id}@example.jp`, representativeEmail: null, tel: null, gender: 'female', birthday: '1990-01-02' },
  ...{ zipCode: null, prefecture: '東京都', address1: null, address2: null, studioId: '11', joinedOn: '2026-01-10' },
  cancelRequestedOn: null,
  ...more,
})

export const providerContract = (
  id: string,
  memberId: string,
  more: Partial<ProviderContract> = {},
): ProviderContract => ({
  ...{ id, memberId, studioId: '11', contractedOn: '2026-01-10', startOn: '2026-01-10', endOn: null },
  plan: { id: '5', code: 'P5', name: 'レギュラー', kind: 'regular', monthlyFee: 8800 },
  ...{ cancelRequestedOn: null, paymentMethod: 'card', paymentStatus: 'paid' },
  ...more,
})
