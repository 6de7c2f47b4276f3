import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { report } from '#contract/report.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { openFacts } from '../../../tests/support/facts.ts'
import { addDays } from '../../figures/periods.ts'

// レッスンと担当 in wire format.

let facts: Awaited<ReturnType<typeof openFacts>>
let api: Api
const tokens: Record<string, string> = {}
beforeAll(async () => {
  facts = await openFacts({ shops: 2, members: 12 })
  await facts.db.execute(sql`alter table user_account alter column id restart with 1000`)
  api = await startApi({ database: facts.database })
  tokens.head = await api.as({ role: 'all' })
  tokens.trainer = await api.as({ role: 'level2', shops: ['1'] })
  tokens.manager = await api.as({ role: 'level3', shops: ['1'] })
  tokens.partner = await api.as({ role: 'level1', shops: ['1'] })
  await api.as({ role: 'level2', shops: ['1'] })
  const { rows } = await facts.db.execute<{ id: number }>(
    sql`update staff set status = 'cancel', display_name = '退職 花子' where id = (select max(id) from staff) returning id`,
  )
  const weeks = Array.from({ length: 12 }, (_, week) => addDays('2026-08-03', 7 * week))
  // ヨガ is always full and has people waiting; ズンバ is empty but for one or two; 2 is another shop's.
  await facts.happened('2026-10-31', {
    contracts: [{ member: 1, shop: 1, from: '2026-07-01' }],
    classes: weeks.flatMap((day, week) => [
      ...['10:00', '12:00', '15:00'].map((time) => ({
        ...{ shop: 1, at: `${day}T${time}`, program: 'ヨガ', staff: rows[0]?.id as number, capacity: 4 },
        bookings: [1, 2, 3, 4, 5].map((member) => ({
          member,
          status: member === 5 ? ('waitlisted' as const) : ('completed' as const),
        })),
      })),
      ...['18:00', '20:00'].map((time) => ({
        ...{ shop: 1, at: `${day}T${time}`, program: 'ズンバ', capacity: 4 },
        bookings: [6, 7].slice(week % 2).map((member) => ({ member, status: 'noShow' as const })),
      })),
      { shop: 2, at: `${day}T10:00`, program: '=HYPERLINK()', capacity: 4, bookings: [] },
    ]),
  })
})
afterAll(() => api.close())

const get = (who: string, rest = '') =>
  api.get(`/api/admin/report/lessons?year=2026&month=10${rest}`, { token: tokens[who] })

test('a trainer reads which class is fuller than chance explains, where people wait, and who held it, also one who has left', async () => {
  const answer = report.lessons.output.parse((await get('trainer')).json)
  expect(answer.requestInfo).toMatchObject({ shopId: null, months: 3 })
  expect(answer.byClass?.map(({ program, standing, held, fill }) => [program, standing, held, fill])).toEqual([
    ['ヨガ', 'more', 36, 1],
    ['ズンバ', 'less', 24, 0.375],
  ])
  expect(
    answer.bySlot?.slice(0, 3).map((one) => [one.dow, one.startsAt, one.program, one.waited, one.members]),
  ).toEqual(['10:00', '12:00', '15:00'].map((time) => [1, time, 'ヨガ', 12, 4]))
  expect(answer.byStaff?.map(({ name, noShowRate }) => [name, noShowRate])).toEqual([
    ['退職 花子', 0],
    [null, 1],
  ])
  expect(answer.summary).toMatchObject({ held: 60, waited: 36, lessonsWaited: 36, members: 4 })
})

test('a partner and the staff of another shop have no report, and a file has a line each class, time and instructor of each shop', async () => {
  expect((await get('partner')).status).toBe(403)
  expect((await get('manager', '&shopId=2')).status).toBe(404)
  const { status, text } = await api.get('/api/admin/report/lessons?year=2026&month=10', {
    token: tokens.head,
    headers: { accept: 'text/csv' },
  })
  expect(status).toBe(200)
  const lines = text.trim().split('\r\n')
  expect(lines[1]).toBe('店舗1,ヨガ,月,10:00,退職 花子,12,48,48,100,48,0,0,12,12')
  expect(lines[6]).toBe("店舗2,'=HYPERLINK(),月,10:00,担当なし,12,48,0,0,0,0,,0,0")
  // Bookings are known since the first one.
  expect(lines.slice(7)).toEqual([expect.stringContaining('予約')])
})
