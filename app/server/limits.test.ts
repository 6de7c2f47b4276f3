// @vitest-environment node
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withinLimits } from './limits.server'

// What the app's server reads of a body before the API has said who calls.

const calls: IncomingHttpHeaders[] = []
const api = createServer((request, response) => {
  calls.push(request.headers)
  const isKnown = request.headers.authorization === 'Bearer known'
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
  response.end(isKnown ? '{}' : JSON.stringify({ code: 'unauthenticated', message: 'ログインしてください。' }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  process.env.ADMIN_API_BASE_URL = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
afterAll(() => {
  delete process.env.ADMIN_API_BASE_URL
  api.close()
})
beforeEach(() => {
  calls.length = 0
})

/** A request to a server function with a body of so many kilobytes, which counts what is read of it. */
function sending(kilobytes: number, headers: Record<string, string>) {
  let read = 0
  const pieces = [`{"text":"${'x'.repeat(990)}`, ...Array<string>(kilobytes - 2).fill('x'.repeat(1_000)), '"}']
  const body = new ReadableStream(
    {
      pull: (controller) => {
        const piece = pieces[read]
        read += 1
        if (piece === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    },
    { highWaterMark: 0 },
  )
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  }
  return { request: new Request('http://localhost/_serverFn/x', init), kilobytesRead: () => read }
}

test.each([
  ['without a token', {}, 'payload_too_large'],
  ['with a false token', { authorization: 'Bearer x' }, 'unauthenticated'],
  [
    'with a false token and an announced length',
    { authorization: 'Bearer y', 'content-length': '900000' },
    'unauthenticated',
  ],
  ['with any other scheme', { authorization: 'Basic eDp4' }, 'unauthenticated'],
])('of 900 kB %s at most 16 kB are read', async (_, headers: Record<string, string>, code) => {
  const { request, kilobytesRead } = sending(900, headers)
  await expect(withinLimits(request, true)).rejects.toMatchObject({ code })
  expect(kilobytesRead()).toBeLessThanOrEqual(17)
})

test('the API confirms a session once in a while, and not for bodies as small as a sign-in’s', async () => {
  await withinLimits(sending(10, { authorization: 'Bearer z' }).request, true)
  expect(calls).toHaveLength(0)
  for (const _ of [1, 2, 3]) {
    const { request } = sending(900, { authorization: 'Bearer known' })
    expect((await (await withinLimits(request, true)).text()).length).toBeGreaterThan(890_000)
    await expect(withinLimits(sending(900, { authorization: 'Bearer z' }).request, true)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  }
  expect(calls.map(({ authorization }) => authorization)).toEqual(['Bearer known', 'Bearer z'])
})

test('of a page and its body nothing is read', async () => {
  const { request, kilobytesRead } = sending(900, { authorization: 'Bearer known' })
  await expect(withinLimits(request, false)).rejects.toMatchObject({ code: 'invalid' })
  expect(kilobytesRead()).toBe(0)
})
