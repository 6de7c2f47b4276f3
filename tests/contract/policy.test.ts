import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyDraft } from '../areas/policy.ts'
import { type Api, startApi } from '../support/api.ts'

const path = '/api/admin/policy'

let api: Api
let head: string
beforeAll(async () => {
  api = await startApi()
  head = await api.as({ role: 'all' })
})
afterAll(() => api.close())

/** Another moment, and a new session for it. */
async function goTo(instant: string) {
  api.time.now = new Date(instant)
  head = await api.as({ role: 'all' })
}

type More = Partial<Record<keyof ReturnType<typeof policyDraft> | 'type', unknown>>
const make = async (edition: string, effectiveFrom: string, more: More = {}) => {
  const body = { ...policyDraft(edition, effectiveFrom), noticeFrom: null, type: 'userPolicy', ...more }
  return (await api.post(`${path}/new`, { token: head, body })).json
}
const activate = (id: string) => api.post(`${path}/${id}/activate`, { token: head, body: {} })
const statesOf = async (type: string) => {
  const { json } = await api.get(`${path}/list?type=${type}`, { token: head })
  return Object.fromEntries(json.list.map((row: { edition: string; state: string }) => [row.edition, row.state]))
}
const inForce = async (type: string) => (await api.get(`${path}/in-force?type=${type}`)).json

test('an activated edition is in force from its day on by itself, and the previous one ends at the same moment', async () => {
  const first = await make('初', '2026-11-21')
  const second = await make('次', '2026-12-01', { noticeFrom: '2026-11-25' })
  await make('案', '2027-01-01')
  expect((await inForce('userPolicy')).active).toBeNull()
  for (const { id } of [first, second]) expect((await activate(id)).status).toBe(200)
  expect(await statesOf('userPolicy')).toEqual({ 初: 'active', 次: 'scheduled', 案: 'draft' })
  expect((await api.get(`${path}/${first.id}`, { token: head })).json.effectiveTo).toBe('2026-11-30')
  expect((await api.get(`${path}/${second.id}`, { token: head })).json.follows).toEqual({ id: first.id, edition: '初' })
  expect(await inForce('userPolicy')).toMatchObject({ active: { edition: '初' }, next: null })

  // 2026-11-25 in Tokyo: the edition is announced.
  await goTo('2026-11-24T15:00:00.000Z')
  expect(await inForce('userPolicy')).toMatchObject({ active: { edition: '初' }, next: { edition: '次' } })
  await goTo('2026-11-30T14:59:59.999Z')
  expect(await statesOf('userPolicy')).toEqual({ 初: 'active', 次: 'scheduled', 案: 'draft' })
  await goTo('2026-11-30T15:00:00.000Z')
  expect(await statesOf('userPolicy')).toEqual({ 初: 'ended', 次: 'active', 案: 'draft' })
  expect(await inForce('userPolicy')).toMatchObject({ active: { edition: '次' }, next: null })
  const listed = await api.get(`${path}/list?type=userPolicy&state=active`, { token: head })
  expect([listed.json.paging.total, listed.json.list[0].edition]).toEqual([1, '次'])
})

test('an activated edition cannot be changed or deleted, neither by the API nor by SQL', async () => {
  const { id } = await make('不変', '2028-01-01')
  expect((await api.put(`${path}/${id}`, { token: head, body: { title: '下書きのうちは変わる' } })).status).toBe(200)
  await activate(id)
  const { json: before } = await api.get(`${path}/${id}`, { token: head })
  const refused = [
    await api.put(`${path}/${id}`, { token: head, body: { body: '別の本文' } }),
    await api.put(`${path}/${id}`, { token: head, body: { requiresReconsent: false } }),
    await api.delete(`${path}/${id}`, { token: head }),
    await activate(id),
  ]
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  const row = sql`where id = ${Number(id)}`
  for (const statement of [
    sql`update policy set body = 'x' ${row}`,
    sql`update policy set html = 'x' ${row}`,
    sql`update policy set effective_from = '2020-01-01' ${row}`,
    sql`update policy set activated_at = null ${row}`,
    sql`update policy set type = 'privacyPolicy' ${row}`,
    sql`delete from policy ${row}`,
  ]) {
    await expect(api.db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'an activated policy does not change' },
    })
  }
  await api.db.execute(sql`update policy set agreed_count = 12 ${row}`)
  expect((await api.get(`${path}/${id}`, { token: head })).json).toEqual({ ...before, agreedCount: 12 })
})

test('of two activations for the same day one is refused, in either order, and the other type is unaffected', async () => {
  const rows = [await make('同日甲', '2029-01-01'), await make('同日乙', '2029-01-01')]
  const other = await make('同日', '2029-01-01', { type: 'privacyPolicy' })
  const answers = await Promise.all([...rows, other].map(({ id }) => activate(id)))
  const statuses = answers.map(({ status }) => status)
  expect([statuses.slice(0, 2).sort(), statuses[2]]).toEqual([[200, 422], 200])
  const refused = answers.find(({ status }) => status === 422)
  expect(refused?.json.fields.effectiveFrom).toContain('同じ施行日の版')
})

test('two editions of a type need different names, even if created concurrently; a past day cannot be activated', async () => {
  const body = { ...policyDraft('同名'), type: 'userPolicy' }
  const made = await Promise.all([1, 2].map(() => api.post(`${path}/new`, { token: head, body })))
  expect(made.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await make('同名', '2027-04-01', { type: 'privacyPolicy' })).id).toBeDefined()
  const late = await activate((await make('過去', '2026-01-01')).id)
  expect([late.status, Object.keys(late.json.fields)]).toEqual([422, ['effectiveFrom']])
  const notice = await api.post(`${path}/new`, {
    token: head,
    body: { ...body, edition: '後', noticeFrom: '2027-04-02' },
  })
  expect([notice.status, Object.keys(notice.json.fields)]).toEqual([422, ['noticeFrom']])
})

const hostile = `# 見出し

<script>alert(1)</script><img src=x onerror=alert(1)> <b onclick="alert(1)">太字</b>

[押す](javascript:alert(1)) [押す](data:text/html;base64,PHNjcmlwdD4=) ![絵](https://evil.example/x.png)

[外](https://example.jp/" onmouseover="alert(1)) <https://example.jp/>

3. 三番目

| 列 |
| --- |
| <iframe src="https://evil.example"></iframe> |

\`\`\`html
<svg onload=alert(1)>
\`\`\`
`

test('hostile markdown is removed: unsupported markup is text', async () => {
  const { html, body } = await make('敵意', '2027-05-01', { body: hostile })
  expect(body).toBe(hostile)
  expect(html).not.toMatch(/<(script|img|b|iframe|svg|pre|code)\b/)
  const tags = [...html.matchAll(/<(?!\/)([^>]*)>/g)].map(([, tag]) => tag)
  for (const tag of tags) expect(tag).not.toMatch(/\bon\w+=|javascript:|data:|style=/)
  expect(html).toContain('<h2>見出し</h2>')
  expect(html).toContain('&lt;script&gt;')
  expect(html).toContain('<ol start="3">')
  expect(html).toContain('<table>')
})

test('the public text may be cached for a minute, reveals no drafts, and does not use up sign-ins', async () => {
  const few = await startApi({ rates: { signIn: 2, pages: 4 } })
  try {
    const read = () => few.get(`${path}/in-force?type=userPolicy`)
    const answer = await read()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    expect(answer.json).toEqual({ active: null, next: null })
    for (let n = 0; n < 3; n += 1) expect((await read()).status).toBe(200)
    expect((await read()).status).toBe(429)
    const body = { email: 'nobody@example.jp', password: 'asa-no-rajio-taiso' }
    expect((await few.post('/api/admin/auth/login', { body })).status).not.toBe(429)
  } finally {
    await few.close()
  }
})
