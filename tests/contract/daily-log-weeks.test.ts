import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetOldDays } from '../../api/daily-logs/retention.ts'
import { publishWeeks } from '../../api/daily-logs/weeks.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { sampleLogs } from '../support/daily-logs.ts'

// Published weeks of shops and the chain (decision 0049).

let api: Api
let large: string
let small: string
let middle: string
const people: Record<'manager' | 'owner' | 'head', Person> = {} as never
const day = 24 * 3_600_000
const longAgo = new Date('2026-09-01T00:00:00Z')

beforeAll(async () => {
  api = await startApi()
  api.time.now = new Date('2026-11-21T01:00:00.000Z')
  ;[large, middle, small] = [await api.makeShop(), await api.makeShop(), await api.makeShop()]
  people.manager = await api.makeStaff({ role: 'level3', shops: [large] })
  people.owner = await api.makeStaff({ role: 'level4', shops: [large, middle, small] })
  people.head = await api.makeStaff({ role: 'all' })
})
afterAll(() => api.close())

const publish = () => publishWeeks(api.db, demoSealing, api.time.now, '2026-09-01')

/** A member with consent, and these moods on these days. */
async function join(shopId: string, moods: Record<string, 'perfect' | 'slump' | 'happy' | 'lazy'>) {
  const made = await api.makeMember(shopId)
  await api.giveConsent({ memberId: made.memberId, kind: 'body', at: longAgo })
  for (const [date, mood] of Object.entries(moods)) {
    await api.makeDailyLog('condition', {
      memberId: made.memberId,
      shopId,
      date,
      log: { ...sampleLogs.condition, mood },
    })
  }
  return made
}

/** Days pass between the requests, so the caller signs in each time. */
const get = async (who: keyof typeof people, query: string) =>
  api.get(`/api/admin/member/daily-log/summary?kind=condition&${query}`, { token: await api.signIn(people[who]) })
const summary = (who: keyof typeof people) => get(who, 'from=2026-11-02&to=2026-11-21')
/** The week of 2026-11-09 of one shop, or of the chain. */
async function weekOf(shopId: string | null, who: keyof typeof people = 'head') {
  const { json } = await summary(who)
  const group = json.groups.find(({ shop }: { shop: { id: string } | null }) => (shop?.id ?? null) === shopId)
  return group.weeks.find(({ from }: { from: string }) => from === '2026-11-09')
}
const moodsOf = ({ counts }: { counts: { key: string; people: number | null }[] }) =>
  Object.fromEntries(counts.map(({ key, people }) => [key, people]))

test('a past week is published in rounded numbers of people, by the mood of most of their days', async () => {
  for (let at = 0; at < 12; at += 1)
    await join(large, { '2026-11-09': 'slump', '2026-11-10': 'perfect', '2026-11-12': 'perfect' })
  for (let at = 0; at < 8; at += 1) await join(large, { '2026-11-11': 'lazy', '2026-11-13': 'happy' })
  for (let at = 0; at < 6; at += 1) await join(middle, { '2026-11-10': 'lazy' })
  for (let at = 0; at < 7; at += 1) await join(small, { '2026-11-10': 'happy' })
  // Days of the current week, and of a member without consent.
  await join(large, { '2026-11-17': 'slump' })
  const silent = await join(large, { '2026-11-10': 'slump' })
  await api.giveConsent({ memberId: silent.memberId, kind: 'body', agreed: false })
  await publish()
  const week = await weekOf(large, 'manager')
  expect([week.loggers, week.consented, moodsOf(week)]).toEqual([
    20,
    20,
    { perfect: 10, happy: 10, lazy: null, slump: null },
  ])
  const running = (await summary('manager')).json.groups[0].weeks.at(-1)
  expect([running.from, running.to]).toEqual(['2026-11-09', '2026-11-15'])
})

test('a caller with several shops gets each of them, and all together', async () => {
  const groupsOf = async (who: keyof typeof people) =>
    (await summary(who)).json.groups.map(({ shop }: { shop: { id: string } | null }) => shop?.id ?? null)
  expect(await groupsOf('manager')).toEqual([large])
  expect(await groupsOf('owner')).toEqual([null, large, middle, small])
  expect(await groupsOf('head')).toEqual([null, large, middle, small])
})

test('a week is the same in every requested period, and only whole weeks are published', async () => {
  const published = JSON.stringify(await weekOf(large))
  for (const period of [
    ['2026-11-09', '2026-11-15'],
    ['2026-11-10', '2026-11-14'],
    ['2026-11-12', '2026-11-12'],
    ['2026-09-01', '2026-11-15'],
  ]) {
    const { json } = await get('manager', `shopId=${large}&from=${period[0]}&to=${period[1]}`)
    for (const { from, to } of json.groups[0].weeks) expect((Date.parse(to) - Date.parse(from)) / day).toBe(6)
    const week = json.groups[0].weeks.find(({ from }: { from: string }) => from === '2026-11-09')
    expect(JSON.stringify(week)).toBe(published)
  }
})

test('an answer contains counts, medians and shops, but no names and no days', async () => {
  const { text } = await summary('owner')
  expect(text).not.toMatch(/会員|memberNo|lastName|userId/)
})

test('changes by up to four people change no answer; from five on the week is republished the next day', async () => {
  const everything = async () => {
    const answers = await Promise.all(
      (['head', 'owner', 'manager'] as const).map((who) => get(who, 'from=2026-11-02&to=2026-11-15')),
    )
    return answers.map(({ text }) => text)
  }
  const before = await everything()
  const late = [
    await join(large, { '2026-11-10': 'slump' }),
    await join(large, { '2026-11-11': 'slump' }),
    await join(large, { '2026-11-12': 'slump' }),
  ]
  api.time.now = new Date(api.time.now.getTime() + 2 * day)
  await publish()
  expect(await everything()).toEqual(before)
  await api.giveConsent({ memberId: late[0]?.memberId as string, kind: 'body', agreed: false })
  await api.call('DELETE', `/api/admin/member/${late[1]?.userId}/daily-log`, { token: await api.signIn(people.head) })
  await join(large, { '2026-11-13': 'slump' })
  await publish()
  expect(await everything()).toEqual(before)
  // The fifth, and two more.
  for (let at = 0; at < 3; at += 1) await join(large, { '2026-11-14': 'slump' })
  await publish()
  expect((await weekOf(large)).loggers).toBe(25)
})

test('a shop of four is not published, nor included in the sum of the others, from which it could be computed', async () => {
  const [a, b, c] = [await api.makeShop(), await api.makeShop(), await api.makeShop()]
  const date = '2026-10-06'
  for (let at = 0; at < 4; at += 1) await join(a, { [date]: 'happy' })
  for (let at = 0; at < 9; at += 1) await join(b, { [date]: 'happy' })
  for (let at = 0; at < 15; at += 1) await join(c, { [date]: 'happy' })
  await publish()
  const { json } = await get('head', 'from=2026-10-05&to=2026-10-11')
  const loggers = new Map(
    json.groups.map(({ shop, weeks }: { shop: { id: string } | null; weeks: { loggers: number | null }[] }) => [
      shop?.id ?? null,
      weeks[0]?.loggers,
    ]),
  )
  expect([loggers.get(a), loggers.get(b), loggers.get(c), loggers.get(null)]).toEqual([null, 10, 15, 25])
})

test('re-encrypting a day with another key changes no week', async () => {
  await api.db.execute(sql`delete from daily_log_change`)
  await api.db.execute(sql`update daily_log set key_id = 'another' where key_id = 'demo'`)
  const { rows } = await api.db.execute<{ n: number }>(sql`select count(*)::integer as n from daily_log_change`)
  expect(rows).toEqual([{ n: 0 }])
  await api.db.execute(sql`update daily_log set key_id = 'demo'`)
})

test('after a year days are deleted week by week, with their published weeks', async () => {
  api.time.now = new Date('2027-10-12T01:00:00.000Z')
  await forgetOldDays(api.db, api.time.now)
  const { rows } = await api.db.execute(sql`
    select (select min(date) from daily_log) as oldest, (select min(week) from daily_log_week) as published`)
  expect(rows).toEqual([{ oldest: '2026-11-09', published: '2026-11-09' }])
})

test('a member who is given another shop counts where they were until the second Monday after it', async () => {
  const [from, to] = [await api.makeShop(), await api.makeShop()]
  const days = { '2026-11-02': 'happy', '2026-11-09': 'happy', '2026-11-16': 'happy' } as const
  for (let at = 0; at < 9; at += 1) await join(from, days)
  const moved: string[] = []
  for (let at = 0; at < 6; at += 1) {
    const made = await api.makeMember(from)
    moved.push(made.memberId)
    await api.giveConsent({ memberId: made.memberId, kind: 'body', at: longAgo })
    // As the members' app does, which knows the shop of the day.
    for (const [date, shopId] of [
      ['2026-11-02', to],
      ['2026-11-09', to],
      ['2026-11-16', to],
    ] as const) {
      await api.makeDailyLog('condition', {
        memberId: made.memberId,
        shopId,
        date,
        log: { ...sampleLogs.condition, mood: 'lazy' },
      })
    }
  }
  await api.db.execute(
    sql`update member set shop_id = ${Number(to)} where id = any (${`{${moved.join(',')}}`}::integer[])`,
  )
  await api.db.execute(sql`update member_transfer set moved_on = '2026-11-02'`)
  const before = api.time.now
  api.time.now = new Date('2026-11-24T01:00:00.000Z')
  await publish()
  const read = async (shopId: string) => {
    const { json } = await get('head', `from=2026-11-02&to=2026-11-22&shopId=${shopId}`)
    const [group] = json.groups.filter(({ shop }: { shop: { id: string } | null }) => shop?.id === shopId)
    return group.weeks.map(({ loggers, consented }: Record<string, number | null>) => [loggers, consented])
  }
  api.time.now = before
  expect(await read(from)).toEqual([
    [15, 10],
    [15, 10],
    [10, 10],
  ])
  expect(await read(to)).toEqual([
    [null, null],
    [null, null],
    [5, 5],
  ])
})
