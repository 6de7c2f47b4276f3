import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../scripts/lib/ports.mjs'
import { answersReady, appOnNode, appOnVite, origin } from '../../scripts/lib/stack.mjs'
import { expect, test } from '../support/fixtures.ts'
import { headOf, malformed, otherMethods, sendRaw } from '../support/raw-http.ts'

// The app's server between a client and an API, both controlled by the test.

const proxyKey = 'the-key-that-this-app-shares-with-its-api'
/** The headers of each call that the API gets. */
const heard: IncomingHttpHeaders[] = []
const api = createServer((request, response) => {
  if (request.url === '/readyz') return response.end()
  heard.push(request.headers)
  if (!request.url?.startsWith('/uploads/')) return setTimeout(() => response.writeHead(401).end(), 300)
  const sending = setInterval(() => response.write('x'.repeat(10_000)), 5)
  response.setHeader('content-type', 'image/webp').once('close', () => clearInterval(sending))
})
let port: number
let said: string[]
let portBehindAnother: number

test.beforeAll(async ({ supervisor }) => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const apiOrigin = origin((api.address() as AddressInfo).port)
  const start = async (env: NodeJS.ProcessEnv) => {
    const port = await freePort()
    // Playwright forces colours, CI disables them: Node would log a warning, which this test would read.
    const all = { PROXY_KEY: proxyKey, NO_COLOR: undefined, ...env }
    const { tail } = supervisor.start(appOnNode({ port, apiOrigin, emulatorPort: 9099, env: all }))
    await answersReady(port)
    return { port, tail }
  }
  const [first, second] = await Promise.all([start({}), start({ CLIENT_ADDRESS_HEADER: 'x-real-ip' })])
  ;({ port, tail: said } = first)
  portBehindAnother = second.port
})
test.afterAll(() => {
  api.close()
  api.closeAllConnections()
})

const ours = { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin' }

/** The address of a function that reads: who am I. */
async function readingFunction() {
  const html = await (await fetch(`${origin(port)}/dashboard`)).text()
  return html.match(/"(\/_serverFn\/[^"]+)"/)?.[1] ?? ''
}

const forged = {
  'x-forwarded-for': '203.0.113.66',
  'x-karada-client': '203.0.113.66',
  'x-karada-proxy-key': 'a-key-that-somebody-made-up-for-himself',
}

test('the API gets the client’s real address, never one that the client claims', async () => {
  const path = await readingFunction()
  const heardAfter = async (port: number, headers: Record<string, string>) => {
    heard.length = 0
    await fetch(`${origin(port)}${path}`, { headers: { ...ours, ...forged, ...headers } })
    const [call] = heard
    return [heard.length, call?.['x-forwarded-for'], call?.['x-karada-proxy-key'], call?.['x-karada-client']]
  }
  expect(await heardAfter(port, { 'x-real-ip': '203.0.113.66' })).toEqual([1, '127.0.0.1', proxyKey, undefined])
  // Behind a reverse proxy, its header is used.
  expect(await heardAfter(portBehindAnother, { 'x-real-ip': '198.51.100.7' })).toEqual([
    1,
    '198.51.100.7',
    proxyKey,
    undefined,
  ])
  expect(await heardAfter(portBehindAnother, {})).toEqual([1, undefined, undefined, undefined])
})

test('nothing that is malformed, in method, address, host or headers, is answered as our failure', async () => {
  const paths = ['/', '/login', '/healthz', '/robots.txt', '/_serverFn/x', '/uploads/x', '/import/x', '//x']
  const failed: string[] = []
  for (const head of malformed(paths)) {
    const { status } = await sendRaw(portBehindAnother, head)
    if (status >= 500) failed.push(`${status} ${head.slice(0, 120)}`)
  }
  expect(failed).toEqual([])
})

test('a method that an address does not have is answered 405', async () => {
  const [, , ...writes] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
  const wrong = [
    ...['/login', '/healthz', '/_serverFn/x'].flatMap((path) => otherMethods.map((method) => `${method} ${path}`)),
    ...writes.map((method) => `${method} /login`),
    ...writes.map((method) => `${method} /healthz`),
    ...['PUT', 'DELETE', 'HEAD'].map((method) => `${method} /_serverFn/x`),
  ]
  const statuses = await Promise.all(
    wrong.map(async (start) => [start, (await sendRaw(portBehindAnother, headOf(start, 'Host: localhost'))).status]),
  )
  expect(statuses.filter(([, status]) => status !== 405)).toEqual([])
})

test('an address with several slashes leads to a path of the same host, whatever Host the client names', async () => {
  const targets = ['//x', '///x', '//evil.example', '//evil.example/..', '//%5cevil.example', '//%2fevil.example/']
  const more = [
    '/.//evil.example',
    '/a/..//evil.example',
    'http://evil.example//x',
    '//x?to=//evil.example',
    '//%',
    '/x//',
  ]
  for (const target of [...targets, ...more]) {
    const { status, location = 'none' } = await sendRaw(
      portBehindAnother,
      headOf(`GET ${target}`, 'Host: evil.example'),
    )
    expect.soft(status, target).toBeGreaterThanOrEqual(302)
    expect.soft(status, target).toBeLessThan(309)
    expect.soft(new URL(location, 'https://desk.example.jp/').origin, target).toBe('https://desk.example.jp')
    expect.soft(location, target).toMatch(/^\/([^/\\]|$)/)
  }
})

test('the development server answers with the sign-in screen', async ({ supervisor }) => {
  // It compiles on demand.
  test.slow()
  const port = await freePort()
  const apiOrigin = origin((api.address() as AddressInfo).port)
  supervisor.start(appOnVite({ port, apiOrigin, emulatorPort: 9099 }))
  await answersReady(port)
  expect(await (await fetch(`${origin(port)}/login`)).text()).toContain('スタッフ用の管理画面です。')
})

test('a client that disconnects during a response leaves no error in the log', async () => {
  const path = await readingFunction()
  const head = (start: string, ...more: string[]) =>
    [start, 'Host: localhost', 'Sec-Fetch-Site: same-origin', 'X-Tsr-ServerFn: true', ...more, '', ''].join('\r\n')
  const leave = (sent: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(sent))
      socket.on('data', () => {}).once('close', () => resolve())
      setTimeout(() => socket.destroy(), 150)
    })
  heard.length = 0
  await Promise.all([
    leave(`${head(`POST ${path} HTTP/1.1`, 'Content-Type: application/json', 'Content-Length: 1000')}{"t":`),
    leave(head(`GET ${path} HTTP/1.1`)),
    leave(head('GET /uploads/picture.webp HTTP/1.1')),
  ])
  // Both calls had reached the API.
  expect(heard).toHaveLength(2)
  await delay(300)
  expect(said).toEqual([expect.stringContaining('listening')])
})
