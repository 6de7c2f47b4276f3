// A proxy process between app and API that simulates upstream failures. `PUT http://127.0.0.1:<control port>` with a
// `Fault` sets the fault; without one it passes everything through.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { closedAfter, idleFor } from '../../api/http/listen.ts'
import type { Fault } from './stack.ts'

const port = Number(process.env.FAULTY_PORT)
const controlPort = Number(process.env.FAULTY_CONTROL_PORT)
const target = new URL(process.env.FAULTY_TARGET ?? 'http://127.0.0.1:4000')

let fault: Fault = { kind: 'none' }

const stack = `{"code":"23505","message":"duplicate key value violates unique constraint \\"staff_email_key\\"\\n    at Parser.parseErrorMessage (/srv/api/node_modules/pg-protocol/dist/parser.js:285:98)"}`

type HandOn = (answer: IncomingMessage, outgoing: ServerResponse) => void

const atOnce: HandOn = (answer, outgoing) => void answer.pipe(outgoing)

/** Sends in small pieces, as over a slow connection; ends when the client disconnects. */
const trickling: HandOn = async (answer, outgoing) => {
  const { delayMs } = fault
  const bytes = 16 * 1024
  outgoing.once('close', () => answer.destroy())
  try {
    for await (const chunk of answer) {
      for (let at = 0; at < chunk.length; at += bytes) {
        outgoing.write(chunk.subarray(at, at + bytes))
        await new Promise((resolve) => setTimeout(resolve, delayMs))
      }
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

function handThrough(incoming: IncomingMessage, outgoing: ServerResponse, handOn = atOnce) {
  const upstream = request(
    {
      host: target.hostname,
      port: target.port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      handOn(answer, outgoing)
    },
  )
  upstream.on('error', () => outgoing.destroy())
  incoming.pipe(upstream)
}

/** Sends without end until the other side disconnects. */
function pourForEver(outgoing: ServerResponse) {
  outgoing.writeHead(200, { 'Content-Type': 'application/json' })
  outgoing.write('{"list":["')
  const chunk = 'x'.repeat(256 * 1024)
  const pour = () => {
    while (!outgoing.destroyed && outgoing.write(chunk));
  }
  outgoing.on('drain', pour)
  pour()
}

const answerWith: Record<Fault['kind'], (incoming: IncomingMessage, outgoing: ServerResponse) => void> = {
  none: (incoming, outgoing) => handThrough(incoming, outgoing),
  down: (incoming) => incoming.socket.destroy(),
  slow: (incoming, outgoing) => void setTimeout(() => handThrough(incoming, outgoing), fault.delayMs ?? 0),
  trickle: (incoming, outgoing) => handThrough(incoming, outgoing, trickling),
  huge: (_, outgoing) => pourForEver(outgoing),
  html: (_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    outgoing.end('<!doctype html><title>Maintenance</title><h1>nginx maintenance page</h1>')
  },
  'broken-json': (_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'application/json' })
    outgoing.end('{"list":[{"id":"1"')
  },
  null: (_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'application/json' })
    outgoing.end('null')
  },
  'odd-refusal': (_, outgoing) => {
    outgoing.writeHead(422, { 'Content-Type': 'application/json' })
    const fields = { title: { deep: [1] }, body: 'x'.repeat(100_000), category: null }
    outgoing.end(JSON.stringify({ code: 'invalid', message: '入力内容を確認してください。', fields, ref: { id: 1 } }))
  },
  redirect: (_, outgoing) => {
    outgoing.writeHead(302, { Location: `http://127.0.0.1:${controlPort}/internal` })
    outgoing.end()
  },
  error: (_, outgoing) => {
    outgoing.writeHead(500, { 'Content-Type': 'application/json' })
    outgoing.end(stack)
  },
}

// The API's own timeouts: only faults abort calls.
const idle = { keepAliveTimeout: idleFor, keepAliveTimeoutBuffer: closedAfter }

const server = createServer(idle, (incoming, outgoing) => {
  const concerned = fault.only === undefined || incoming.url?.startsWith(fault.only)
  answerWith[concerned ? fault.kind : 'none'](incoming, outgoing)
})

/** A closed port: the connection is refused, not dropped. */
async function apply(next: Fault) {
  const refusing = next.kind === 'down' && next.only === undefined
  if (refusing && server.listening) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  } else if (!refusing && !server.listening) {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  }
  fault = next
}

await apply({ kind: 'none' })
createServer(async (incoming, outgoing) => {
  let body = ''
  for await (const chunk of incoming) body += chunk
  if (incoming.method === 'PUT') await apply(JSON.parse(body) as Fault)
  // A followed redirect would end here and reveal this secret.
  outgoing.end(incoming.method === 'PUT' ? 'ok' : '{"secret":"internal"}')
}).listen(controlPort, '127.0.0.1')
