import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Member, member } from '#contract/member.ts'
import { report } from '#contract/report.ts'
import { risks, type VisitClass, visitClasses } from '#contract/words/member.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Api, startApi } from '../../../tests/support/api.ts'
import { seed } from '../../seed/seed.ts'

// 来館の変化 in wire format, over a small demo chain.

let api: Api
const tokens: Record<string, string> = {}
beforeAll(async () => {
  api = await startApi()
  await seed(api.database, { until: '2026-11-20', members: 240, shops: 6, months: 8 })
  tokens.partner = await api.as({ role: 'level1', shops: ['1'] })
  tokens.trainer = await api.as({ role: 'level2', shops: ['1'] })
  tokens.manager = await api.as({ role: 'level3', shops: ['1'] })
  tokens.head = await api.as({ role: 'all' })
}, 120_000)
afterAll(() => api.close())

const path = '/api/admin/report/changes-in-visits'
const get = (who: string, rest: string) => api.get(`${path}/${rest}`, { token: tokens[who] })
const summary = async (rest = '', who = 'head') =>
  report.changesInVisitsSummary.output.parse((await get(who, `summary?${rest}`)).json)
const series = async (rest = '', who = 'head') =>
  report.changesInVisitsSeries.output.parse((await get(who, `series?${rest}`)).json)
const members = async (of: VisitClass, rest = '', who = 'head') =>
  report.changesInVisitsMembers.output.parse((await get(who, `members?class=${of}&limit=200${rest}`)).json)

test.each([
  ['all shops', ''],
  ['one shop', 'shopId=1'],
  ['another day', 'to=2026-10-14'],
  ['other thresholds', 'windowDays=14&minDiff=1&ratio=0.5&shopId=2'],
])('of %s the classes add up to the population, and each opens as many members with a reason', async (_, rest) => {
  const answer = await summary(rest)
  expect(answer.population).toBeGreaterThan(20)
  expect(answer.classes.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(answer.population)
  expect(answer.distribution.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(answer.population)
  const dormant = answer.classes.find(({ key }) => key === 'dormant')?.count
  expect(answer.dormantSince.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(dormant)
  for (const { key, count } of answer.classes) {
    const { list, paging } = await members(key, `&${rest}`)
    expect(paging.total).toBe(count)
    for (const one of list) expect(one.reason).toMatch(/→|来館なし|入会/)
  }
  expect(answer.classes.filter(({ prevCount }) => prevCount !== null).length).toBe(7)
})

test('the figure of a shop is in the sum of all', async () => {
  const all = await summary()
  const each = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => summary(`shopId=${id}`)))
  for (const [at, { count }] of all.classes.entries()) {
    expect(each.reduce((sum, one) => sum + (one.classes[at]?.count ?? 0), 0)).toBe(count)
  }
})

test('the series ends with the summary, and says – for months of which both windows are not known', async () => {
  const [answer, now] = [await series(), await summary()]
  expect(answer.series.map(({ date }) => date).at(-1)).toBe('2026-11-20')
  expect(answer.series.at(-1)).toMatchObject({
    population: now.population,
    counts: Object.fromEntries(now.classes.map(({ key, count }) => [key, count])),
    avgVisits: now.avgVisits,
  })
  expect(answer.series[0]).toMatchObject({ date: '2025-12-31', population: null, counts: null, avgVisits: null })
  expect(answer.heatmap).toMatchObject({ from: '2026-09-01', to: '2026-11-20' })
  const { rows } = await api.db.execute<{ n: number }>(
    sql`select sum(visits)::integer as n from shop_day where date between '2026-09-01' and '2026-11-20' and extract(dow from date) = 1`,
  )
  const mondays = answer.heatmap?.average[1]?.reduce((sum, one) => sum + one, 0) ?? 0
  // Twelve Mondays, 7 September to 16 November 2026 makes eleven.
  expect(mondays * 11).toBeCloseTo(rows[0]?.n ?? 0, 6)
})

test('a trainer reads counts and reaches no name, no file; a partner reads nothing', async () => {
  expect((await summary('', 'trainer')).population).toBe((await summary('shopId=1')).population)
  expect(JSON.stringify((await get('trainer', 'summary')).json)).not.toMatch(/userId|memberNo|lastName/)
  for (const key of valuesOf(visitClasses)) expect((await get('trainer', `members?class=${key}`)).status).toBe(403)
  const file = await api.get(`${path}/summary`, { token: tokens.trainer, headers: { accept: 'text/csv' } })
  expect(file.status).toBe(403)
  for (const rest of ['summary', 'series', 'members?class=new']) expect((await get('partner', rest)).status).toBe(403)
  expect((await get('manager', 'members?class=new&shopId=2')).status).toBe(404)
})

test('whom mails leave out as sleeping is who is 休眠, member by member', async () => {
  const sleeping = (await members('dormant')).list.map(({ userId }) => userId)
  expect(sleeping.length).toBeGreaterThan(2)
  const { json } = await api.post('/api/admin/mail/preview', {
    token: tokens.head,
    body: {
      category: 'marketing',
      to: { by: 'filter', filter: {} },
      includesSleeping: false,
      show: 'sleeping',
      limit: 500,
    },
  })
  const left = json.list.map(({ userId }: { userId: string }) => userId)
  expect(left.length).toBeGreaterThan(1)
  // Members left out for another reason are not judged again.
  const { rows } = await api.db.execute<{ id: string }>(sql`
    select m.user_id::text as id from member m join member_list l on l.member_id = m.id
    where l.visit_class = 'dormant' and m.mail_opt_in and m.email is not null and not exists (select from mail_opt_out o where o.member_id = m.id)
      and not exists (select from mail_bounce b where b.email = lower(m.email))`)
  expect(left.sort()).toEqual(rows.map(({ id }) => id).sort())
  expect(sleeping).toEqual(expect.arrayContaining(left))
  const listed = await api.db.execute<{ id: string }>(sql`
    select m.user_id::text as id from member m join member_list l on l.member_id = m.id where l.visit_class = 'dormant'`)
  expect(listed.rows.map(({ id }) => id).sort()).toEqual(sleeping.sort())
})

const listed = async (rest: string, who = 'head') => {
  const { json } = await api.get(`/api/admin/user/member/list?limit=500&${rest}`, { token: tokens[who] })
  return member.list.output.parse(json)
}
const pageOf = async (id: string | undefined, who = 'head') =>
  Member.parse((await api.get(`/api/admin/user/${id}?type=member`, { token: tokens[who] })).json)

test('the members list filtered by 来館傾向, the member’s page and the report say the same of everybody', async () => {
  for (const key of valuesOf(visitClasses)) {
    const [reported, { list, paging }] = [await members(key), await listed(`visitTrend=${key}`)]
    expect(paging.total).toBe(reported.paging.total)
    expect(list.map(({ id }) => id).sort()).toEqual(reported.list.map(({ userId }) => userId).sort())
    expect(list.every(({ visitTrend }) => visitTrend?.class === key)).toBe(true)
    const [first] = list
    if (!first) continue
    const { visitTrend, risk } = await pageOf(first.id)
    expect({ visitTrend, risk }).toEqual({ visitTrend: first.visitTrend, risk: first.risk })
    // With the shop, too, and beside another condition.
    const own = await listed(`visitTrend=${key}&shopId=1&contractStatus=active`, 'manager')
    expect(own.paging.total).toBe(list.filter((one) => one.shop.id === '1' && one.contractStatus === 'active').length)
  }
})

test('each level of 離脱リスク lists its signs, and leads to exactly those members', async () => {
  const { list } = await listed('')
  const seen = list.filter(({ risk }) => risk)
  expect(seen.length).toBe((await summary()).population)
  for (const level of valuesOf(risks)) {
    const { list: found } = await listed(`risk=${level}`)
    expect(found.map(({ id }) => id).sort()).toEqual(
      seen.flatMap(({ id, risk }) => (risk?.level === level ? [id] : [])).sort(),
    )
    if (level !== 'low') for (const { risk } of found) expect(risk?.reasons).not.toEqual([])
  }
  expect((await listed('risk=high')).list.map(({ risk }) => risk?.reasons.join('、')).join()).toMatch(
    /28日以上来館なし（前回 2026\/\d\d\/\d\d）/,
  )
})

test('a mail to those at risk leaves out who sleeps, as every mail does', async () => {
  const { json } = await api.post('/api/admin/mail/preview', {
    token: tokens.head,
    body: {
      category: 'marketing',
      to: { by: 'filter', filter: { risk: 'high' } },
      includesSleeping: false,
      limit: 500,
    },
  })
  const reached: string[] = json.list.map(({ userId }: { userId: string }) => userId)
  const classes = new Map((await listed('risk=high')).list.map(({ id, visitTrend }) => [id, visitTrend?.class]))
  expect(reached.length).toBeGreaterThan(0)
  for (const id of reached) expect(['newlyDormant', 'decrease']).toContain(classes.get(id))
})

test('a trainer reads 来館傾向, and nothing of 離脱リスク: in no row, page or filter; a file has both', async () => {
  const [row] = (await listed('visitTrend=decrease', 'trainer')).list
  expect(row?.visitTrend?.reason).toMatch(/→/)
  expect(row).not.toHaveProperty('risk')
  expect(await pageOf(row?.id, 'trainer')).not.toHaveProperty('risk')
  expect(await pageOf(row?.id, 'manager')).toHaveProperty('risk')
  const path = '/api/admin/user/member/list?risk=high'
  expect((await api.get(path, { token: tokens.trainer })).json.fields).toEqual({ risk: expect.any(String) })
  expect((await api.get('/api/admin/user/member/list?visitTrend=new', { token: tokens.partner })).status).toBe(403)
  const file = await api.get(path, { token: tokens.manager, headers: { accept: 'text/csv' } })
  expect(file.text.split('\r\n')[0]).toContain('来館傾向,来館傾向の理由,離脱リスク,離脱リスクの理由')
})

test.each([
  ['windowDays=6', 'windowDays'],
  ['windowDays=93', 'windowDays'],
  ['minDiff=0', 'minDiff'],
  ['ratio=1.2', 'ratio'],
  ['to=2026-13-01', 'to'],
])('%s is refused', async (rest, field) => {
  const { status, json } = await get('head', `summary?${rest}`)
  expect(status).toBe(422)
  expect(Object.keys(json.fields)).toEqual([field])
})

test('files have the rows of the screen', async () => {
  const saved = async (rest: string) =>
    (await api.get(`${path}/${rest}`, { token: tokens.manager, headers: { accept: 'text/csv' } })).text
  expect((await saved('summary')).split('\r\n')[0]).toContain('分類')
  expect((await saved('series')).split('\r\n')).toHaveLength(14)
  const { paging } = await members('stable', '', 'manager')
  expect((await saved('members?class=stable')).trim().split('\r\n')).toHaveLength(paging.total + 1)
})
