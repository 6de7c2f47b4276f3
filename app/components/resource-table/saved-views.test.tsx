import { afterEach, expect, test } from 'vitest'
import { activeView, readViews, type SavedView, withView, writeViews } from './saved-views'

afterEach(() => localStorage.clear())
const view = (name: string, columns = {}): SavedView => ({ name, search: { status: 'active' }, columns })

test('views are stored per list under our prefix, so that another user’s sign-in clears them', () => {
  writeViews('members', [view('休会中')])
  expect(readViews('members')).toEqual([view('休会中')])
  expect(readViews('announcements')).toEqual([])
  expect(Object.keys(localStorage).every((key) => key.startsWith('karada.'))).toBe(true)
})

test('saving under an existing name replaces that view in its place', () => {
  const views = withView([view('A'), view('B')], view('A', { tel: true }))
  expect(views.map(({ name }) => name)).toEqual(['A', 'B'])
  expect(views[0]?.columns).toEqual({ tel: true })
})

test.each(['{', 'null', '{}', '[null, 1, {"name": "x"}]'])(
  'what the browser has kept of another form (%s) is no view',
  (stored) => {
    localStorage.setItem('karada.views.members', stored)
    expect(readViews('members')).toEqual([])
  },
)

test('the current view is recognised by filters, order and columns, ignoring keyword and page', () => {
  const [plain, wide] = [view('公開中'), view('公開中、メールも', { email: true })]
  const now = { status: 'active', keyword: '山田', offset: 50, shop: '2' }
  expect(activeView([plain, wide], now, {})).toBe(plain)
  expect(activeView([plain, wide], now, { email: true })).toBe(wide)
  expect(activeView([plain, wide], { ...now, sort: 'title' }, {})).toBeUndefined()
})

test('a view of an older release, where the user’s id was `memberId`, still names the member and is known as shown', () => {
  const kept = [{ name: '山田さん', search: { status: 'booked', memberId: '12' }, columns: {} }]
  localStorage.setItem('karada.views.reservations', JSON.stringify(kept))
  const views = readViews('reservations')
  expect(views).toEqual([{ name: '山田さん', search: { status: 'booked', userId: '12' }, columns: {} }])
  expect(activeView(views, { status: 'booked', userId: '12' } as object, {})).toBe(views[0])
})

test('the number in an older view of the mail log is no user’s id, and never read as one', () => {
  localStorage.setItem(
    'karada.views.mailLogs',
    JSON.stringify([{ name: '山田さん', search: { memberId: '12' }, columns: {} }]),
  )
  expect(readViews('mailLogs')[0]?.search).toEqual({ memberId: '12' })
})
