import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { zId } from '#contract/common.ts'
import { type Endpoint, pathKeys } from '#contract/endpoint.ts'
import { matrix } from '#contract/permissions.ts'
import { unknownId, type World } from '../areas/area.ts'
import { mailContent } from '../areas/mail.ts'
import { stepDraft } from '../areas/mail-step.ts'
import { templateDraft } from '../areas/mail-template.ts'
import { actionDraft } from '../areas/report-action.ts'
import type { Person } from '../support/api.ts'
import { acceptedRequest, isChosen, startWorld } from '../support/areas.ts'

/** Part of the name of everything that belongs to the other shop. */
const foreign = 'よその'

let world: World
/** Ids of the other shop's records, by the noun. */
let ids: Record<
  'staff' | 'user' | 'member' | 'shop' | 'template' | 'slot' | 'report' | 'mail' | 'plan' | 'consent' | 'action',
  string
>
let trainer: Person

beforeAll(async () => {
  world = await startWorld()
  const { api, shops } = world
  const { db } = api.database
  const admin = await world.tokenOf('admin')
  trainer = await api.makeStaff({ role: 'level2', shops: [shops.other] })
  const own = await api.makeStaff({ role: 'level2', shops: [shops.own] })
  await db.execute(sql`update staff set display_name = ${`${foreign}職員`} where id = ${Number(trainer.staffId)}`)
  await db.execute(sql`update staff set display_name = 'うちの職員' where id = ${Number(own.staffId)}`)
  await db.execute(sql`update shop set name = ${`${foreign}店`} where id = ${Number(shops.other)}`)
  const member = await api.makeMember(shops.other, {
    ...{ lastName: `${foreign}会員`, email: 'yoso@example.jp', trainerStaffId: trainer.staffId },
  })
  const template = await api.post('/api/admin/mail/template/new', {
    token: admin,
    body: { ...templateDraft(world, 'other'), name: `${foreign}文例` },
  })
  const written = {
    templateId: null,
    to: { by: 'members', userIds: [member.userId] },
    sleepingReason: null,
    sendAt: null,
  }
  const sent = await api.post('/api/admin/mail/new', {
    token: admin,
    body: { ...mailContent('transactional'), subject: `${foreign}便り`, ...written },
  })
  const report = await api.post('/api/admin/shop/daily-report/list', {
    token: admin,
    body: { data: [{ shopId: shops.other, date: '2026-11-20' }] },
  })
  const consent = await api.post(`/api/admin/member/${member.userId}/mail-consent/new`, {
    token: admin,
    body: { last: null, given: true, on: '2026-11-20', source: 'applicationForm', detail: null },
  })
  const action = await api.post('/api/admin/shop/report-action/new', {
    token: admin,
    body: { ...actionDraft(world, shops.other), userIds: [member.userId] },
  })
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into slot (shop_id, program_name, start_at, end_at, capacity)
    values (${Number(shops.other)}, ${`${foreign}ヨガ`}, '2026-11-21 10:00+09', '2026-11-21 11:00+09', 10) returning id`)
  ids = {
    staff: trainer.staffId,
    user: member.userId,
    member: member.memberId,
    shop: shops.other,
    template: template.json.id,
    mail: sent.json.id,
    slot: String(rows[0]?.id),
    report: report.json.list[0].id,
    plan: await api.makePlan(shops.other, { name: `${foreign}プラン` }),
    consent: consent.json.list[0].id,
    action: action.json.id,
  }
})
afterAll(() => world.api.close())

/** Whose ids a field has, by its last name; records of the whole chain have no other shop. */
const nouns: Record<string, keyof typeof ids | 'chain'> = {
  staffId: 'staff',
  trainerStaffId: 'staff',
  authorStaffId: 'staff',
  ownerStaffId: 'staff',
  senderStaffId: 'staff',
  shopId: 'shop',
  shopIds: 'shop',
  mainShopId: 'shop',
  userId: 'user',
  userIds: 'user',
  withoutUserIds: 'user',
  ids: 'user',
  memberId: 'member',
  templateId: 'template',
  mailId: 'mail',
  actionId: 'action',
  slotId: 'slot',
  dailyReportId: 'report',
  into: 'plan',
  last: 'consent',
  stepId: 'chain',
  contentId: 'chain',
}

/** What else a request needs around a field, instead of what the area's draft has there. */
const around: Record<string, object> = {
  mainShopId: { shopIds: [] },
  'to.userIds[]': { to: { by: 'members', userIds: [] } },
  'to.filter.trainerStaffId': { to: { by: 'filter', filter: {} } },
  'to.filter.shopId': { to: { by: 'filter', filter: {} } },
  'to.filter.actionId': { to: { by: 'filter', filter: {} } },
  'to.mailId': { to: { by: 'mail' } },
  'to.withoutUserIds[]': { to: { by: 'filter', filter: {}, withoutUserIds: [] } },
  'staffOnDuty[].staffId': { staffOnDuty: [{ from: '09:00', to: '18:00' }] },
  'incident.userId': { incident: { time: '10:00', place: '', what: '', action: '' } },
}

/** The paths of a schema's ids. */
function idsIn(schema: unknown, path = ''): string[] {
  const { def } = (schema as { _zod?: { def: Record<string, unknown> } })._zod ?? {}
  if (schema === zId) return [path]
  if (!def) return []
  const fields = Object.entries((def.shape as object | undefined) ?? {}).flatMap(([key, field]) =>
    idsIn(field, path ? `${path}.${key}` : key),
  )
  const inner = ['innerType', 'in', 'out'].flatMap((key) => idsIn(def[key] ?? {}, path))
  const options = ((def.options as unknown[] | undefined) ?? []).flatMap((option) => idsIn(option, path))
  return [...new Set([...fields, ...inner, ...options, ...idsIn(def.element ?? {}, `${path}[]`)])]
}

interface Field {
  name: string
  endpoint: Endpoint
  path: string
}

/** Every id in the query or body of an endpoint that somebody of one shop may call. */
const fields: Field[] = endpoints.flatMap(([name, endpoint]) => {
  const { permission, input, path } = endpoint
  const rights = permission === 'public' ? undefined : matrix[permission]
  const isOpen = [rights?.level3, rights?.level4].some((right) => right && right !== '-' && right !== 'all')
  const others = idsIn(input).filter((one) => !pathKeys(path).includes(one))
  return isOpen ? others.map((one) => ({ name, endpoint, path: one })) : []
})
const lastName = (path: string) => path.replace(/\[\]$/, '').split('.').at(-1) ?? ''
const tried = fields.filter(({ path, name }) => nouns[lastName(path)] !== 'chain' && isChosen(name))

/** The body with the id at this path. */
function withId(body: Record<string, unknown>, path: string, id: string): unknown {
  const [, own = path] = path.match(/^data\[\]\.(.*)$/) ?? []
  if (own !== path) return { data: [withId((body.data as Record<string, unknown>[])[0] ?? {}, own, id)] }
  const changed = structuredClone({ ...body, ...around[path] }) as Record<string, unknown>
  let at: Record<string, unknown> = changed
  const keys = path.split('.')
  for (const key of keys.slice(0, -1)) {
    const next = key.endsWith('[]') ? (at[key.slice(0, -2)] as object[])[0] : at[key]
    at = next as Record<string, unknown>
  }
  const last = keys.at(-1) ?? ''
  if (last.endsWith('[]')) at[last.slice(0, -2)] = [id]
  else at[last] = id
  return changed
}

async function answerTo({ name, endpoint, path }: Field, id: string) {
  const { api } = world
  const right = endpoint.permission === 'public' ? undefined : matrix[endpoint.permission]
  const token = await world.tokenOf(right?.level3 === '-' ? 'level4' : 'level3')
  const sent = await acceptedRequest(world, name)
  const [address = '', query = ''] = sent.path.split('?')
  const search = new URLSearchParams(query)
  if (endpoint.method === 'GET') search.set(path, id)
  const body = endpoint.method === 'GET' ? undefined : withId(sent.body ?? {}, path, id)
  const { status, json } = await api.call(endpoint.method, search.size ? `${address}?${search}` : address, {
    token,
    body,
  })
  const message = json.message?.replace(/[\d,]+名/, 'n名')
  return { status, code: json.code, message, fields: json.fields, text: JSON.stringify(json) }
}

test('every field with an id is known', () => {
  expect(fields.map(({ path }) => lastName(path)).filter((name) => !nouns[name])).toEqual([])
})

describe('an id of another shop in a request answers as an unknown one, and names nothing', () => {
  test.each(tried.map((field) => [`${field.name} ${field.path}`, field] as const))('%s', async (_, field) => {
    const { text: __, ...unknown } = await answerTo(field, unknownId)
    const { text, ...other } = await answerTo(field, ids[nouns[lastName(field.path)] as keyof typeof ids])
    expect(other).toEqual(unknown)
    expect(text).not.toContain(foreign)
  })

  test('records that one opened before are found again only in one’s own shops', async () => {
    const recent = [`staff:${ids.staff}`, `member:${ids.user}`, `shop:${ids.shop}`].map((key) => `recent=${key}`)
    const { json } = await world.api.get(`/api/admin/search?${recent.join('&')}`, {
      token: await world.tokenOf('level3'),
    })
    expect(json).toEqual({ found: [], recent: [] })
  })
})

describe('a stored condition names nobody of another shop', () => {
  const conditions = ['trainerStaffId', 'staffId', 'authorStaffId', 'ownerStaffId', 'senderStaffId'] as const
  const listOf: Record<(typeof conditions)[number], string> = {
    trainerStaffId: 'user/member/list',
    staffId: 'shop/reservation/list',
    authorStaffId: 'shop/daily-report/list',
    ownerStaffId: 'shop/report-action/list',
    senderStaffId: 'mail/log/list',
  }

  test.each(conditions)('of an export in the log: %s', async (key) => {
    const { api } = world
    const token = await world.tokenOf('level3')
    const exported = await api.call('GET', `/api/admin/${listOf[key]}?${key}=${trainer.staffId}`, {
      token,
      headers: { accept: 'text/csv' },
    })
    expect(exported.status).toBe(200)
    const logOf = async (who: string | undefined) =>
      (await api.get('/api/admin/audit/list?limit=1', { token: who })).json.list[0].conditions.filter(
        (condition: { key: string }) => condition.key === key,
      )
    expect(await logOf(token)).toEqual([{ key, value: trainer.staffId }])
    expect(await logOf(await world.tokenOf('admin'))).toEqual([{ key, value: `${foreign}職員` }])
  })

  test('of a shared condition, which everybody in its shops reads', async () => {
    const { api } = world
    const draft = {
      screen: 'members',
      name: '担当の会員',
      search: { trainerStaffId: trainer.staffId },
      columns: {},
      shopIds: [],
    }
    await api.post('/api/admin/saved-view/new', { token: await world.tokenOf('admin'), body: draft })
    const { json } = await api.get('/api/admin/saved-view/list', { token: await world.tokenOf('level3') })
    expect(json.list).toContainEqual(expect.objectContaining({ name: draft.name, search: draft.search }))
    expect(JSON.stringify(json)).not.toContain(foreign)
  })

  test('of a scenario, to those who do not see its trainer', async () => {
    const { api } = world
    const admin = await world.tokenOf('admin')
    const draft = { ...(await stepDraft(world)), entryFilter: { trainerStaffId: trainer.staffId } }
    const { id } = (await api.post('/api/admin/mail/step/new', { token: admin, body: draft })).json
    const textTo = async (token: string | undefined) =>
      (await api.get(`/api/admin/mail/step/${id}`, { token })).json.filterText
    expect(await textTo(await world.tokenOf('level3'))).toBe('担当トレーナー: –')
    expect(await textTo(admin)).toBe(`担当トレーナー: ${foreign}職員`)
  })

  test('of a mail, but for the trainer of one’s own members', async () => {
    const { api } = world
    const textOf = async () => {
      const to = { by: 'filter', filter: { trainerStaffId: trainer.staffId } }
      const body = { category: 'transactional', to }
      return (await api.post('/api/admin/mail/preview', { token: await world.tokenOf('level3'), body })).json
        .segmentText
    }
    expect(await textOf()).toBe('店舗: 担当店舗すべて、担当トレーナー: –')
    await api.makeMember(world.shops.own, { trainerStaffId: trainer.staffId })
    expect(await textOf()).toBe(`店舗: 担当店舗すべて、担当トレーナー: ${foreign}職員`)
  })
})
