import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cell, csvStream } from '../../api/wire/csv.ts'
import { type Api, startApi } from '../support/api.ts'

async function csvOf(header: string[], ...pages: Cell[][][]): Promise<string> {
  const stream = csvStream(
    header,
    (async function* () {
      yield* pages
    })(),
  )
  return Buffer.from(await new Response(stream).arrayBuffer()).toString('utf8')
}

describe('a CSV', () => {
  test('starts with a byte-order mark, ends lines with CRLF and quotes as in RFC 4180', async () => {
    const text = await csvOf(
      ['氏名', 'メモ'],
      [
        ['山田 太郎', 'a,b'],
        ['"引用"', '一行目\n二行目'],
        [null, ''],
      ],
    )
    expect(text).toBe('\uFEFF氏名,メモ\r\n山田 太郎,"a,b"\r\n"""引用""","一行目\n二行目"\r\n,\r\n')
  })

  test.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'escapes text that starts with %j, so that no spreadsheet executes it',
    async (start) => {
      const text = await csvOf(['x'], [[`${start}1+1`]])
      expect(text.replace(/"/g, '')).toBe(`\uFEFFx\r\n'${start}1+1\r\n`)
    },
  )

  test('keeps numbers numbers, including negative ones, and keeps digits of names text', async () => {
    const rows = [
      [-1200, '0012345'],
      [0, '12345678901234567'],
      [1.5, '12345'],
      [null, '090-1234-5678'],
    ]
    expect(await csvOf(['x', 'y'], rows)).toBe(
      '\uFEFFx,y\r\n-1200,"=""0012345"""\r\n0,"=""12345678901234567"""\r\n1.5,12345\r\n,090-1234-5678\r\n',
    )
  })

  test.each(['0012345+1', '0"&1', '00=1', '="0012345"&1'])('does not treat %s as digits', async (text) => {
    expect(await csvOf(['x'], [[text]])).not.toMatch(/(^|\n)"?=/)
  })

  test('is generated page by page, as fast as it is read', async () => {
    let made = 0
    async function* pages() {
      for (made = 1; made <= 1_000; made += 1) yield [[`row ${made}`]]
    }
    const reader = csvStream(['x'], pages()).getReader()
    for (let chunk = 0; chunk < 5; chunk += 1) await reader.read()
    expect(made).toBeLessThan(10)
    await reader.cancel()
    expect(made).toBeLessThan(10)
  })
})

describe('the monthly report as CSV', () => {
  let api: Api
  let shop: string
  beforeAll(async () => {
    api = await startApi()
    shop = await api.makeShop()
  })
  afterAll(() => api.close())

  test('is a file with a Japanese name, one row per day, and audited before it is sent', async () => {
    const person = await api.makeStaff({ role: 'level3', shops: [shop] })
    const token = await api.signIn(person)
    const path = `/api/admin/report/monthly-stats?year=2026&month=10&shopId=${shop}`
    const answer = await api.get(path, { token, headers: { accept: 'text/csv', 'x-request-id': 'export-0001' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toMatch(
      /''\u65e5ごとの集計_.+_20261001-20261031_20261121_1000\.csv$/,
    )
    expect(answer.text.startsWith('\uFEFF日付,')).toBe(true)
    const lines = answer.text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(33)
    // Without data, why the days are empty.
    expect(lines.at(-1)).toContain('データはありません')
    const { rows } = await api.db.execute(
      sql`select action, actor_staff_id, shop_id, filter, row_count from audit_log where request_id = 'export-0001'`,
    )
    expect(rows).toEqual([
      {
        action: 'report.monthlyStats.export',
        actor_staff_id: Number(person.staffId),
        shop_id: Number(shop),
        filter: { year: 2026, month: 10, shopId: shop },
        row_count: 32,
      },
    ])
  })

  test('is sent only on request: JSON stays the default', async () => {
    const token = await api.as({ role: 'level3', shops: [shop] })
    const fetchAs = (accept: string) =>
      api.get('/api/admin/report/monthly-stats?year=2026&month=10', { token, headers: { accept } })
    expect((await fetchAs('text/csv')).text).toContain('売上')
    for (const accept of ['*/*', 'application/json', 'text/html', 'text/csv;q=0.5, application/json']) {
      expect((await fetchAs(accept)).headers.get('content-type')).toContain('application/json')
    }
  })
})
