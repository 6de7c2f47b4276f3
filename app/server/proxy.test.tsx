import { afterEach, expect, test, vi } from 'vitest'
import { member } from '#contract/member.ts'
import { proxy } from './proxy.server'

const sent = vi.hoisted(() => ({ headers: {} as Record<string, string> }))
vi.mock('@tanstack/react-start/server', () => ({
  getRequest: () => new Request('http://app.invalid/'),
  getRequestHeader: (name: string) => sent.headers[name],
  setResponseHeader: () => {},
  setResponseStatus: () => {},
}))
vi.mock('./environment.server', () => ({
  adminApiBaseUrl: () => 'http://api.invalid/api/admin',
  clientAddressHeader: () => undefined,
  proxyKey: () => undefined,
}))

const call = () => proxy(member.list)({ data: member.list.input.parse({}) as never })
const answering = (answer: () => Promise<Response>) => {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => {
  vi.unstubAllGlobals()
  sent.headers = {}
})

test('a call has the token, and an empty Authorization without one', async () => {
  const fetched = answering(async () => Response.json({ message: 'x' }, { status: 401 }))
  const authorization = () => new Headers(fetched.mock.lastCall?.[1].headers).get('authorization')
  await call().catch(() => {})
  expect(authorization()).toBe('')
  sent.headers = { authorization: 'Bearer of-somebody' }
  await call().catch(() => {})
  expect(authorization()).toBe('Bearer of-somebody')
})

const generic = 'サーバーから正しい応答がありませんでした。時間をおいて、もう一度お試しください。'

test.each([
  ['in our form', 404, { code: 'not_found', message: '会員が見つかりません。' }, 'not_found', '会員が見つかりません。'],
  ['without our code', 422, { message: 'この会員は変更できません。' }, 'invalid', 'この会員は変更できません。'],
  ['with a code of its own', 409, { code: 'E-12', message: 'Already booked.' }, 'conflict', 'Already booked.'],
  ['of a status that says nothing', 418, { message: '満席です。' }, 'upstream', '満席です。'],
  [
    'that ends the session',
    401,
    { message: 'もう一度ログインしてください。' },
    'unauthenticated',
    'もう一度ログインしてください。',
  ],
  ['about a fault, in Japanese', 503, { message: '点検中です。' }, 'busy', '点検中です。'],
  ['about a fault, for programmers', 500, { code: '23505', message: 'duplicate key' }, 'upstream', generic],
  ['without a message', 404, { error: 'Not Found' }, 'upstream', generic],
  ['with an empty message', 400, { message: ' ' }, 'upstream', generic],
  ['with a message that is no text', 400, { message: { ja: 'だめです。' } }, 'upstream', generic],
  ['of nothing', 404, null, 'upstream', generic],
])('staff read the message of a refusal %s', async (_, status, body, code, message) => {
  answering(async () => Response.json(body, { status }))
  await expect(call()).rejects.toMatchObject({ code, message })
})

test('an answer that was waited for in vain says for how many milliseconds', async () => {
  answering(() => Promise.reject(new DOMException('', 'TimeoutError')))
  const message = '15,000ミリ秒以内に応答がありませんでした。時間をおいて、もう一度お試しください。'
  await expect(call()).rejects.toMatchObject({ code: 'timeout', message })
  answering(() => Promise.reject(new TypeError('fetch failed')))
  await expect(call()).rejects.toMatchObject({ code: 'network' })
})

const list = { params: { offset: 0, limit: 10 }, list: [], paging: { offset: 0, count: 0, total: 0 } }

test("an answer goes to the browser as the API's own JSON, nothing added", async () => {
  const text = JSON.stringify(list, null, 1)
  answering(async () => new Response(text, { headers: { 'content-type': 'application/json' } }))
  const passed = (await call()) as unknown as Response
  expect(passed.headers.get('content-type')).toBe('application/json')
  expect(await passed.text()).toBe(text)
})

test('what the contract does not name stays on the server', async () => {
  answering(async () => Response.json({ ...list, passwords: ['x'] }))
  expect(await ((await call()) as unknown as Response).json()).toEqual(list)
})
