import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetOldDays } from '../../api/daily-logs/retention.ts'
import { publishWeeks } from '../../api/daily-logs/weeks.ts'
import { demoSealing } from '../../api/lib/sealing.ts'
import { tidy } from '../../api/tidy.ts'
import { type Api, startApi } from '../support/api.ts'
import { sampleLogs } from '../support/daily-logs.ts'

// Attempts to bypass the rules of members' daily logs, and damaged data.

let api: Api
let shop: string
let head: string
let admin: string
let manager: string
let owner: string
const path = '/api/admin/member'
const start = new Date('2026-11-21T01:00:00.000Z')
const longAgo = new Date('2026-09-01T00:00:00Z')

beforeAll(async () => {
  api = await startApi()
  shop = await api.makeShop()
  head = await api.as({ role: 'all' })
  admin = await api.as({ role: 'all', isAdmin: true })
  manager = await api.as({ role: 'level3', shops: [shop] })
  owner = await api.as({ role: 'level4', shops: [shop] })
})
beforeEach(() => {
  api.time.now = new Date(start)
})
afterAll(() => api.close())

const rowsOf = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await api.db.execute<Row>(query)).rows

/** A member with every consent and yesterday's day in these logs. */
async function makeLogger(at: string, ...kinds: (keyof typeof sampleLogs)[]) {
  const made = await api.makeMember(at)
  for (const kind of ['body', 'location', 'menstrual'] as const) await api.giveConsent({ ...made, kind, at: longAgo })
  for (const kind of kinds) {
    await api.makeDailyLog(kind, { memberId: made.memberId, shopId: at, log: sampleLogs[kind] as never })
  }
  return made
}

const listOf = (log: string, query: string, token: string, headers = {}) =>
  api.get(`${path}/${log}-daily-log/list?${query}`, { token, headers })
const reveal = (userId: string, token = head) =>
  api.post(`${path}/daily-log/reveal`, {
    token,
    body: {
      ...{ userId, kind: 'condition', from: '2026-11-01', to: '2026-11-21', reason: 'inquiry', reasonText: null },
    },
  })

describe('access beyond one’s rights', () => {
  test('an admin who previews a manager’s rights reads no value without a reason', async () => {
    const { userId } = await makeLogger(shop, 'condition')
    const token = await api.as({ role: 'all', isAdmin: true })
    await api.post('/api/admin/auth/preview', { token, body: { role: 'level3', shopIds: [shop] } })
    for (const query of [`userId=${userId}`, `shopId=${shop}&limit=500`]) {
      const { status, json, text } = await listOf('condition', query, token)
      expect([status, json.isMasked]).toEqual([200, true])
      expect(text).not.toContain('膝に違和感')
    }
  })

  test('the audit log shows a manager and an owner neither whose health data others read nor how many days there are', async () => {
    const { userId } = await makeLogger(shop, 'menstrual')
    await listOf('menstrual', `shopId=${shop}&userId=${userId}`, head)
    await listOf('menstrual', `shopId=${shop}&from=2026-11-20&to=2026-11-20`, head)
    for (const token of [manager, owner]) {
      const { json } = await api.get('/api/admin/audit/list?group=health&action=dailyLog.menstrual', { token })
      const hidden = json.list.map(({ member, rowCount }: { member: unknown; rowCount: unknown }) => [member, rowCount])
      expect(hidden.length).toBeGreaterThan(0)
      for (const one of hidden) expect(one).toEqual([null, null])
      const ofMember = await api.get(`/api/admin/audit/list?userId=${userId}`, { token })
      expect(ofMember.json.list).toEqual([])
    }
    const ofHead = await api.get(`/api/admin/audit/list?userId=${userId}`, { token: admin })
    expect(ofHead.json.list[0]).toMatchObject({ member: { id: userId }, rowCount: 1 })
  })

  test('a trainer without access to a menstrual log does not learn that it exists', async () => {
    const trainer = await api.makeStaff({ role: 'level2', shops: [shop] })
    const token = await api.signIn(trainer)
    const { memberId, userId } = await makeLogger(shop, 'menstrual', 'condition')
    await api.db.execute(
      sql`update member set trainer_staff_id = ${Number(trainer.staffId)} where id = ${Number(memberId)}`,
    )
    const daysOf = async () => {
      const { json } = await api.get(`${path}/${userId}/consent`, { token })
      return json.kinds.map(({ kind, days }: { kind: string; days: number }) => [kind, days])
    }
    expect(await daysOf()).toEqual([
      ['body', 1],
      ['menstrual', 0],
    ])
    await api.giveConsent({ memberId, kind: 'menstrual', agreed: false, at: new Date('2026-11-02T00:00:00Z') })
    expect(await daysOf()).toContainEqual(['menstrual', 0])
    expect((await listOf('menstrual', `userId=${userId}`, token)).json.consent.hasLogs).toBe(false)
  })

  test('a manager’s count of a member’s days covers only readable logs', async () => {
    const { userId } = await makeLogger(shop, 'condition', 'healthcare', 'bodyTemp')
    const { json } = await api.get(`${path}/${userId}/consent`, { token: manager })
    expect(json.kinds).toMatchObject([{ kind: 'body', days: 1 }])
  })

  test('withdrawing consent ends a reveal, even if consent is given again within its fifteen minutes', async () => {
    const { memberId, userId } = await makeLogger(shop, 'condition')
    await reveal(userId)
    await api.giveConsent({ memberId, kind: 'body', agreed: false, at: new Date(start.getTime() + 60_000) })
    await api.giveConsent({ memberId, kind: 'body', at: new Date(start.getTime() + 120_000) })
    api.time.now = new Date(start.getTime() + 180_000)
    const { json } = await listOf('condition', `userId=${userId}`, head)
    expect([json.consent.state, json.revealed, json.list[0].log]).toEqual(['given', null, null])
  })
})

describe('two consent answers of a member', () => {
  const stateOf = async (userId: string) => (await listOf('condition', `userId=${userId}`, manager)).json.consent.state

  test('with the same timestamp: the refusal counts, in either order', async () => {
    for (const order of [
      [true, false],
      [false, true],
    ]) {
      const { memberId, userId } = await makeLogger(shop, 'condition')
      const at = new Date('2026-11-10T00:00:00Z')
      for (const agreed of order) await api.giveConsent({ memberId, kind: 'body', agreed, at })
      expect([order, await stateOf(userId)]).toEqual([order, 'withdrawn'])
    }
  })

  test('that arrive concurrently: the later one counts', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { memberId, userId } = await makeLogger(shop, 'condition')
      const say = (agreed: boolean, second: number) =>
        api.giveConsent({ memberId, kind: 'body', agreed, at: new Date(`2026-11-10T00:00:0${second}Z`) })
      await Promise.all([say(true, 1), say(true, 2), say(false, 3)])
      expect(await stateOf(userId)).toBe('withdrawn')
    }
  })
})

describe('access to many members', () => {
  const lettersFor = (staffId: string) =>
    rowsOf<{ admin: string }>(
      sql`select data ->> 'adminId' as admin from pgboss.job
        where name = 'mail' and data ->> 'kind' = 'healthAccess' and data ->> 'staffId' = ${staffId}`,
    )

  test('notifies admins for exports alone too', async () => {
    const busy = await api.makeShop()
    const person = await api.makeStaff({ role: 'all' })
    for (let at = 0; at < 51; at += 1) {
      // Each session stays below the export rate limit of a person.
      const token = await api.signIn(person)
      const { userId } = await makeLogger(busy, 'condition')
      api.time.now = new Date(api.time.now.getTime() + 60_000)
      await reveal(userId, token)
      const file = await listOf('condition', `userId=${userId}&from=2026-11-01&to=2026-11-21`, token, {
        accept: 'text/csv',
      })
      expect(file.status).toBe(200)
    }
    expect((await lettersFor(person.staffId)).length).toBeGreaterThan(0)
  })

  test('by concurrent requests notifies each admin once, by mail', async () => {
    await api.makeStaff({ role: 'all', isAdmin: true })
    const busy = await api.makeShop()
    const person = await api.makeStaff({ role: 'level3', shops: [busy] })
    const token = await api.signIn(person)
    for (let at = 0; at < 52; at += 1) await makeLogger(busy, 'condition')
    const look = () =>
      Promise.all(
        [0, 13, 26, 39].map((offset) => listOf('condition', `shopId=${busy}&offset=${offset}&limit=13`, token)),
      )
    if (api.database.kind === 'pglite') await look()
    else {
      // While another writer blocks the log, each request has counted and none is recorded.
      let looked: Promise<unknown> | undefined
      await api.db.transaction(async (tx) => {
        await tx.execute(sql`select from audit_head for update`)
        looked = look()
        await delay(1_000)
      })
      await looked
    }
    const letters = await lettersFor(person.staffId)
    const admins = await rowsOf<{ n: number }>(
      sql`select count(*)::integer as n from staff where is_admin and status = 'active'`,
    )
    expect(new Set(letters.map((one) => one.admin)).size).toBe(letters.length)
    expect(letters).toHaveLength(admins[0]?.n as number)
  })

  test('does not count an export of a period without days', async () => {
    const { userId } = await makeLogger(shop)
    await reveal(userId)
    await listOf('condition', `userId=${userId}&from=2026-11-01&to=2026-11-21`, head, { accept: 'text/csv' })
    const [act] = await rowsOf<{ filter: { members: number[] } }>(
      sql`select filter from audit_log where action = 'dailyLog.condition.export' order by seq desc limit 1`,
    )
    expect(act?.filter.members).toEqual([])
  })
})

describe('damaged data', () => {
  test('of a day does not affect other days, is reported, and its value is in no log', async () => {
    const place = await api.makeShop()
    const token = await api.as({ role: 'level3', shops: [place] })
    const [well, damaged, odd] = [
      await makeLogger(place, 'condition'),
      await makeLogger(place, 'condition'),
      await makeLogger(place),
    ]
    await api.db.execute(
      sql`update daily_log set sealed = set_byte(sealed, 29, get_byte(sealed, 29) # 255) where member_id = ${Number(damaged.memberId)}`,
    )
    const unknownMood = { ...sampleLogs.condition, mood: '謎の気分' } as never
    await api.makeDailyLog('condition', { memberId: odd.memberId, shopId: place, log: unknownMood })
    const before = api.logLines.length
    const { status, json } = await listOf('condition', `shopId=${place}`, token)
    expect(status).toBe(200)
    // biome-ignore lint/suspicious/noExplicitAny: a row of the answer
    const read = new Map(json.list.map((day: any) => [day.member.id, [day.isDamaged, day.log === null]]))
    expect([read.get(well.userId), read.get(damaged.userId), read.get(odd.userId)]).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ])
    const [act] = await rowsOf<{ filter: { members: number[] } }>(
      sql`select filter from audit_log where action = 'dailyLog.condition' order by seq desc limit 1`,
    )
    expect(act?.filter.members).toEqual([Number(well.memberId)])
    const said = api.logLines.slice(before).join('\n')
    expect(said).toContain('daily_log_damaged')
    expect(said).not.toMatch(/謎|膝/)
  })

  test('of a day is marked in a file', async () => {
    const { memberId, userId } = await makeLogger(shop, 'condition')
    await api.makeDailyLog('condition', { memberId, shopId: shop, date: '2026-11-19', log: sampleLogs.condition })
    await api.db.execute(
      sql`update daily_log set sealed = '\\x00'::bytea where member_id = ${Number(memberId)} and date = '2026-11-19'`,
    )
    await reveal(userId)
    const { text } = await listOf('condition', `userId=${userId}&from=2026-11-01&to=2026-11-21`, head, {
      accept: 'text/csv',
    })
    expect(text).toMatch(/2026\/11\/19,読み取れません,,,,,\r\n/)
    expect(text).toContain('膝に違和感')
  })

  test('a missing key is reported to the reader in a sentence, and logged by name', async () => {
    const { memberId, userId } = await makeLogger(shop, 'condition')
    await api.db.execute(sql`update daily_log set key_id = 'lost-2025' where member_id = ${Number(memberId)}`)
    const before = api.logLines.length
    const { status, json } = await listOf('condition', `userId=${userId}`, manager)
    expect([status, json.message]).toEqual([
      500,
      'この記録を読み取るための鍵がサーバーにないため、表示できません。管理者に連絡してください。',
    ])
    expect(api.logLines.slice(before).join('\n')).toMatch(/"daily_log_key".*"lost-2025"/)
    // Head office sees that there is a day, without decrypting it.
    expect((await listOf('condition', `userId=${userId}`, head)).json.list).toHaveLength(1)
  })
})

test('a period of another century is refused at its field', async () => {
  const sentence = 'この項目には2000年から2099年までの日付を指定してください。'
  for (const [field, day] of [
    ['from', '2199-12-31'],
    ['to', '1900-01-01'],
  ] as const) {
    for (const { status, json } of [
      await listOf('condition', `shopId=${shop}&${field}=${day}`, manager),
      await api.get(`${path}/daily-log/summary?kind=condition&${field}=${day}`, { token: manager }),
    ]) {
      expect([status, json.fields]).toEqual([422, { [field]: sentence }])
    }
  }
  const near = await listOf('condition', `shopId=${shop}&from=2099-12-31`, manager)
  expect([near.status, near.json.to]).toEqual([200, '2100-01-27'])
})

describe('published weeks', () => {
  const week = '2026-11-09'
  const hour = 3_600_000
  async function joins(at: string, count: number) {
    const people: { memberId: string; userId: string }[] = []
    for (let one = 0; one < count; one += 1) {
      const made = await api.makeMember(at)
      await api.giveConsent({ memberId: made.memberId, kind: 'body', at: longAgo })
      await api.makeDailyLog('condition', {
        ...{ memberId: made.memberId, shopId: at, date: '2026-11-10', log: sampleLogs.condition },
      })
      people.push(made)
    }
    return people
  }
  const published = async (at: string) => {
    const { json } = await api.get(`${path}/daily-log/summary?kind=condition&shopId=${at}&from=${week}&to=2026-11-15`, {
      token: await api.as({ role: 'all' }),
    })
    return json.groups[0].weeks[0].loggers
  }
  const publish = () => publishWeeks(api.db, demoSealing, api.time.now, '2026-10-01')
  const changes = async (at: string) =>
    (
      await rowsOf<{ n: number }>(
        sql`select count(*)::integer as n from daily_log_change where shop_id = ${Number(at)} and kind = 'condition'`,
      )
    )[0]?.n

  test('include every shop, also after a failure half way', async () => {
    const [first, second] = [await api.makeShop(), await api.makeShop()]
    await joins(first, 8)
    await joins(second, 8)
    await api.db.execute(sql`update daily_log set key_id = 'lost' where at_shop_id = ${Number(first)}`)
    const failures: unknown[] = []
    await publishWeeks(api.db, demoSealing, api.time.now, '2026-10-01', (error) => failures.push(error))
    expect([await published(first), await published(second), String(failures[0])]).toEqual([
      ...[null, 10, 'UnknownKeyError: The key lost is not among DAILY_LOG_KEYS'],
    ])
    await api.db.execute(sql`update daily_log set key_id = 'demo' where at_shop_id = ${Number(first)}`)
    await publish()
    expect(await published(first)).toBe(10)
  })

  test('count everybody readable where a day is damaged', async () => {
    const place = await api.makeShop()
    const people = await joins(place, 13)
    await api.db.execute(sql`update daily_log set sealed = '\\x0102' where member_id = ${Number(people[0]?.memberId)}`)
    await publish()
    expect(await published(place)).toBe(10)
  })

  test('do not count a renewed consent, or the deletion of days after a withdrawal, as a change', async () => {
    const place = await api.makeShop()
    const people = await joins(place, 12)
    await publish()
    expect(await published(place)).toBe(10)
    for (const { memberId } of people.slice(0, 6)) await api.giveConsent({ memberId, kind: 'body', version: '2.0' })
    expect(await changes(place)).toBe(0)
    // Five withdraw, and the week is published without them; then their days are deleted.
    api.time.now = new Date(start.getTime() + 25 * hour)
    const gone = people.slice(0, 5)
    for (const { memberId } of gone) await api.giveConsent({ memberId, kind: 'body', agreed: false })
    await publish()
    expect([await published(place), await changes(place)]).toEqual([5, 0])
    for (const { userId } of gone) {
      await api.call('DELETE', `${path}/${userId}/daily-log`, { token: await api.as({ role: 'all' }) })
    }
    expect(await changes(place)).toBe(0)
  })

  test('record a late day if its week is published, whatever the database’s clock says', async () => {
    const place = await api.makeShop()
    const ahead = '2031-01-06'
    const join = async () => {
      const { memberId } = await api.makeMember(place)
      await api.giveConsent({ memberId, kind: 'body', at: longAgo })
      await api.makeDailyLog('condition', { memberId, shopId: place, date: '2031-01-07', log: sampleLogs.condition })
    }
    for (let at = 0; at < 6; at += 1) await join()
    await publishWeeks(api.db, demoSealing, new Date('2031-01-12T15:00:00Z'), ahead)
    await join()
    expect(await changes(place)).toBe(1)
  })

  test('are published although other hourly work fails', async () => {
    const place = await api.makeShop()
    await joins(place, 8)
    const lines: string[] = []
    const log = {
      request: () => {},
      failure: ({ route }: { route: string }) => void lines.push(route),
      event: ({ event, detail }: { event: string; detail?: string }) => void lines.push(`${event} ${detail}`),
    }
    const storage = new Proxy({} as never, {
      get: () => () => Promise.reject(new Error('The folder of the pictures is gone')),
    })
    await tidy({ database: api.database, storage, log, sealing: demoSealing }, start, new AbortController().signal)
    expect(await published(place)).toBe(10)
    expect(lines).toContain('tidy')
  })
})

test('expired days are deleted in large batches, and no others', async () => {
  const place = await api.makeShop()
  const { memberId } = await api.makeMember(place)
  await api.db.execute(sql`
    insert into daily_log (member_id, at_shop_id, kind, date, source, recorded_at, key_id, sealed)
    select ${Number(memberId)}::integer, ${Number(place)}::integer, 'condition', '2025-11-16'::date - n, 'manual', now(), 'demo', '\\x00'
    from generate_series(-1, 4499) n`)
  await forgetOldDays(api.db, start)
  expect(
    await rowsOf(sql`select date, (select count(*)::integer from daily_log_change where shop_id = ${Number(place)}) as changes
      from daily_log where at_shop_id = ${Number(place)}`),
  ).toEqual([{ date: '2025-11-17', changes: 0 }])
})
