import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { turnToRead } from '../../api/import/reader.ts'
import { type Api, startApi } from '../support/api.ts'
import { workbook } from '../support/workbook.ts'

// Files that people bring: read on threads of their own, two at once, of one person one (decision 0063).

let api: Api
let head: string
const path = '/api/admin/club-system/reconciliation'

beforeAll(async () => {
  api = await startApi()
  head = await api.as({ role: 'all' })
  await api.db.execute(
    sql`insert into club_connection (id, public_id, brand_code, connected_at) values (1, 'p', 'karada', now())`,
  )
})
afterAll(() => api.close())

const bring = (bytes: Uint8Array) =>
  api.post(path, {
    token: head,
    body: { name: 'MA002.xlsx', shopId: null, madeAt: null, content: Buffer.from(bytes).toString('base64') },
  })

test('a workbook of figures is read in its turn, and the API answers meanwhile', async () => {
  const held = [await turnToRead('somebody'), await turnToRead('somebody else')]
  let isAnswered = false
  const brought = bring(
    workbook([
      ['対象年月', '店舗在籍会員数'],
      ['202610', { number: '5' }],
    ]),
  ).finally(() => {
    isAnswered = true
  })
  for (const address of ['/healthz', '/api/admin/user/me']) {
    expect((await api.get(address, { token: head })).status).toBe(200)
  }
  expect(isAnswered).toBe(false)
  for (const end of held) end()
  expect((await brought).json).toEqual({ report: 'MA002', months: ['2026-10'] })
})

test('a workbook of figures that is larger than it looks is refused at its field', async () => {
  const rows = Array.from({ length: 200_001 }, (_, at) => `<row r="${at + 1}"/>`).join('')
  const answer = await bring(workbook(rows))
  expect(answer.status).toBe(422)
  expect(answer.json.fields.content).toMatch(/200,000行まで/)
})

test('steps of two people are done at once, of one person one after the other', async () => {
  const running = new Map<string, () => void>()
  const done: string[] = []
  await api.jobs.work(
    'import',
    async ({ importId }) => {
      await new Promise<void>((end) => running.set(importId, end))
      running.delete(importId)
      done.push(importId)
    },
    2,
  )
  for (const [importId, who] of [
    ['1', 'one'],
    ['2', 'one'],
    ['3', 'other'],
  ] as const) {
    await api.jobs.add(api.db, 'import', { importId }, who)
  }
  // Which of one person's is first, is not said: two workers fetch at once.
  const isRunning = (...ids: unknown[]) =>
    vi.waitFor(() => expect([...running.keys()].sort()).toEqual(ids), { timeout: 20_000 })
  await isRunning(expect.stringMatching(/^[12]$/), '3')
  const [first = ''] = [...running.keys()].filter((id) => id !== '3')
  const second = first === '1' ? '2' : '1'
  running.get('3')?.()
  // A later one of somebody else passes the second.
  await api.jobs.add(api.db, 'import', { importId: '4' }, 'other')
  await isRunning(first, '4')
  running.get('4')?.()
  running.get(first)?.()
  await isRunning(second)
  expect(done).toEqual(['3', '4', first])
  running.get(second)?.()
})
