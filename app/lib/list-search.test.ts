import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day, listRequest, listSearch, oneOf, pageSizes, textUpTo } from './list-search'

const search = listSearch({
  sortKeys: ['kana', 'joinedOn'],
  defaultSort: 'kana',
  filters: { status: oneOf('active', 'waiting'), from: day, code: textUpTo(4) },
})
const set = (raw: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search(raw)).filter(([, value]) => value))

test('a list at its defaults has nothing in its URL', () => {
  expect(set({ offset: 0, limit: 10, keyword: '', sort: 'kana' })).toEqual({})
})

test('what the router has read as a number is text where text is wanted', () => {
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

test('what is not understood is undefined, not absent: the router would let it pass', () => {
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

test('whatever a URL says, what is read is read the same again, and the API would take it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('offset', 'limit', 'keyword', 'sort', 'status', 'from'), fc.anything()),
      (raw) => {
        let read: ReturnType<typeof search>
        try {
          read = search(raw)
        } catch (error) {
          // An object that cannot be text is none of the router's.
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

test('the endpoint is asked with what is set, and with the order taken apart', () => {
  expect(listRequest(search({ offset: 20, sort: '-joinedOn', status: 'active' }))).toEqual({
    offset: 20,
    status: 'active',
    sortKey: 'joinedOn',
    sortDir: 'desc',
  })
  expect(listRequest(search({ sort: 'joinedOn' }))).toEqual({ sortKey: 'joinedOn', sortDir: 'asc' })
  expect(listRequest(search({}))).toEqual({})
})
