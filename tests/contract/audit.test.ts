import { sql } from 'drizzle-orm'
import papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { auditActions, auditField, auditResources } from '#contract/words/audit.ts'
import { conditionOf } from '#contract/words/audit-conditions.ts'
import { auditLog } from '../../api/db/schema/identity.ts'
import { policyDraft } from '../areas/policy.ts'
import { password } from '../support/accounts.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

let api: Api
let own: string
let other: string
let manager: Person
let trainer: Person
const tokens: Record<'manager' | 'trainer' | 'owner' | 'head' | 'partner', string> = {} as never
let sato: { memberId: string; userId: string; memberNo: string }

const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' }

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店' })
  manager = await api.makeStaff({ role: 'level3', shops: [own] })
  trainer = await api.makeStaff({ role: 'level2', shops: [own] })
  tokens.manager = await api.signIn(manager)
  tokens.trainer = await api.signIn(trainer)
  tokens.owner = await api.as({ role: 'level4', shops: [own] })
  tokens.head = await api.as({ role: 'all' })
  tokens.partner = await api.as({ role: 'level1', shops: [own] })
  sato = await api.makeMember(own, { lastName: '佐藤', firstName: '健一' })
})
afterAll(() => api.close())

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Rows = any[]
const rowsOf = async (who: keyof typeof tokens, query = ''): Promise<Rows> => {
  const { status, json } = await api.get(`/api/admin/audit/list?limit=100&${query}`, { token: tokens[who] })
  expect(status).toBe(200)
  return json.list
}
const change = (body: object, who: keyof typeof tokens = 'head', userId = sato.userId) =>
  api.put(`/api/admin/member/${userId}`, { token: tokens[who], body, headers: agent })

describe('labels exist for', () => {
  const written = endpoints.filter(([, { method, permission }]) => method !== 'GET' && permission !== 'public')
  const actions = [
    ...written.map(([name]) => name),
    ...endpoints.filter(([, { audit }]) => audit).map(([name]) => name),
    ...endpoints.filter(([, { csv }]) => csv).map(([name]) => `${name}.export`),
    ...['login', 'loginFailed', 'passwordRefused', 'secondFactorRefused', 'recoveryCodeUsed'],
    ...['invitationAccepted', 'passwordResetAccepted', 'addressProofAccepted', 'passwordProofAccepted'],
    ...[
      'welcomeAccepted',
      'staffReinvited',
      'mailUnsubscribed',
      'mailConsented',
      'mailDeclined',
      'mailBounced',
      'importHeld',
      'clubExported',
      'clubRestored',
      'backupRestored',
    ],
    ...['missingMemberClosed', 'missingMemberReopened', 'digestStopped'],
    // Of older releases.
    ...['segment', 'reportView'].flatMap((noun) => [`${noun}.create`, `${noun}.update`, `${noun}.remove`]),
  ]
  test('exactly the audited actions', () => {
    expect(Object.keys(auditActions).sort()).toEqual(actions.sort())
  })

  test('each noun', () => {
    const nouns = [...endpoints.map(([name]) => name.split('.')[0] as string), 'segment', 'reportView']
    expect(Object.keys(auditResources).sort()).toEqual([...new Set(nouns)].sort())
  })

  /** What a call of a write says besides the fields of the record: which one, as it was seen, and what is done with it. */
  const apart: Readonly<Record<string, readonly string[]>> = {
    'dailyReport.update': ['action', 'comment'],
    'reportAction.update': ['comment'],
    // Each target is a field of its own.
    'shop.update': ['monthlyTargets'],
    'shopCost.save': ['shopId', 'month'],
  }
  const ofRecords = endpoints.flatMap(([name, { input }]) => {
    const fields = Object.keys(input.shape)
    const isOfRecord = /\.(update|save)/.test(name) && fields.some((field) => field === 'version' || field === 'seen')
    const besides = ['id', 'version', 'seen', ...(apart[name] ?? [])]
    return isOfRecord ? [[name, fields.filter((field) => !besides.includes(field))] as const] : []
  })
  test.each(ofRecords)('each field that a call writes: %s', (name, fields) => {
    const [noun = ''] = name.split('.')
    // The log has users who are staff as staff, and a shop's sender as the shop's.
    const subjects = name === 'club.updateShop' ? ['shop'] : noun === 'user' ? ['user', 'staff'] : [noun]
    for (const subject of subjects) {
      expect(fields.filter((field) => !auditField(subject, field))).toEqual([])
    }
  })
  test('and such calls are found', () => {
    expect(ofRecords.length).toBeGreaterThan(20)
  })

  test('each condition of an export, except for layout and what the row itself names', () => {
    const keys = endpoints.flatMap(([, { csv, input }]) => (csv ? Object.keys(input.shape) : []))
    // `memberId`: until 0.2.0 (decision 0054).
    const notShown = [
      'offset',
      'limit',
      'sortKey',
      'sortDir',
      'id',
      'shopId',
      'userId',
      'memberId',
      'slotId',
      'figure',
      'category',
    ]
    expect([...new Set(keys)].filter((key) => !conditionOf(key) && !notShown.includes(key))).toEqual([])
  })
})

describe('the subject of a row', () => {
  const policy = { type: 'userPolicy', ...policyDraft('第7版') }
  const template = {
    ...{ name: '秋のご案内', category: 'followUp', subject: '秋のご案内', body: '<p>秋です。</p>' },
    ...{ fromName: 'からだクラブ', replyTo: null, footer: null, shopId: null, status: 'pending' },
  }
  const view = { screen: 'members', name: '休会中の会員', search: { contractStatus: 'suspended' }, columns: {} }

  test('is shown by name, with the further parameters of its screen’s address', async () => {
    const make = async (path: string, body: object) => {
      const { status, json } = await api.post(`/api/admin${path}`, { token: tokens.head, body })
      expect(status, path).toBe(200)
      return json
    }
    const { list } = await make('/shop/daily-report/list', { data: [{ shopId: own, date: '2026-11-20' }] })
    const made = {
      dailyReport: list[0].id,
      policy: (await make('/policy/new', policy)).id,
      mailTemplate: (await make('/mail/template/new', template)).id,
      savedView: (await make('/saved-view/new', { ...view, shopIds: [own] })).id,
    }
    const named = { resourceName: '新宿店 2026/11/20', resourceKey: '2026-11-20' }
    const rows = await rowsOf('head', 'group=create')
    const rowOf = (resourceType: keyof typeof made) =>
      rows.find((row) => row.resourceType === resourceType && row.resourceId === made[resourceType])
    expect(rowOf('dailyReport')).toMatchObject(named)
    expect(rowOf('policy')).toMatchObject({ resourceName: '第7版', resourceKey: 'userPolicy' })
    expect(rowOf('mailTemplate')).toMatchObject({ resourceName: '秋のご案内', resourceKey: null })
    expect(JSON.parse(rowOf('savedView').resourceKey)).toEqual(view.search)
  })
})

describe('visible rows', () => {
  test('head office reads the actions in every shop and in none', async () => {
    const far = await api.makeMember(other)
    await change({ tags: ['遠い'] }, 'head', far.userId)
    await api.post('/api/admin/auth/login', { body: { email: manager.email, password }, headers: agent })
    const rows = await rowsOf('head')
    expect(rows.some(({ shop }) => shop?.name === '渋谷店')).toBe(true)
    expect(rows.some(({ action, actor }) => action === 'login' && actor.id === manager.staffId)).toBe(true)
  })

  test('a manager reads those of their shops, and their own anywhere', async () => {
    await change({ tags: ['窓側'] })
    const rows = await rowsOf('manager')
    const isTheirs = rows.map(({ shop, actor }) => shop?.id === own || actor?.id === manager.staffId)
    expect(isTheirs).not.toContain(false)
    expect(rows.some(({ action, shop }) => action === 'login' && shop === null)).toBe(true)
  })

  test('a trainer reads only their own', async () => {
    await api.post('/api/admin/auth/login', { body: { email: trainer.email, password } })
    const rows = await rowsOf('trainer')
    expect(rows.length).toBeGreaterThan(0)
    expect([...new Set(rows.map(({ actor }) => actor.id))]).toEqual([trainer.staffId])
  })

  test('row-level security agrees: no query of a trainer reaches another shop’s rows', async () => {
    const { inScope } = await import('../../api/db/scope.ts')
    const seen = await inScope(api.database, { shops: [own], staffId: trainer.staffId }, 'read', (tx) =>
      tx.select({ shopId: auditLog.shopId, actor: auditLog.actorStaffId }).from(auditLog),
    )
    expect(seen.filter(({ shopId, actor }) => shopId !== own && actor !== trainer.staffId)).toEqual([])
    expect(seen.some(({ shopId, actor }) => shopId === null && actor === trainer.staffId)).toBe(true)
  })
})

describe('the details of an action', () => {
  test('are actor, action, subject, shop, and each field before and after', async () => {
    await change({ staffNote: '腰に注意' })
    const [row] = await rowsOf('head', `resourceType=member&resourceId=${sato.userId}`)
    expect(row).toMatchObject({
      action: 'member.update',
      actor: { displayName: expect.stringContaining('職員'), role: 'all' },
      member: { id: sato.userId, memberNo: sato.memberNo, name: '佐藤　健一' },
      shop: { id: own, name: '新宿店' },
      fields: [{ field: 'staffNote', before: null, after: '腰に注意', isHidden: false }],
    })
  })

  test('of a preview are its rights and its shops by name, and its end', async () => {
    const token = await api.as({ role: 'all', isAdmin: true })
    await api.post('/api/admin/auth/preview', { token, body: { role: 'level2', shopIds: [own] } })
    const [row] = await rowsOf('head', 'action=auth.startPreview')
    expect(row.fields).toEqual([
      { field: 'role', before: 'all', after: 'level2', isHidden: false },
      { field: 'shops', before: null, after: ['新宿店'], isHidden: false },
    ])
    await api.post('/api/admin/auth/end-preview', { token, body: {} })
    const [end] = await rowsOf('head', 'action=auth.endPreview')
    expect(end.fields).toEqual([{ field: 'role', before: 'level2', after: 'all', isHidden: false }])
  })

  test('include the client’s address for the owner and head office, and for everybody in their own rows', async () => {
    await change({ staffNote: '接続元' })
    const keys = ['ip', 'userAgent', 'session']
    const keysFor = async (who: keyof typeof tokens, query: string) => {
      const [row] = await rowsOf(who, query)
      return keys.filter((key) => Object.hasOwn(row, key))
    }
    const ofSato = `resourceType=member&resourceId=${sato.userId}`
    expect(await keysFor('head', ofSato)).toEqual(keys)
    expect(await keysFor('owner', ofSato)).toEqual(keys)
    expect(await keysFor('manager', ofSato)).toEqual([])
    expect(await keysFor('manager', `staffId=${manager.staffId}`)).toEqual(keys)
  })

  test('hide an address and a telephone number from a manager', async () => {
    const diff = {
      email: { before: 'alt@example.jp', after: 'neu@example.jp' },
      jobTitle: { before: null, after: '主任' },
    }
    const row = { at: api.time.now, action: 'user.update', resourceType: 'staff', resourceId: trainer.staffId }
    await api.db.insert(auditLog).values({ ...row, shopId: own, diff, requestId: 'contact' })
    const shown = async (who: keyof typeof tokens) => (await rowsOf(who, 'action=user.update'))[0].fields
    expect(await shown('manager')).toEqual([
      { field: 'email', before: null, after: null, isHidden: true },
      { field: 'jobTitle', before: null, after: '主任', isHidden: false },
    ])
    expect((await shown('head'))[0]).toEqual({ field: 'email', ...diff.email, isHidden: false })
  })

  test('never include a field without a decision about it', async () => {
    const secret = 'scrypt$8$8$1$Zm9v'
    const diff = { passwordHash: { before: secret, after: secret }, bodyTemp: { before: 36.5, after: 38.2 } }
    const row = { at: api.time.now, action: 'staff.update', resourceType: 'staff', resourceId: trainer.staffId }
    await api.db.insert(auditLog).values({ ...row, shopId: own, diff, requestId: 'secret' })
    const { text, json } = await api.get('/api/admin/audit/list?action=staff.update', { token: tokens.head })
    expect(json.list[0].fields.map(({ isHidden }: { isHidden: boolean }) => isHidden)).toEqual([true, true])
    expect(text).not.toContain(secret)
    expect(text).not.toContain('38.2')
  })

  test('show a long text around its first difference', async () => {
    const [before, after] = ['前', '後'].map((word) => `<p>${'あ'.repeat(2000)}${word}${'い'.repeat(2000)}</p>`)
    const row = { at: api.time.now, action: 'column.update', resourceType: 'column', resourceId: '1' }
    await api.db.insert(auditLog).values({ ...row, diff: { body: { before, after } }, requestId: 'long' })
    const [{ fields }] = await rowsOf('head', 'action=column.update')
    expect(fields[0].after).toMatch(/^…あ{40}後い+…$/)
  })
})

describe('the list’s filters', () => {
  test.each([
    ['the kind of act', () => 'group=update', ({ action }: Rows[0]) => action.endsWith('.update')],
    ['one act', () => 'action=member.update', ({ action }: Rows[0]) => action === 'member.update'],
    ['who', () => `staffId=${manager.staffId}`, ({ actor }: Rows[0]) => actor.id === manager.staffId],
    ['the member', () => `userId=${sato.userId}`, ({ member }: Rows[0]) => member.id === sato.userId],
    ['the shop', () => `shopId=${own}`, ({ shop }: Rows[0]) => shop.id === own],
    ['a change', () => 'changed=true', ({ fields }: Rows[0]) => fields.length > 0],
    [
      'a name of who acted or of what was acted upon',
      () => 'keyword=%E8%81%B7%E5%93%A1',
      ({ actor, resourceType, resourceName }: Rows[0]) =>
        actor?.displayName.includes('職員') || (resourceType === 'staff' && resourceName.includes('職員')),
    ],
    [
      'the name of a member',
      () => `keyword=${encodeURIComponent('佐藤')}`,
      ({ member }: Rows[0]) => member.id === sato.userId,
    ],
  ])('%s', async (_, query, holds) => {
    const rows = await rowsOf('head', query())
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan((await rowsOf('head')).length)
    expect(rows.filter((row) => !holds(row))).toEqual([])
  })

  test('the member, also where an older release wrote the user’s id down as `memberId`', async () => {
    const old = { at: api.time.now, action: 'shopReservation.list.export', resourceType: 'shopReservation' }
    const filter = { memberId: sato.userId, status: 'booked' }
    await api.db
      .insert(auditLog)
      .values({ ...old, memberId: sato.memberId, filter, rowCount: 3, requestId: 'old-name' })
    const rows = await rowsOf('head', `userId=${sato.userId}&action=shopReservation.list.export`)
    expect(rows).toMatchObject([
      { member: { id: sato.userId }, conditions: [{ key: 'status', value: 'booked' }], rowCount: 3 },
    ])
  })

  test('days in Tokyo', async () => {
    const at = (moment: string, title: string) => ({
      ...{ at: new Date(moment), action: 'column.create', resourceType: 'column', requestId: 'days' },
      diff: { title: { before: null, after: title } },
    })
    await api.db.insert(auditLog).values(at('2026-10-24T14:59:59Z', '日付の前'))
    await api.db.insert(auditLog).values(at('2026-10-24T15:00:00Z', '日付の後'))
    const titlesOn = async (day: string) =>
      (await rowsOf('head', `from=${day}&to=${day}`)).map(({ fields }) => fields[0].after)
    expect(await titlesOn('2026-10-24')).toEqual(['日付の前'])
    expect(await titlesOn('2026-10-25')).toEqual(['日付の後'])
  })
})

describe('names', () => {
  const about = (who: keyof typeof tokens, name: string) => rowsOf(who, `keyword=${encodeURIComponent(name)}`)
  const makePerson = async (displayName: string, shopId: string) => {
    const person = await api.makeStaff({ role: 'level2', shops: [shopId], status: 'waiting' })
    await api.db.execute(sql`update staff set display_name = ${displayName} where id = ${Number(person.staffId)}`)
    const { status } = await api.post('/api/admin/staff/invite', {
      token: tokens.head,
      body: { staffId: person.staffId },
    })
    expect(status).toBe(200)
    return person
  }

  test('find the person who was acted upon; one of another shop only for who sees them', async () => {
    const here = await makePerson('探索 花子', own)
    const there = await makePerson('探索 太郎', other)
    const ids = async (who: keyof typeof tokens) =>
      (await about(who, '探索')).map(({ resourceId }) => resourceId).sort()
    expect(await ids('head')).toEqual([here.staffId, there.staffId].sort())
    expect(await ids('owner')).toEqual([here.staffId])
  })

  test('of somebody who has left or whose account is deleted are shown', async () => {
    const person = await makePerson('去 行子', own)
    const remove = await api.delete(`/api/admin/staff/${person.staffId}`, { token: tokens.head })
    expect(remove.status).toBe(200)
    const rows = await rowsOf('head', `resourceType=staff&resourceId=${person.staffId}`)
    expect(rows.map(({ action, deletedName }) => [action, deletedName])).toEqual([
      ['staff.remove', '去 行子'],
      ['staff.invite', '去 行子'],
    ])
    const leaver = await api.makeStaff({ role: 'level3', shops: [own] })
    const token = await api.signIn(leaver)
    await api.put(`/api/admin/member/${sato.userId}`, { token, body: { staffNote: '引き継ぎ' } })
    const retired = { leftOn: '2026-11-21', successors: [] }
    await api.put(`/api/admin/staff/${leaver.staffId}/retire`, { token: tokens.head, body: retired })
    expect((await rowsOf('head', `staffId=${leaver.staffId}`)).map(({ actor }) => actor.hasLeft)).toEqual([true])
  })
})

test('the file has every matching row, and is itself audited', async () => {
  const query = `userId=${sato.userId}`
  const answer = await api.get(`/api/admin/audit/list?${query}`, {
    token: tokens.head,
    headers: { accept: 'text/csv' },
  })
  const { data } = papa.parse<Record<string, string>>(answer.text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  const listed = (await rowsOf('head', query)).filter(({ action }) => action !== 'audit.list.export')
  expect(data.map((row) => row.番号)).toEqual(listed.map(({ id }) => id))
  expect(data.at(-1)).toMatchObject({ 操作: '会員の更新', 対象の種類: '会員', 変更内容: 'タグ: – → 窓側' })
  const [row] = await rowsOf('head', 'action=audit.list.export')
  expect(row).toMatchObject({ rowCount: data.length, member: { id: sato.userId } })
})

test('only callers who may export it can check the chain, which names a row that was changed behind its back', async () => {
  const check = async () => (await api.get('/api/admin/audit/check', { token: tokens.head })).json
  const { rows, firstBroken } = await check()
  expect([rows > 10, firstBroken]).toEqual([true, null])
  await api.db.execute(sql`alter table audit_log disable trigger audit_log_no_change`)
  await api.db.execute(sql`update audit_log set reason = 'nobody did this' where seq = 3`)
  await api.db.execute(sql`alter table audit_log enable trigger audit_log_no_change`)
  expect(await check()).toEqual({ rows, firstBroken: 3 })
})
