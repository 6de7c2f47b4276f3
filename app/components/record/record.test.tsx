import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { rehearsal, useSaveRecord } from '~/data/mutation'
import { Fact, Facts } from './facts'
import { LoadedRecord } from './record-page'
import { useRemoval } from './use-removal'

// A made-up resource; real record pages are covered by the e2e tests.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useRouterState: ({ select }: { select: () => unknown }) => select(),
}))
vi.mock('~/identity/leave', () => ({ endSession: vi.fn() }))
const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('~/lib/notices', () => ({ notify }))

interface Thing {
  id: string
  name: string
  version: number
}

const thing: Thing = { id: '1', name: '長机', version: 3 }
let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.clearAllMocks()
})
afterEach(cleanup)

const show = (children: ReactNode) => render(<QueryClientProvider client={client}>{children}</QueryClientProvider>)
const list = { to: '/', label: '備品の一覧' } as const

function open(read: () => Promise<Thing>) {
  const query = { queryKey: ['thing', 'get', { id: '1' }], queryFn: read, staleTime: 0 }
  return show(
    <LoadedRecord query={query} list={list} title="備品" noun="備品">
      {(row) => <p>{row.name}</p>}
    </LoadedRecord>,
  )
}

test('a loading record says so, and links back to the list', async () => {
  open(async () => thing)
  expect(screen.getByRole('heading').textContent).toBe('備品')
  expect(screen.getByRole('status').textContent).toContain('読み込み中...')
  expect(screen.getByRole('link', { name: '備品の一覧' })).toBeTruthy()
  await screen.findByText('長机')
})

test('a cached record is refetched when it is opened, with or without a loader', async () => {
  client.setQueryData(['thing', 'get', { id: '1' }], { ...thing, name: '古い名前' }, { updatedAt: Date.now() - 5_000 })
  open(async () => thing)
  expect(screen.queryByText('古い名前')).toBeNull()
  await screen.findByText('長机')
})

test('a record whose refetch fails is not shown from the cache', async () => {
  client.setQueryData(['thing', 'get', { id: '1' }], { ...thing, name: '古い名前' }, { updatedAt: Date.now() - 5_000 })
  open(() => Promise.reject(new ApiError('not_found')))
  await waitFor(() => expect(screen.queryByText('読み込み中...')).toBeNull())
  expect(screen.queryByText('古い名前')).toBeNull()
})

test('a form opens with the current record, not with the cached one', async () => {
  client.setQueryData(['thing', 'get', { id: '1' }], { ...thing, name: '古い名前' })
  let answer: (row: Thing) => void = () => {}
  const query = {
    queryKey: ['thing', 'get', { id: '1' }],
    queryFn: () => new Promise<Thing>((resolve) => (answer = resolve)),
    staleTime: 0,
  }
  // Simulates the route's loader.
  void client.prefetchQuery(query)
  show(
    <LoadedRecord query={query} list={list} title="備品" noun="備品">
      {(row) => <p>{row.name}</p>}
    </LoadedRecord>,
  )
  expect(screen.queryByText('古い名前')).toBeNull()
  answer(thing)
  await screen.findByText('長机')
})

test.each([
  ['not_found', '備品が見つかりません'],
  ['invalid', '備品が見つかりません'],
  ['forbidden', 'この備品を表示する権限がありません'],
] as const)('%s says so of the record and offers its list, and nothing to try again', async (code, title) => {
  open(() => Promise.reject(new ApiError(code)))
  await screen.findByRole('heading', { name: title })
  expect(screen.getByRole('link', { name: '備品の一覧へ' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull()
})

test('a failed load can be retried', async () => {
  const read = vi.fn<() => Promise<Thing>>().mockRejectedValueOnce(new ApiError('network')).mockResolvedValue(thing)
  open(read)
  fireEvent.click(await screen.findByRole('button', { name: '再試行' }))
  await screen.findByText('長机')
})

test('an unknown fact is 「–」; zero is shown as such', () => {
  show(
    <Facts>
      <Fact label="置き場所">{null}</Fact>
      <Fact label="貸出中">{0}</Fact>
    </Facts>,
  )
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['–', '0'])
})

function Removal({ remove, onRemoved }: { remove: () => Promise<unknown>; onRemoved: () => void }) {
  const { ask, dialog } = useRemoval<Thing>({
    noun: '備品',
    nameOf: ({ name }) => name,
    resource: 'announcement',
    remove,
    onRemoved,
  })
  return (
    <>
      <button type="button" onClick={() => ask(thing)}>
        削除
      </button>
      {dialog}
    </>
  )
}

test('deletion is confirmed by name, happens once, and shows a snackbar', async () => {
  const [remove, onRemoved] = [vi.fn(async () => ({})), vi.fn()]
  show(<Removal remove={remove} onRemoved={onRemoved} />)
  fireEvent.click(screen.getByRole('button', { name: '削除' }))
  expect((await screen.findByRole('alertdialog', { name: '備品を削除' })).textContent).toContain('「長机」')
  // Tried and taken back, so that a refusal comes before the question.
  expect(remove).toHaveBeenCalledExactlyOnceWith({ data: { id: '1', version: 3 }, ...rehearsal })
  remove.mockClear()
  expect(notify.success).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'はい' }))
  await waitFor(() => expect(onRemoved).toHaveBeenCalledOnce())
  expect(remove).toHaveBeenCalledExactlyOnceWith({ data: { id: '1', version: 3 } })
  expect(notify.success.mock.calls[0]?.[0]).toBe('備品を削除しました。')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a deletion that would be refused opens no confirmation: its reason is shown once, and a conflict refetches the record', async () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const onRemoved = vi.fn()
  show(<Removal remove={() => Promise.reject(new ApiError('stale'))} onRemoved={onRemoved} />)
  fireEvent.click(screen.getByRole('button', { name: '削除' }))
  await waitFor(() => expect(notify.error).toHaveBeenCalledOnce())
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['announcement'], refetchType: 'active' })
  expect(onRemoved).not.toHaveBeenCalled()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

type Write = () => Promise<Thing>

function Save({ row, create, update }: { row?: Thing; create: Write; update: Write }) {
  const save = useSaveRecord<{ name: string }, Thing>({ resource: 'announcement', noun: '備品', create, update })
  const call = { row, headers: { 'idempotency-key': 'k' } }
  return (
    <button type="button" onClick={() => void save({ name: '椅子' }, call)}>
      保存
    </button>
  )
}

test('one save for both: a new record is created, an existing one is changed at the version it was opened at', async () => {
  const writes = { create: vi.fn(async () => thing), update: vi.fn(async () => thing) }
  const headers = { 'idempotency-key': 'k' }
  const { unmount } = show(<Save {...writes} />)
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(notify.success.mock.calls[0]?.[0]).toBe('備品を登録しました。'))
  expect(writes.create).toHaveBeenCalledExactlyOnceWith({ data: { name: '椅子' }, headers })
  unmount()
  show(<Save row={thing} {...writes} />)
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(notify.success.mock.calls[1]?.[0]).toBe('備品を更新しました。'))
  expect(writes.update).toHaveBeenCalledExactlyOnceWith({ data: { name: '椅子', id: '1', version: 3 }, headers })
})
