import { request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { type Endpoint, pathKeys } from '#contract/endpoint.ts'
import type { World } from '../areas/area.ts'
import type { Api } from '../support/api.ts'
import { acceptedRequest, isChosen, startWorld } from '../support/areas.ts'
import { isAssault, runs, tell, times } from '../support/runs.ts'

let world: World
let api: Api
let token: string
let shop: string

beforeAll(async () => {
  world = await startWorld()
  api = world.api
  shop = world.shops.own
})
beforeEach(async () => {
  token = (await world.tokenOf('admin')) as string
  api.logLines.length = 0
})
let tried = 0
afterAll(async () => {
  tell(`${tried} hostile values, random ones by the seed ${seed}`)
  await api.close()
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** JSON texts, because JSON can express values that JavaScript cannot. */
const invented = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff x"',
  '"\' or 1=1 --"',
  '"%27%22;drop table shop"',
  '"<script>alert(1)</script>"',
  '"=cmd|\' /C calc\'!A0"',
  '"../../../etc/passwd"',
  '"{{7*7}}<%= 7*7 %>"',
  `"${'あ'.repeat(3_000)}"`,
  '"\\u202e\\u200b\\ufeff"',
  '"null"',
  '""',
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '1e309',
  '-0',
  '[]',
  '{}',
  '[null]',
  '{"$ne":null}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":"x","valueOf":"y","length":-1}',
  nested(13),
  nested(5_000),
]

/** The ends of what a schema lets through, and what is just beyond them. */
const extremes = [
  '"0001-01-01"',
  '"1900-01-01"',
  '"2199-12-31"',
  '"9999-12-31"',
  '"0001-01"',
  '"9999-12"',
  '"0001-01-01T00:00:00+09:00"',
  '"9999-12-31T23:59:59+09:00"',
  '1900',
  '9999',
  '9007199254740992',
  '"\\ud842"',
  '"\\udfb7野"',
]

const { seed } = runs(0)
/** Strings of random characters, and of random pieces of the invented ones. */
const drawn = fc.sample(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }).map((text) => JSON.stringify(text)),
    fc
      .array(fc.constantFrom(...invented.filter((value) => value.length < 100)), { minLength: 2, maxLength: 5 })
      .map((pieces) => JSON.stringify(pieces.join(''))),
    fc.json({ maxDepth: 4 }),
  ),
  { numRuns: times(0, 60), seed },
)

const hostileValues = [...extremes, ...invented, ...drawn]

const fieldsOf = ({ path, input }: Endpoint) => Object.keys(input.shape).filter((key) => !pathKeys(path).includes(key))
const fillPath = ({ path }: Endpoint, id: string) => path.replace(/:\w+/g, id)

const run = endpoints.filter(([name]) => isChosen(name))
// Ending the session would end the tests; a link to /welcome opens only where there are no staff (welcome.test.ts).
const called = run.filter(([name]) => !['auth.logout', 'auth.welcome', 'auth.firstAdmin'].includes(name))
// A raw body has no fields: what bytes a file may have is tested where it is read.
const writes = called.filter(([, { method, bytes }]) => !bytes && (method === 'POST' || method === 'PUT'))

/** Without a valid draft no hostile value gets past the parser, and the tests below would prove nothing. */
test.each(writes)('%s accepts the draft that hostile values are put into', async (name, endpoint) => {
  const { method, path, body = {} } = await acceptedRequest(world, name)
  expect(Object.keys(body).length > 0).toBe(fieldsOf(endpoint).length > 0)
  const answer = await api.call(method, path, { token, body })
  expect([answer.status, answer.json.fields]).toEqual([200, undefined])
})

/** 431 is Node's own answer to an address longer than 16 kB. */
const survivors = (statuses: number[]) =>
  statuses.filter((status) => ![200, 401, 404, 409, 422, 429, 431].includes(status))

const foreignKeys = ['unheardOf', '__proto__', 'constructor', '\\u0000', '\\ud800']
const keysOf = (endpoint: Endpoint) => [...fieldsOf(endpoint), ...foreignKeys]
/**
 * A key that is refused is refused whatever its value: outside the assault a few values show that. Of an endpoint's own
 * fields each meets every fifth value, its neighbours the others: one schema stands behind several fields.
 */
const valuesFor = (key: string, at: number) =>
  hostileValues.filter((_, one) => isAssault || (foreignKeys.includes(key) ? one % 6 === 0 : one % 5 === at % 5))

describe.each(called.filter(([, endpoint]) => keysOf(endpoint).length > 0))('%s', (name, endpoint) => {
  test('answers no hostile value in any field with a 5xx', async () => {
    const { method, path, body: valid = {} } = await acceptedRequest(world, name)
    const [address, accepted] = path.split('?')
    const statuses: number[] = []
    for (const [at, field] of keysOf(endpoint).entries()) {
      for (const value of valuesFor(field, at)) {
        // An accepted value leaves the session in the previewed rights.
        if (name === 'auth.startPreview') token = (await world.tokenOf('admin')) as string
        if (method === 'GET' || method === 'DELETE') {
          const query = new URLSearchParams(accepted)
          query.set(field, value.replace(/^"|"$/g, '').replace('\\u0000', '\u0000'))
          statuses.push((await api.call(method, `${address}?${query}`, { token })).status)
        } else {
          const rest = Object.entries(valid).filter(([key]) => key !== field)
          const body = `{${[...rest.map(([key, one]) => `"${key}":${JSON.stringify(one)}`), `"${field}":${value}`].join(',')}}`
          statuses.push((await api.call(method, path, { token, body })).status)
        }
      }
    }
    tried += statuses.length
    const unforeseen = api.logLines.filter((line) => line.includes('"event":"failure"'))
    expect([survivors(statuses), unforeseen]).toEqual([[], []])
    expect(statuses.filter((status) => status === 422).length).toBeGreaterThan(statuses.length / 5)
  })
})

describe.each(run.filter(([, endpoint]) => pathKeys(endpoint.path).length > 0))('%s', (_, endpoint) => {
  test('answers no hostile address with a 5xx', async () => {
    const addresses = [
      '%00',
      '%ff',
      '%2e%2e%2f',
      "1'--",
      '0',
      '-1',
      '2147483648',
      '1e3',
      '１',
      'a'.repeat(9_000),
      '%',
      '%E0%A4%A',
    ]
    for (const id of addresses) {
      const answer = await api.call(endpoint.method, fillPath(endpoint, id), {
        token,
        ...(endpoint.method === 'PUT' && { body: {} }),
      })
      expect([id.slice(0, 20), answer.status]).toEqual([
        id.slice(0, 20),
        expect.toSatisfy((s: number) => s === 404 || s === 422 || s === 431),
      ])
    }
  })
})

test('the longest period that days allow is answered or refused, never a 5xx', async () => {
  const withPeriods = endpoints.filter(
    ([name, { method, input }]) => isChosen(name) && method === 'GET' && 'from' in input.shape && 'to' in input.shape,
  )
  for (const [name] of withPeriods) {
    const [address, accepted] = (await acceptedRequest(world, name)).path.split('?')
    const query = new URLSearchParams(accepted)
    query.set('from', '1900-01-01')
    query.set('to', '2199-12-31')
    const { status } = await api.get(`${address}?${query}`, { token })
    expect([name, status]).toEqual([name, expect.toSatisfy((one: number) => one === 200 || one === 422)])
  }
})

describe('a body that is not a JSON object is refused with the reason', () => {
  const put = (body: string, headers: Record<string, string> = {}) =>
    api.put(`/api/admin/shop/${shop}`, { token, body, headers })

  test.each([
    ['broken JSON', '{"imgUrl":', {}],
    ['an array', '[]', {}],
    ['null', 'null', {}],
    ['a text', '"x"', {}],
    ['100,000 brackets', nested(100_000), {}],
    ['a form', 'imgUrl=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text/plain', '{"imgUrl":null}', { 'content-type': 'text/plain' }],
    ['an own __proto__', '{"__proto__":{"imgUrl":null}}', {}],
    ['the id in path and body', '{"id":"1"}', {}],
  ])('%s', async (_, body, headers) => {
    const answer = await put(body, headers as Record<string, string>)
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      422,
      'invalid',
      '入力内容を確認してください。',
    ])
    expect(Object.keys(answer.json.fields)).toHaveLength(1)
  })

  test('bytes that are not UTF-8', async () => {
    const response = await fetch(`${api.url}/api/admin/shop/${shop}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    })
    expect(response.status).toBe(422)
  })

  test('an unknown key is named', async () => {
    const answer = await put('{"isAdmin":true}')
    expect(answer.json.fields).toEqual({ isAdmin: '使用できない項目が含まれています。' })
  })
})

test('an accepted address is returned as it was sent', async () => {
  for (const url of ['https://example.jp/%E4%BA%88%E7%B4%84?a=1&b=%22%3C', "https://example.jp/o'neil?q=;--"]) {
    const saved = await api.put(`/api/admin/shop/${shop}`, { token, body: { rsvUrl: url } })
    expect([saved.status, saved.json.rsvUrl]).toEqual([200, url])
    expect((await api.get(`/api/admin/shop/${shop}`, { token })).json.rsvUrl).toBe(url)
  }
})

test.each(['javascript:alert(1)', 'http://example.jp/', 'data:text/html,x', 'https://', '//example.jp'])(
  'the reservation address %s is refused',
  async (url) => {
    const answer = await api.put(`/api/admin/shop/${shop}`, { token, body: { rsvUrl: url } })
    expect([answer.status, Object.keys(answer.json.fields)]).toEqual([422, ['rsvUrl']])
  },
)

describe('a body over 1 MB is refused', () => {
  test('with a Content-Length', async () => {
    const answer = await api.put(`/api/admin/shop/${shop}`, { token, body: `{"imgUrl":"${'x'.repeat(1_100_000)}"}` })
    expect([answer.status, answer.json.code]).toEqual([413, 'payload_too_large'])
  })

  test('in chunks without a length', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(
        `${api.url}/api/admin/shop/${shop}`,
        { method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
        (answer) => {
          resolve(answer.statusCode as number)
          sent.destroy()
        },
      )
      sent.on('error', reject)
      // No end: the API has read everything when it answers, so its answer is not lost with the connection.
      for (let chunk = 0; chunk < 16; chunk += 1) sent.write('x'.repeat(64 * 1024))
      sent.write('x')
    })
    expect(status).toBe(413)
  })
})

describe('every answer', () => {
  test.each([
    ['GET', '/healthz'],
    ['GET', '/api/admin/shop/list'],
    ['GET', '/api/admin/nowhere'],
    ['DELETE', '/api/admin/shop/list'],
    ['POST', '/api/admin/auth/login'],
  ])('%s %s carries the security headers', async (method, path) => {
    const { headers } = await api.call(method, path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('under /api is never cached, errors included', async () => {
    for (const path of ['/api/admin/user/me', '/api/admin/shop/list', '/api/admin/nowhere']) {
      expect((await api.get(path)).headers.get('cache-control')).toBe('no-store')
      expect((await api.get(path, { token })).headers.get('cache-control')).toBe('no-store')
    }
  })

  test.each([
    ['GET', '/api/admin/nowhere'],
    ['DELETE', '/api/admin/shop/list'],
    ['POST', '/api/admin/user/me'],
  ])('%s %s is not found, in the shape of every error', async (method, path) => {
    const answer = await api.call(method, path, { token })
    expect([answer.status, answer.json]).toEqual([
      404,
      {
        code: 'not_found',
        message: '対象のデータが見つかりません。一覧を開き直してください。',
        ref: expect.stringMatching(/^[\w-]{8,}$/),
      },
    ])
  })
})
