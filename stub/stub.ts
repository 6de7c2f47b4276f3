import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFaults, type FaultName, faultNames } from './faults.ts'
import { findRows } from './lists.ts'
import { createTokens } from './oauth.ts'
import { createWorld, type Row } from './world.ts'

// A stub of the club system hacomono, for development and tests: its two hosts, as far as they are known. It shares no
// code with the product, so that both cannot be wrong in the same way.

export interface StubOptions {
  members?: number
  studios?: number
  /** 0 or omitted: any free one. */
  apiPort?: number
  adminPort?: number
  /** Milliseconds since 1970; of tokens and of the limit. */
  clock?: () => number
  /** GETs a second. */
  perSecond?: number
}

const mostRows = 100

export async function startStub(options: StubOptions = {}) {
  const { clock = Date.now, perSecond = 10 } = options
  const world = createWorld(options)
  const faults = createFaults()
  const now = () => clock() + (faults.isOn('clockAhead7min') ? 7 * 60_000 : 0)
  const tokens = createTokens(now)
  const asked: string[] = []
  let second = { at: 0, calls: 0 }

  /** Whether this second has had its calls. */
  const isOver = () => {
    const at = Math.floor(clock() / 1000)
    second = second.at === at ? { at, calls: second.calls + 1 } : { at, calls: 1 }
    return second.calls > perSecond
  }

  const api = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
    asked.push(`${pathname}?${searchParams}`)
    if (faults.meets('timeout')) return
    if (faults.meets('http500')) return json(response, 500, { error: 'server_error' })
    if (faults.meets('http429') || isOver())
      return json(response, 429, { error: 'too_many_requests' }, { 'retry-after': '2' })
    if (faults.meets('http429Dated')) {
      const [date, after] = [now(), now() + 3000].map((at) => new Date(at).toUTCString()) as [string, string]
      return json(response, 429, { error: 'too_many_requests' }, { date, 'retry-after': after })
    }
    if (faults.meets('redirect')) return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    // Without its header, and in a fault, a page of its screens answers.
    if (request.headers['x-requested-with'] !== 'XMLHttpRequest' || faults.meets('htmlWith200'))
      return screen(response, 200)
    if (faults.meets('screenWith404')) return screen(response, 404)
    if (!tokens.isGood(request.headers.authorization?.replace('Bearer ', '') ?? '')) {
      return json(response, 401, { error: 'invalid_token' })
    }
    const found = request.method === 'GET' ? findRows(world, pathname.replace('/api/v2', ''), searchParams) : null
    if (!found) return json(response, 404, { error: 'not_found' })
    const page = Math.max(1, Number(searchParams.get('page') ?? 1))
    const body =
      'row' in found
        ? { data: { [found.name]: found.row } }
        : pageOf(found.rows, found.name, page, Number(searchParams.get('length') ?? 50))
    if (faults.meets('halfPage')) {
      const text = JSON.stringify(body)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.write(text.slice(0, text.length / 2), () => response.destroy())
      return
    }
    json(response, 200, body)
    if (page !== 1 || 'row' in found) return
    const rows = world[found.of]
    const first = rows[0]
    if (first && faults.meets('idMoves')) rows.push(rows.shift() as Row)
    const added = () => ({ ...first, id: Math.max(...rows.map(({ id }) => id)) + 1 })
    if (first && faults.meets('totalChanges')) rows.push(added())
    if (first && faults.meets('rowReplaced')) {
      rows.push(added())
      rows.shift()
    }
  })

  const admin = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
    if (pathname === '/api/oauth/authorize') return authorize(response, searchParams)
    if (pathname === '/api/oauth/answer') return answerPermission(response, searchParams)
    if (pathname === '/api/oauth/token' && request.method === 'POST') {
      const grant = await bodyOf(request)
      asked.push(`token ${grant.grant_type}`)
      const isKnown = grant.client_id && grant.client_secret
      if (!isKnown || faults.meets('clientUnknown')) return json(response, 401, { error: 'invalid_client' })
      const given = tokens.exchange(grant)
      if (faults.meets('tokenAnswerLost')) return response.destroy()
      return given ? json(response, 200, given) : json(response, 400, { error: 'invalid_grant' })
    }
    if (pathname === '/stub/faults' && request.method === 'POST') {
      const { name, times } = (await bodyOf(request)) as unknown as { name: FaultName; times?: number }
      if (!Object.hasOwn(faultNames, name)) return json(response, 404, { faults: faultNames })
      faults.on(name, times)
      return json(response, 200, { on: name })
    }
    json(response, 404, { error: 'not_found' })
  })

  function answerPermission(response: ServerResponse, query: URLSearchParams) {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (!URL.canParse(redirectUri)) return json(response, 400, { error: 'invalid_request' })
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (query.get('answer') === 'allow') back.searchParams.set('code', tokens.code(redirectUri))
    else back.searchParams.set('error', 'access_denied')
    response.writeHead(302, { location: back.href }).end()
  }

  const [apiUrl, adminUrl] = await Promise.all([listen(api, options.apiPort), listen(admin, options.adminPort)])
  return {
    apiUrl: `${apiUrl}/api/v2`,
    adminUrl,
    /** As `CLUB_SYSTEM_HOSTS` has it. */
    hosts: `api=${apiUrl}/api/v2,admin=${adminUrl}`,
    faults,
    world,
    tokens,
    /** What was asked, in order. */
    asked,
    close: () => Promise.all([closed(api), closed(admin)]),
  }
}
export type Stub = Awaited<ReturnType<typeof startStub>>

/** A page of a list in the provider's shape; it sends at most 100 rows whatever is asked for. */
function pageOf(rows: Row[], name: string, page: number, asked: number) {
  const length = Math.min(Math.max(1, asked), mostRows)
  const list = rows.slice((page - 1) * length, page * length)
  return {
    data: { [name]: { length, page, total_count: rows.length, total_page: Math.ceil(rows.length / length), list } },
  }
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}

function screen(response: ServerResponse, status: number) {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end('<!doctype html><title>ログイン</title>')
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** The page on which a person gives their permission. */
function authorize(response: ServerResponse, query: URLSearchParams) {
  if (query.get('response_type') !== 'code' || !URL.canParse(query.get('redirect_uri') ?? '')) {
    return json(response, 400, { error: 'invalid_request' })
  }
  const link = (answer: string, label: string) =>
    `<a href="/api/oauth/answer?${escaped(String(new URLSearchParams({ ...Object.fromEntries(query), answer })))}">${label}</a>`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>会員管理システム（模擬環境）</title>
<style>body{font:16px/1.7 sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}a{display:inline-block;margin-right:1rem;padding:.5rem 1.25rem;border:1px solid;border-radius:.4rem}</style>
<h1>会員管理システム（模擬環境）</h1><p>これは開発用の模擬環境です。実際の会員管理システムではありません。</p>
<p>カラダデスクにデータの読み取りを許可しますか。</p><p>${link('allow', '許可する')}${link('deny', '拒否する')}</p></html>`)
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

const listen = (server: Server, port = 0) =>
  new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
