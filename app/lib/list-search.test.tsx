import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { listRequest, listSearch } from './list-search'
import { pageSizes } from './page-size'

vi.mock('./cookies', () => ({ remembered: () => undefined, isPhone: () => false }))

const list = {
  sortKeys: ['kana', 'joinedOn'],
  defaultSort: 'kana',
  filters: { status: { active: '有効', waiting: '待機中' }, from: 'day', code: { maxLength: 4 } },
} as const
const search = listSearch(list)
const set = (raw: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search(raw)).filter(([, value]) => value))

test('a list with default values has an empty search', () => {
  expect(set({ offset: 0, keyword: '', sort: 'kana' })).toEqual({})
})

test('a number from the router becomes text where text is expected', () => {
  expect(
    set({ offset: 20, limit: 50, keyword: 123, sort: '-kana', status: 'active', from: '2026-01-05', code: 7 }),
  ).toEqual({
    offset: 20,
    limit: 50,
    keyword: '123',
    sort: '-kana',
    status: 'active',
    from: '2026-01-05',
    code: '7',
  })
})

test('an invalid value is undefined, not absent: the router would keep it', () => {
  const read = search({
    offset: -1,
    limit: 7,
    sort: 'password',
    status: 'x',
    from: '2026-13-01',
    code: 'long one',
    more: 1,
  })
  expect(Object.keys(read).sort()).toEqual(['code', 'from', 'keyword', 'limit', 'offset', 'sort', 'status'])
  expect(Object.values(read).every((value) => value === undefined)).toBe(true)
})

test.each(['2026-02-30', '2026-04-31', '2025-02-29', '2026-00-10', '1899-12-31'])(
  '%s in a URL, which no calendar has, is the default',
  (from) => expect(search({ from }).from).toBeUndefined(),
)

test('any URL parses into a search that round-trips and that the API accepts', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('offset', 'limit', 'keyword', 'sort', 'status', 'from'), fc.anything()),
      (raw) => {
        let read: ReturnType<typeof search>
        try {
          read = search(raw)
        } catch (error) {
          // The router never produces an object without a text form.
          expect(error).toBeInstanceOf(TypeError)
          return
        }
        expect(search(read)).toEqual(read)
        expect(pageSizes.includes(read.limit ?? 10)).toBe(true)
        expect(Number.isInteger(read.offset ?? 0) && (read.offset ?? 0) >= 0).toBe(true)
      },
    ),
  )
})

test('the request has the filters that are set, and the order split into key and direction', () => {
  expect(listRequest(list, search({ offset: 20, sort: '-joinedOn', status: 'active' }))).toEqual({
    offset: 20,
    limit: 50,
    status: 'active',
    sortKey: 'joinedOn',
    sortDir: 'desc',
  })
  expect(listRequest(list, search({ sort: 'joinedOn' }))).toEqual({ limit: 50, sortKey: 'joinedOn', sortDir: 'asc' })
  expect(listRequest(list, search({}))).toEqual({ limit: 50, sortKey: 'kana', sortDir: 'asc' })
  expect(listRequest({ ...list, defaultSort: '-joinedOn' }, search({}))).toEqual({
    limit: 50,
    sortKey: 'joinedOn',
    sortDir: 'desc',
  })
})
