import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headOf, otherMethods, sendRaw } from '../../tests/support/raw-http.ts'
import { listen } from './listen.ts'

const patience = { headers: 300, request: 1_400, silence: 400 }
let server: Awaited<ReturnType<typeof listen>>
let port: number
beforeAll(async () => {
  const echo = async (request: Request) => new Response(await request.text())
  server = await listen(echo, { port: 0, hostname: '127.0.0.1' }, patience)
  port = (server.address() as { port: number }).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Sends `head` at once and `drop` repeatedly; returns the milliseconds until the server closed the connection. */
function letGoAfter(head: string, drop = ''): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    let dripping: NodeJS.Timeout | undefined
    // Data written to a connecting socket would be sent before the head.
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head)
      dripping = setInterval(() => drop && socket.writable && socket.write(drop), 50)
    })
    socket
      .on('error', () => {})
      .on('data', () => {})
      .once('close', () => {
        clearInterval(dripping)
        resolve(performance.now() - began)
      })
  })
}

test('an answer after the whole body keeps the connection', async () => {
  const agent = new Agent({ keepAlive: true })
  const answer = await new Promise<IncomingMessage>((resolve) =>
    request({ port, method: 'POST', agent }, resolve).end('x'.repeat(100_000)),
  )
  expect(answer.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': expect.stringMatching(/^timeout=/) })
  agent.destroy()
})

const startOfPost = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n'

test.concurrent.each([
  ['says nothing', '', '', patience.headers],
  ['sends headers by the letter', 'GET / HTTP/1.1\r\nHost: a\r\nX: ', 'a', patience.headers],
  ['sends a body by the letter', startOfPost, 'a', patience.request],
  ['stops in the middle of a body', startOfPost, '', patience.silence],
])('a client who %s is disconnected, and others are served meanwhile', async (_, head, drop, milliseconds) => {
  const gone = letGoAfter(head, drop)
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'served' })
  expect(await answer.text()).toBe('served')
  const after = await gone
  expect(after).toBeGreaterThan(milliseconds * 0.8)
  expect(after).toBeLessThan(milliseconds + 800)
})

test.each(otherMethods)('%s is answered 405, on a connection of its own', async (method) => {
  expect((await sendRaw(port, headOf(`${method} /`, 'Host: localhost'))).status).toBe(405)
})

test('an idle connection is closed well after the announced time, so that a late call on it is answered', async () => {
  const patient = await listen(
    () => new Response('served'),
    { port: 0, hostname: '127.0.0.1' },
    { headers: 4_000, request: 9_000, silence: 9_000 },
  )
  const socket = connect((patient.address() as { port: number }).port, '127.0.0.1')
  const send = () => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return new Promise<string>((resolve) => socket.once('data', (answer) => resolve(String(answer))))
  }
  const [, said] = /Keep-Alive: timeout=(\d+)/.exec(await send()) ?? []
  await new Promise((late) => setTimeout(late, Number(said) * 1000 + 1_300))
  expect(await send()).toContain('served')
  socket.destroy()
  await new Promise((resolve) => patient.close(resolve))
})

test.each([
  ['announced', 'Content-Length: 10000000', 'x'.repeat(10_000_000)],
  ['in pieces', 'Transfer-Encoding: chunked', `2710\r\n${'x'.repeat(10_000)}\r\n`.repeat(1_000)],
])('of a body of 10 MB %s, most is never read once the request is refused', async (_, header, body) => {
  const refusing = await listen(() => new Response('refused', { status: 401 }), { port: 0, hostname: '127.0.0.1' })
  const accepted = new Promise<Socket>((resolve) => refusing.once('connection', resolve))
  const answered = new Promise<string>((resolve) => {
    const socket = connect((refusing.address() as { port: number }).port, '127.0.0.1')
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${body}`)
    socket.on('error', () => {}).once('data', (answer) => resolve(String(answer)))
  })
  const answer = await answered
  expect(answer).toContain('401')
  // Or a client that shares its connections sends somebody else's call on this one, and gets no answer.
  expect(answer).toMatch(/^connection: close\r$/im)
  const served = await accepted
  if (!served.destroyed) await new Promise((resolve) => served.once('close', resolve))
  // Two buffers of the socket.
  expect(served.bytesRead).toBeLessThan(400_000)
  await new Promise((resolve) => refusing.close(resolve))
})
