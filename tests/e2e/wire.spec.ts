import { connect } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { toJSON } from 'seroval'
import { password } from '../support/accounts.ts'
import { expect, signInAt, test } from '../support/fixtures.ts'
import { bearerOf } from '../support/screens.ts'

// Raw requests to the built app's server, as an attacker or another site could send.

const ours = { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin' }
const payloadOf = (payload: object) => JSON.stringify(toJSON(payload))

/** The reading functions that the dashboard's document names: who am I, and the month. */
async function readingFunctions(request: APIRequestContext) {
  const html = await (await request.get('/dashboard')).text()
  const [me = '', monthlyStats = ''] = [...html.matchAll(/"(\/_serverFn\/[^"]+)"/g)].map((match) => match[1])
  return { me, monthlyStats }
}

/** The address of the signing-in function, seen as the screen calls it. */
async function loginFunction(page: Page): Promise<string> {
  await page.goto('/login')
  const called = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/_serverFn/'))
  await signInAt(page, 'manager', 'a wrong password')
  const url = (await called).url()
  await expect(page.getByRole('alert')).toBeVisible()
  return url
}

test('every response of the app has the security headers', async ({ request }) => {
  const { me } = await readingFunctions(request)
  const html = await (await request.get('/login')).text()
  const asset = html.match(/\/assets\/[^"]+\.js/)?.[0] ?? ''
  for (const path of ['/login', '/dashboard', '/no-such-page', '/_serverFn/unknown', me, asset, '/images/no_img.png']) {
    const headers = (await request.get(path, { headers: ours })).headers()
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
    expect.soft(headers['referrer-policy'], path).toBe('no-referrer')
    expect.soft(headers['cross-origin-opener-policy'], path).toBe('same-origin')
    expect.soft(headers['cross-origin-resource-policy'], path).toBe('same-origin')
    expect.soft(headers['strict-transport-security'], path).toMatch(/max-age=\d{8}/)
    expect.soft(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
  }
  expect((await request.get(asset)).headers()['cache-control']).toContain('immutable')
  expect((await request.get('/dashboard')).headers()['cache-control']).toBe('no-store')
})

test('what every page loads first requests eager compilation, and is at most 150 kB', async ({ request }) => {
  const html = await (await request.get('/login')).text()
  const files = new Set([html.match(/\/assets\/index-[^"]+\.js/)?.[0] ?? ''])
  let bytes = 0
  for (const file of files) {
    const answer = await request.get(file, { headers: { 'accept-encoding': 'br' } })
    const code = await answer.text()
    expect(code, file).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
    // Below a packet a file is not compressed.
    if (code.length > 2048) expect(answer.headers()['content-encoding']).toBe('br')
    bytes += Number(answer.headers()['content-length'])
    // Preloaded by the document, it does not wait for the file that imports it.
    expect(html).toMatch(new RegExp(`<link rel="modulepreload" href="${file}"`))
    for (const [, name] of code.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.js)"/g)) files.add(`/assets/${name}`)
  }
  expect(bytes).toBeLessThan(150 * 1024)
  // The areas, everything else, and the bundler's runtime. Each is a request on every page.
  expect([...files]).toHaveLength(3)
})

test('scripts run by a per-response nonce, never by unsafe-inline', async ({ request }) => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await request.get('/login')).headers()['content-security-policy'] ?? ''),
  )
  const [first, second] = policies.map(
    (policy) => policy.match(/script-src 'nonce-([^']{20,})' 'strict-dynamic'(;|$)/)?.[1],
  )
  expect(first).toBeDefined()
  expect(first).not.toBe(second)
  expect(policies[0]).not.toMatch(/script-src[^;]*unsafe/)
})

test('a write whose header does not echo the cookie is rejected', async ({ asVisitor, request }) => {
  const url = await loginFunction(await asVisitor())
  const send = (cookie: string, header: string | undefined) =>
    request.post(url, {
      headers: {
        ...ours,
        'content-type': 'application/json',
        cookie: `XSRF-TOKEN=${cookie}`,
        ...(header !== undefined && { 'x-xsrf-token': header }),
      },
      data: Buffer.from(payloadOf({ data: { email: 'manager@example.jp', password } })),
    })
  const token = 'k'.repeat(43)
  expect((await send(token, token)).status()).toBe(200)
  expect((await send(token, undefined)).status()).toBe(403)
  expect((await send(token, `${token}x`)).status()).toBe(403)
  expect((await send(token, 'j'.repeat(43))).status()).toBe(403)
  expect((await send('', '')).status()).toBe(403)
})

test('a document sets the CSRF cookie if the browser has no valid one', async ({ request }) => {
  const given = async (cookie: string) => (await request.get('/login', { headers: { cookie } })).headers()['set-cookie']
  for (const cookie of ['', 'OTHER-XSRF-TOKEN=1', 'XSRF-TOKEN=short', `OTHER-XSRF-TOKEN=${'k'.repeat(43)}`]) {
    expect(await given(cookie), cookie).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Strict$/)
  }
  expect(await given(`theme=dark; XSRF-TOKEN=${'k'.repeat(43)}`)).toBeUndefined()
})

test('a body over 1 MB is rejected, with or without Content-Length', async ({ asVisitor, asStaff, appOrigin }) => {
  const url = new URL(await loginFunction(await asVisitor()), appOrigin)
  expect(await statusOf(url, ['Content-Length: 1000001'])).toMatch(/^HTTP\/1\.1 413 /)
  const staff = await asStaff('manager')
  const authorization = await bearerOf(staff, () => staff.reload())
  const chunked = ['Transfer-Encoding: chunked', `Authorization: ${authorization}`]
  expect(await statusOf(url, chunked, 'x'.repeat(1_000_001))).toMatch(/^HTTP\/1\.1 413 /)
})

/**
 * The status line that answers a request whose end is never sent. What is sent has been read when the answer comes:
 * otherwise closing the connection could take the answer with it.
 */
function statusOf(url: URL, headers: string[], body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), '127.0.0.1', () => {
      const head = [
        `POST ${url.pathname} HTTP/1.1`,
        `Host: ${url.host}`,
        'Sec-Fetch-Site: same-origin',
        'X-Tsr-ServerFn: true',
        'Content-Type: application/json',
        ...headers,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      for (let sent = 0; sent < body.length; sent += 65_536) {
        const part = body.slice(sent, sent + 65_536)
        socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
      }
    })
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
}

test('malformed requests get a short rejection without runtime messages', async ({ asVisitor, request }) => {
  const login = await loginFunction(await asVisitor())
  const { me } = await readingFunctions(request)
  const read = me.split('?')[0]
  const encoded = read?.replace('/_serverFn/', '/%5FserverFn/')
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
  const json = { ...ours, 'content-type': 'application/json' }
  const answers = {
    'broken JSON': await request.post(login, { headers: json, data: Buffer.from('{"t":') }),
    'deep nesting': await request.post(login, { headers: json, data: Buffer.from(deep) }),
    'another content type': await request.post(login, {
      headers: { ...ours, 'content-type': 'text/plain' },
      data: 'x',
    }),
    'a form': await request.post(login, { headers: ours, form: { email: 'x' } }),
    'JSON text alone': await request.post(login, { headers: json, data: Buffer.from('"x"') }),
    'JSON of another grammar': await request.post(login, { headers: json, data: Buffer.from('{"t":{"t":999}}') }),
    'an unknown function': await request.get('/_serverFn/unknown', { headers: ours }),
    'the wrong method': await request.post(String(read), { headers: json, data: '{}' }),
    'a broken payload': await request.get(`${read}?payload=%7B`, { headers: ours }),
    'a deep payload': await request.get(`${read}?payload=${encodeURIComponent(deep.slice(4000, 6000))}`, {
      headers: ours,
    }),
    'a broken payload, the address encoded': await request.get(`${encoded}?payload=%7B`, { headers: ours }),
    'an unknown function, the address encoded': await request.get('/%5FserverFn/unknown', { headers: ours }),
    'a body on a page': await request.post('/dashboard', { data: 'x' }),
  }
  for (const [name, answer] of Object.entries(answers)) {
    const text = await answer.text()
    expect.soft(answer.status(), `${name}: ${text.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
    expect.soft(answer.status(), `${name}: ${text.slice(0, 200)}`).toBeLessThan(500)
    expect.soft(text, name).not.toMatch(/SyntaxError|Unexpected|node_modules|seroval|at \w+ \(/i)
  }
})
