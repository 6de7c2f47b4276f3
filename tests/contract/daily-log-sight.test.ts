import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { sampleLogs } from '../support/daily-logs.ts'

// Who sees what: every kind, the member's shop, whether the member is the trainer's own, and the member's consent;
// written by hand. `values` the values, `phase` only the phase of the menstrual log, `masked` only that there is a day,
// `empty` an answer without days, 404 like a missing member, 403 no right to single days.

const principals = ['level1', 'level2', 'level3', 'level4', 'all', 'admin'] as const

const decided = `
condition  direct-trained-given         403 values values 403 masked masked
condition  direct-trained-withdrawn     403 empty  empty  403 empty  empty
condition  direct-trained-never         403 empty  empty  403 empty  empty
condition  direct-booked-given          403 values values 403 masked masked
condition  direct-stranger-given        403 404    values 403 masked masked
condition  direct-stranger-withdrawn    403 404    empty  403 empty  empty
condition  franchise-trained-given      403 empty  empty  403 masked masked
condition  franchise-trained-named      403 values values 403 masked masked
condition  franchise-trained-withdrawn  403 empty  empty  403 empty  empty
condition  franchise-stranger-given     403 404    empty  403 masked masked
condition  franchise-stranger-named     403 404    values 403 masked masked
condition  other-stranger-given         403 404    404    403 masked masked
condition  other-stranger-withdrawn     403 404    404    403 empty  empty
healthcare direct-trained-given         403 values 403    403 masked masked
healthcare direct-trained-withdrawn     403 empty  403    403 empty  empty
healthcare direct-booked-given          403 values 403    403 masked masked
healthcare direct-stranger-given        403 404    403    403 masked masked
healthcare franchise-trained-given      403 empty  403    403 masked masked
healthcare franchise-trained-named      403 values 403    403 masked masked
healthcare other-stranger-given         403 404    403    403 masked masked
location   direct-trained-given         403 403    403    403 masked masked
location   direct-trained-withdrawn     403 403    403    403 empty  empty
location   direct-stranger-given        403 403    403    403 masked masked
location   franchise-trained-named      403 403    403    403 masked masked
location   other-stranger-given         403 403    403    403 masked masked
location   other-stranger-withdrawn     403 403    403    403 empty  empty
bodyTemp   direct-trained-given         403 values 403    403 masked masked
bodyTemp   direct-trained-withdrawn     403 empty  403    403 empty  empty
bodyTemp   direct-trained-never         403 empty  403    403 empty  empty
bodyTemp   direct-stranger-given        403 404    403    403 masked masked
bodyTemp   franchise-trained-given      403 empty  403    403 masked masked
bodyTemp   franchise-trained-named      403 values 403    403 masked masked
bodyTemp   other-stranger-given         403 404    403    403 masked masked
menstrual  direct-trained-given         403 empty  403    403 masked masked
menstrual  direct-trained-shared        403 phase  403    403 masked masked
menstrual  direct-trained-sharedOther   403 empty  403    403 masked masked
menstrual  direct-trained-withdrawn     403 empty  403    403 empty  empty
menstrual  direct-stranger-given        403 404    403    403 masked masked
menstrual  direct-stranger-shared       403 404    403    403 masked masked
menstrual  direct-booked-shared         403 phase  403    403 masked masked
menstrual  franchise-trained-shared     403 empty  403    403 masked masked
menstrual  franchise-trained-namedShared 403 phase 403    403 masked masked
menstrual  other-stranger-given         403 404    403    403 masked masked
`

const lines = decided
  .trim()
  .split('\n')
  .map((line) => {
    const [kind = '', whose = '', ...expected] = line.split(/\s+/)
    return { kind: kind as keyof typeof paths, whose, expected }
  })

const paths = {
  condition: 'condition-daily-log',
  healthcare: 'healthcare-daily-log',
  location: 'location-stats-daily-log',
  bodyTemp: 'body-temp-daily-log',
  menstrual: 'menstrual-daily-log',
}
const consentOf = {
  condition: 'body',
  healthcare: 'body',
  location: 'location',
  bodyTemp: 'body',
  menstrual: 'menstrual',
} as const
/** Text of a day's values that occurs nowhere else in the answer. */
const telling = {
  condition: '膝に違和感',
  healthcare: '81237',
  location: '16.4273',
  bodyTemp: '36.5873',
  menstrual: '早めに休みました',
}
/** By kind, a pattern of its values: for the log and the audit. */
const anyValue = /膝に違和感|lazy|81237|16\.4273|photo-of-a-place|36\.5873|早めに休みました|luteal/

let api: Api
let company: number
const shops: Record<string, string> = {}
const tokens: Record<string, string> = {}
let trainerId: string
let strangerTrainerId: string
/** A member of each case, by kind and case. */
const members = new Map<string, { memberId: string; userId: string; shopId: string }>()

beforeAll(async () => {
  api = await startApi()
  const companies = await api.db.execute<{ id: number }>(
    sql`insert into company (name) values ('株式会社本部'), ('株式会社加盟') returning id`,
  )
  const [head, franchise] = companies.rows.map(({ id }) => id) as [number, number]
  company = franchise
  shops.direct = await api.makeShop({ companyId: String(head) })
  shops.franchise = await api.makeShop({ companyId: String(franchise), ownerType: 'franchise' })
  shops.other = await api.makeShop({ companyId: String(head) })
  const own = [shops.direct, shops.franchise]
  for (const role of ['level1', 'level3', 'level4', 'all'] as const) {
    tokens[role] = await api.as({ role, shops: role === 'all' ? [] : own })
  }
  tokens.admin = await api.as({ role: 'all', isAdmin: true })
  const trainer = await api.makeStaff({ role: 'level2', shops: own })
  trainerId = trainer.staffId
  tokens.level2 = await api.signIn(trainer)
  strangerTrainerId = (await api.makeStaff({ role: 'level2', shops: own })).staffId
  for (const { kind, whose } of lines) members.set(`${kind} ${whose}`, await memberOf(kind, whose))
})
afterAll(() => api.close())

async function memberOf(kind: keyof typeof paths, whose: string) {
  const [at = '', bond, said = ''] = whose.split('-')
  const shopId = shops[at] as string
  const made = await api.makeMember(shopId, { trainerStaffId: bond === 'trained' ? trainerId : null })
  const { memberId } = made
  if (bond === 'booked') {
    await api.db.execute(sql`
      insert into reservation (external_id, shop_id, member_id, kind, program_name, staff_id, start_at, end_at, status, booked_at, booked_via)
      values (${Number(memberId)}, ${Number(shopId)}, ${Number(memberId)}, 'free', 'パーソナル', ${Number(trainerId)},
        ${api.time.now.toISOString()}, ${api.time.now.toISOString()}, 'booked', ${api.time.now.toISOString()}, 'app')`)
  }
  await api.makeDailyLog(kind, { memberId, shopId, log: sampleLogs[kind] as never })
  const consent = {
    ...{ memberId, kind: consentOf[kind], at: new Date('2026-10-01T00:00:00Z') },
    companyIds: said.startsWith('named') ? [company] : [],
    sharedStaffIds: /shared$/i.test(said)
      ? [Number(trainerId)]
      : said === 'sharedOther'
        ? [Number(strangerTrainerId)]
        : [],
  }
  if (said !== 'never') await api.giveConsent(consent)
  if (said === 'withdrawn') await api.giveConsent({ ...consent, agreed: false, at: new Date('2026-11-01T00:00:00Z') })
  return { ...made, shopId }
}

const lastAct = async () => {
  const { rows } = await api.db.execute<{ action: string; memberId: number; filter: { members: number[] } }>(
    sql`select action, member_id as "memberId", filter from audit_log order by seq desc limit 1`,
  )
  return rows[0]
}
const countActs = async () => {
  const { rows } = await api.db.execute<{ n: number }>(sql`select count(*)::integer as n from audit_log`)
  return rows[0]?.n ?? 0
}

test.each(lines)('$kind of $whose', async ({ kind, whose, expected }) => {
  const { memberId, userId } = members.get(`${kind} ${whose}`) as { memberId: string; userId: string }
  const given: string[] = []
  for (const who of principals) {
    const before = await countActs()
    const answer = await api.get(`/api/admin/member/${paths[kind]}/list?userId=${userId}`, { token: tokens[who] })
    given.push(seenIn(kind, answer))
    // Each read is one row of the audit log, with whose values were shown; a refusal is none.
    expect(await countActs()).toBe(before + (answer.status === 200 ? 1 : 0))
    if (answer.status !== 200) continue
    const act = await lastAct()
    const isSeen = /values|phase/.test(given.at(-1) as string)
    expect(act).toMatchObject({ action: `dailyLog.${kind}`, memberId: Number(memberId) })
    expect(act?.filter.members).toEqual(isSeen ? [Number(memberId)] : [])
    expect(JSON.stringify(act)).not.toMatch(anyValue)
  }
  expect(given).toEqual(expected)
})

function seenIn(kind: keyof typeof paths, { status, json, text }: Awaited<ReturnType<Api['get']>>): string {
  if (status !== 200) return String(status)
  if (json.list.length === 0) return json.paging.total === 0 && !text.includes(telling[kind]) ? 'empty' : 'inconsistent'
  const [day] = json.list
  if (day.log === null) return anyValue.test(text) ? 'inconsistent' : 'masked'
  if (text.includes(telling[kind])) return 'values'
  const { phase, isPredicted, sharedWithTrainer, ...rest } = day.log
  return phase === 'luteal' && Object.values(rest).every((value) => value === null) ? 'phase' : 'inconsistent'
}

test.each(Object.keys(paths) as (keyof typeof paths)[])(
  'a shop’s list of %s has the days of exactly those members whose own page has them',
  async (kind) => {
    for (const who of principals) {
      for (const shopId of Object.values(shops)) {
        const list = await api.get(`/api/admin/member/${paths[kind]}/list?shopId=${shopId}&limit=500`, {
          token: tokens[who],
        })
        if (list.status !== 200) continue
        const there = [...members.entries()].filter(
          ([name, one]) => name.startsWith(`${kind} `) && one.shopId === shopId,
        )
        const own: string[] = []
        for (const [, { userId }] of there) {
          const page = await api.get(`/api/admin/member/${paths[kind]}/list?userId=${userId}`, { token: tokens[who] })
          if (page.status === 200 && page.json.list.length > 0) own.push(userId)
        }
        // biome-ignore lint/suspicious/noExplicitAny: rows of five kinds
        const listed = list.json.list.map(({ member }: any) => member.id)
        expect([who, shopId, listed.filter((id: string) => there.some(([, one]) => one.userId === id)).sort()]).toEqual(
          [who, shopId, own.sort()],
        )
      }
    }
  },
)

test('a trainer can choose exactly the members whose single days they may read', async () => {
  const offered = await api.get('/api/admin/user/member/list?assigned=true&limit=500', { token: tokens.level2 })
  const open = [...members.entries()]
    .filter(([name]) => /-(trained|booked)-/.test(name))
    .map(([, { userId }]) => userId)
  expect(offered.json.list.map(({ id }: { id: string }) => id).sort()).toEqual(open.sort())
})

test('no value is in the API’s own log', () => {
  expect(api.logLines.length).toBeGreaterThan(100)
  expect(api.logLines.join('\n')).not.toMatch(anyValue)
})
