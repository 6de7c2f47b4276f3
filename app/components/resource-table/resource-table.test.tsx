import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { type ListState, listSearch } from '~/lib/list-search'
import { choiceFilter } from './filters'
import { ResourceTable } from './resource-table'
import { type RowsShown, Tiles } from './tiles'
import type { ListAnswer } from './types'

// A made-up resource; real lists are covered by the e2e tests.
const preloadRoute = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: vi.fn(), preloadRoute }),
  useRouterState: () => '/things',
  useSearch: () => ({}),
}))
vi.mock('~/lib/cookies', () => ({ remembered: () => '10', remember: () => {}, isPhone: () => false }))
vi.mock('~/identity/leave', () => ({ endSession: vi.fn() }))

interface Thing {
  id: string
  name: string
  note?: string | null
}

const search = listSearch({ sortKeys: ['name'], defaultSort: 'name', filters: { kind: (text) => text || undefined } })
const things = (count: number, from = 0): Thing[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(from + at + 1), name: `もの${from + at + 1}` }))
const answer = (list: Thing[], total = list.length, offset = 0): ListAnswer<Thing> => ({
  params: { offset, limit: 10 },
  list,
  paging: { offset, count: list.length, total },
})

const fetchPage = vi.fn<(search: ListState) => Promise<ListAnswer<Thing>>>()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  fetchPage.mockReset().mockImplementation(async ({ offset = 0 }) => answer(things(10, offset), 25, offset))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const hide = vi.fn<(rows: Thing[]) => void>()

/** Delay of the URL update, in milliseconds; undefined: none. */
let urlDelay: number | undefined
afterEach(() => {
  urlDelay = undefined
})

interface ScreenProps {
  initial: Record<string, unknown>
  tiles?: (shown: RowsShown<Thing>) => ReactNode
  mostSelected?: number
}

function Screen({ initial, tiles, mostSelected }: ScreenProps) {
  const [current, setCurrent] = useState(search(initial))
  return (
    <>
      <output data-testid="url">{JSON.stringify(current)}</output>
      <ResourceTable<Thing, typeof current>
        name="things"
        title="もの"
        noun="もの"
        search={current}
        onSearchChange={(next) =>
          urlDelay === undefined ? setCurrent(next) : void setTimeout(setCurrent, urlDelay, next)
        }
        query={(wanted) => ({ queryKey: ['things', wanted], queryFn: () => fetchPage(wanted) })}
        columns={[
          { id: 'name', label: '名前', width: 200, sortKey: 'name', cell: ({ name }) => name },
          { id: 'id', label: '番号', width: 100, cell: ({ id }) => id },
          { id: 'note', label: 'メモ', width: 100, card: 'labelled', cell: ({ note }) => note },
        ]}
        defaultSort="name"
        searchHint="名前"
        filters={[choiceFilter('kind', '種類', { a: '甲', b: '乙' })]}
        {...(tiles && { tiles })}
        {...(mostSelected && { mostSelected })}
        rowLabel={({ name }) => name}
        rowPath={({ id }) => `/things/${id}`}
        selection={(rows) => (
          <button type="button" onClick={() => hide(rows)}>
            隠す
          </button>
        )}
        firstUse={<p>最初のものを登録してください。</p>}
      />
    </>
  )
}

function show(initial: Record<string, unknown> = {}, more: Omit<ScreenProps, 'initial'> = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  render(
    <QueryClientProvider client={queryClient}>
      <Screen initial={initial} {...more} />
    </QueryClientProvider>,
  )
}
const url = () => JSON.parse(screen.getByTestId('url').textContent ?? '{}') as Record<string, unknown>
const tick = (name: string) => screen.getByRole('checkbox', { name: `${name}を選択` })

test('an empty cell says – in the table, and is left out of a card', async () => {
  fetchPage.mockResolvedValue(
    answer([
      { id: '1', name: 'もの1', note: null },
      { id: '2', name: 'もの2', note: '済' },
    ]),
  )
  show()
  const row = await screen.findByRole('row', { name: /もの1/ })
  expect(within(row).getAllByRole('cell').at(-1)?.textContent).toBe('–')
  cleanup()
  show({}, { tiles: (shown) => <Tiles {...shown} picture={() => null} /> })
  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent?.includes('メモ'))).toEqual([false, true])
})

test('an empty list explains how to begin, and has no pager', async () => {
  fetchPage.mockResolvedValue(answer([]))
  show()
  expect(await screen.findByText('ものはまだありません')).toBeTruthy()
  expect(screen.getByText('最初のものを登録してください。')).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'ページ' })).toBeNull()
})

test('a list without a match offers to clear search and filters', async () => {
  fetchPage.mockImplementation(async ({ keyword }) => answer(keyword ? [] : things(3)))
  show({ keyword: 'ない', kind: 'a' })
  const empty = (await screen.findByText('条件に合うものが見つかりません')).parentElement as HTMLElement
  fireEvent.click(within(empty).getByRole('button', { name: '条件をクリア' }))
  expect(await screen.findByText('もの1')).toBeTruthy()
  expect(url()).toEqual({})
})

test('a keyword cleared right after typing does not come back', async () => {
  fetchPage.mockImplementation(async ({ keyword }) => answer(keyword ? [] : things(3)))
  show()
  await screen.findByText('もの1')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ない' } })
  const empty = (await screen.findByText('条件に合うものが見つかりません')).parentElement as HTMLElement
  fireEvent.click(within(empty).getByRole('button', { name: '条件をクリア' }))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(url()).toEqual({})
})

test('a failure shows its reference number, and can be retried', async () => {
  fetchPage.mockRejectedValueOnce(new ApiError('internal', { ref: 'abcd1234' }))
  show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('abcd1234')
  fireEvent.click(within(alert).getByRole('button', { name: '再試行' }))
  expect(await screen.findByText('1–10 / 全25件')).toBeTruthy()
})

test('a page beyond the end of a shortened list links to its first page', async () => {
  fetchPage.mockImplementation(async ({ offset = 0 }) => answer(offset > 0 ? [] : things(5), 5))
  show({ offset: 100 })
  fireEvent.click(await screen.findByRole('button', { name: '最初のページへ' }))
  expect(await screen.findByText('1–5 / 全5件')).toBeTruthy()
})

test('the next page is prefetched', async () => {
  show()
  await screen.findByText('1–10 / 全25件')
  await waitFor(() => expect(fetchPage).toHaveBeenCalledWith(expect.objectContaining({ offset: 10 })))
  fireEvent.click(screen.getByRole('button', { name: '次のページ' }))
  expect(await screen.findByText('11–20 / 全25件')).toBeTruthy()
  expect(fetchPage.mock.calls.filter(([search]) => search.offset === 10)).toHaveLength(1)
})

test('of a long page the rows in sight are drawn first, at most twenty, then all', async () => {
  vi.stubGlobal('innerHeight', 5000)
  const drawn: number[] = []
  // Roles of so many cells take too long to find.
  const rows = () => document.querySelectorAll('th[scope=row]').length
  const watch = new MutationObserver(() => drawn.push(rows()))
  watch.observe(document.body, { childList: true, subtree: true })
  fetchPage.mockResolvedValue(answer(things(50)))
  show({ limit: 50 })
  await waitFor(() => expect(rows()).toBe(50))
  watch.disconnect()
  expect(drawn.find((count) => count > 0)).toBe(20)
})

test('hovering a row prefetches its record, but not while it is a placeholder', async () => {
  show()
  fireEvent.pointerOver(await screen.findByText('もの2'))
  await waitFor(() => expect(preloadRoute).toHaveBeenCalledTimes(1))
  fetchPage.mockImplementation(() => new Promise(() => {}))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'す' } })
  await waitFor(() => expect(url().keyword).toBe('す'))
  fireEvent.pointerOver(screen.getByText('もの3'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(preloadRoute).toHaveBeenCalledTimes(1)
})

test('the selection persists across pages, and is cleared when the filters change', async () => {
  show()
  await screen.findByText('もの1')
  fireEvent.click(tick('もの2'))
  fireEvent.click(screen.getByRole('button', { name: '次のページ' }))
  await screen.findByText('もの11')
  fireEvent.click(tick('もの11'))
  expect(await screen.findByText('2件を選択中')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '隠す' }))
  expect(hide.mock.lastCall?.[0].map(({ name }) => name)).toEqual(['もの2', 'もの11'])

  fireEvent.click(screen.getByRole('button', { name: /^絞り込み/ }))
  fireEvent.change(await screen.findByLabelText('種類'), { target: { value: 'a' } })
  await waitFor(() => expect(screen.queryByText('2件を選択中')).toBeNull())
})

test('全件を選択 selects every row of the filtered list, or as many as one decision takes', async () => {
  fetchPage.mockImplementation(async ({ offset = 0, limit = 10 }) =>
    answer(things(Math.min(limit, 25), offset), 25, offset),
  )
  show({}, { mostSelected: 500 })
  await screen.findByText('もの1')
  fireEvent.click(tick('もの2'))
  fireEvent.click(await screen.findByRole('button', { name: '全25件を選択' }))
  expect(await screen.findByText('25件を選択中')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /件を選択$/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '隠す' }))
  expect(hide.mock.lastCall?.[0]).toHaveLength(25)
  cleanup()
  show({}, { mostSelected: 20 })
  await screen.findByText('もの1')
  fireEvent.click(tick('もの2'))
  fireEvent.click(await screen.findByRole('button', { name: '先頭の20件を選択' }))
  expect(await screen.findByText('20件を選択中')).toBeTruthy()
})

test('with Shift the rows in between are ticked too', async () => {
  show()
  await screen.findByText('もの1')
  fireEvent.click(tick('もの2'))
  fireEvent.click(tick('もの5'), { shiftKey: true })
  expect(screen.getByText('4件を選択中')).toBeTruthy()
  fireEvent.click(tick('もの3'), { shiftKey: true })
  expect(screen.getByText('1件を選択中')).toBeTruthy()
})

test('Shift selects only one row when the row selected last is on another page', async () => {
  show()
  await screen.findByText('もの1')
  fireEvent.click(tick('もの2'))
  fireEvent.click(screen.getByRole('button', { name: '次のページ' }))
  await screen.findByText('もの11')
  fireEvent.click(tick('もの15'), { shiftKey: true })
  expect(screen.getByText('2件を選択中')).toBeTruthy()
})

test("the header's checkbox shows the page's selection: all, some or none, ignoring other pages", async () => {
  show()
  await screen.findByText('もの1')
  const all = () => {
    const { checked, indeterminate } = tick('このページのすべて') as HTMLInputElement
    return indeterminate ? 'part' : checked ? 'all' : 'none'
  }
  expect(all()).toBe('none')
  fireEvent.click(tick('もの2'))
  expect(all()).toBe('part')
  fireEvent.click(tick('このページのすべて'))
  expect(screen.getByText('10件を選択中')).toBeTruthy()
  expect(all()).toBe('all')

  fireEvent.click(screen.getByRole('button', { name: '次のページ' }))
  await screen.findByText('もの11')
  expect(all()).toBe('none')
  fireEvent.click(tick('このページのすべて'))
  expect(screen.getByText('20件を選択中')).toBeTruthy()
  fireEvent.click(tick('このページのすべて'))
  expect(screen.getByText('10件を選択中')).toBeTruthy()
  // A selection that began with the page's checkbox has no anchor row.
  fireEvent.click(tick('もの15'), { shiftKey: true })
  expect(screen.getByText('11件を選択中')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '選択を解除する' }))
  expect(screen.queryByText(/件を選択中/)).toBeNull()
})

test('typed text stays, even if the URL follows late', async () => {
  urlDelay = 200
  show()
  await screen.findByText('もの1')
  const field = screen.getByRole('searchbox') as HTMLInputElement
  fireEvent.change(field, { target: { value: 'す' } })
  expect(field.value).toBe('す')
  fireEvent.change(field, { target: { value: 'すず' } })
  await waitFor(() => expect(url().keyword).toBe('す'))
  expect(field.value).toBe('すず')
  await waitFor(() => expect(url().keyword).toBe('すず'))
  expect(field.value).toBe('すず')
})

test('the first key searches immediately, the following ones after a pause', async () => {
  show()
  await screen.findByText('もの1')
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'す' } })
  expect(url().keyword).toBe('す')
  fireEvent.change(field, { target: { value: 'すず' } })
  expect(url().keyword).toBe('す')
  await waitFor(() => expect(url().keyword).toBe('すず'))
})

test('rows are shown as cards with pictures at any width, and each links to its record', async () => {
  const picture = ({ name }: Thing) => <img src="/images/no_img.png" alt={`${name}の写真`} />
  show({}, { tiles: (shown) => <Tiles {...shown} picture={picture} /> })
  const cards = await screen.findByRole('region', { name: 'ものの一覧' })
  expect(screen.queryByRole('table')).toBeNull()
  expect(within(cards).getAllByRole('article')).toHaveLength(10)
  const first = within(cards).getAllByRole('article')[0] as HTMLElement
  expect(within(first).getByRole('img', { name: 'もの1の写真' })).toBeTruthy()
  expect(within(first).getByRole('link', { name: 'もの1' }).getAttribute('href')).toBe('/things/1')
})

test('a list with a capped count says so, and its pages end there', async () => {
  fetchPage.mockImplementation(async ({ offset = 0 }) => {
    const page = answer(things(10, offset), 10_000, offset)
    return { ...page, paging: { ...page.paging, isAtLeast: true } }
  })
  show()
  await screen.findByText('1–10 / 10,000件以上')
  fireEvent.click(screen.getByRole('button', { name: '最後のページ' }))
  await screen.findByText(/9,991–10,000 \/ 10,000件以上/)
  expect(screen.getByText(/この先は、条件を絞り込むと表示できます。/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '次のページ' }).getAttribute('aria-disabled')).toBe('true')
})

test('a press requests its rows before the URL changes, and once', async () => {
  show()
  await screen.findByRole('row', { name: /もの2/ })
  urlDelay = 20
  fetchPage.mockClear()
  fireEvent.click(screen.getByRole('button', { name: '次のページ' }))
  expect(fetchPage).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ offset: 10 }))
  expect(url().offset).toBeUndefined()
  await screen.findByRole('row', { name: /もの11/ })
  expect(fetchPage.mock.calls.filter(([{ offset }]) => offset === 10)).toHaveLength(1)
})
