import { createServer, type ServerResponse } from 'node:http'
import { readContracts } from './contracts.ts'
import { control } from './controls.ts'
import { exports } from './exports.ts'
import { createFaults } from './faults.ts'
import { figures } from './figures.ts'
import { addressOf, bodyOf, closed, json, listen, refusal, screen } from './http.ts'
import { createLedger } from './ledger.ts'
import { createLife } from './life.ts'
import { createLimit } from './limit.ts'
import { createLists, type Found } from './lists.ts'
import { createTokens } from './oauth.ts'
import { bodyFor } from './pages.ts'
import { answerPermission, authorize } from './permission.ts'
import { createWorld, type SeedOptions } from './seed.ts'
import { dayOf, textOf } from './time.ts'
import { createTraps, type TrapName } from './traps.ts'
import { createWebhooks, type WebhookOptions } from './webhooks.ts'
import type { Row } from './world.ts'

// A stub of the club system hacomono, for development and tests: its two hosts, as far as they are known, and the life
// of a club behind them. It shares no code with the product, so that both cannot be wrong in the same way.

export interface StubOptions extends SeedOptions {
  /** 0 or omitted: any free one. */
  apiPort?: number
  adminPort?: number
  /** Milliseconds since 1970; of tokens, the limit and everything that happens. */
  clock?: () => number
  /** GETs a second. */
  perSecond?: number
  /** Traps that are off from the start, also for the records that it begins with. */
  without?: readonly TrapName[]
  webhook?: WebhookOptions
}

export async function startStub(options: StubOptions = {}) {
  const { clock = Date.now, perSecond = 10 } = options
  const faults = createFaults()
  const traps = createTraps(options.without)
  const now = () => clock() + (faults.isOn('clockAhead7min') ? 7 * 60_000 : 0)
  const tokens = createTokens(now)
  const webhooks = createWebhooks(now, options.webhook)
  const ledger = createLedger(now, () => webhooks.isOn('early'))
  const world = createWorld(options, () => dayOf(textOf(now())), ledger, traps)
  const provider = { world, ledger, traps, contracts: readContracts(world), now: () => textOf(now()) }
  const life = createLife({ ...provider, tell: webhooks.tell })
  const find = createLists(provider)
  const isOver = createLimit(clock, perSecond)
  const requests: string[] = []

  const api = createServer((request, response) => {
    const { pathname, searchParams } = addressOf(request)
    requests.push(`${pathname}?${searchParams}`)
    if (faults.meets('timeout')) return
    if (faults.meets('http500')) return refusal(response, 500, 'COM_000500')
    const isLong = faults.meets('http429Long')
    if (isLong || faults.meets('http429') || isOver())
      return refusal(response, 429, 'COM_000429', { 'retry-after': isLong ? '40' : '2' })
    if (faults.meets('http429Dated')) {
      const [date, after] = [now(), now() + 3000].map((at) => new Date(at).toUTCString()) as [string, string]
      return refusal(response, 429, 'COM_000429', { date, 'retry-after': after })
    }
    if (faults.meets('redirect')) return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    // Without its header, and in a fault, a page of its screens answers.
    const isScreen = request.headers['x-requested-with'] !== 'XMLHttpRequest' || faults.meets('htmlWith200')
    if (isScreen) return screen(response, 200)
    if (faults.meets('screenWith404')) return screen(response, 404)
    if (faults.meets('otherRefusal')) return json(response, 404, { message: 'no Route matched with those values' })
    if (!tokens.isGood(request.headers.authorization?.replace('Bearer ', '') ?? '')) {
      return refusal(response, 401, 'COM_000401')
    }
    const path = pathname.replace('/api/v2', '')
    if (traps.isOn('purchasesFail') && path === '/purchase/purchases') {
      return refusal(response, 500, 'COM_000500')
    }
    if (isHidden(path)) return refusal(response, 404, 'COM_000404')
    if (isForbidden(path)) return refusal(response, 403, 'COM_000403')
    const found = request.method === 'GET' ? find(path, searchParams) : null
    if (!found) return refusal(response, 404, 'COM_000404')
    const page = Math.max(1, Number(searchParams.get('page') ?? 1))
    const body = bodyFor(found, page, Number(searchParams.get('length') ?? 50), traps)
    if (faults.meets('halfPage')) return halfOf(response, body)
    json(response, 200, body)
    if (page === 1) changeWhilePaging(found)
  })

  /** The plans and tickets of who is on 休会. */
  const isOfResting = (path: string) => {
    const [, id] = /^\/member\/members\/(\d+)\/\w+$/.exec(path) ?? []
    return id !== undefined && provider.contracts.isResting(Number(id), dayOf(provider.now()))
  }
  const isHidden = (path: string) => traps.isOn('restPlansHidden') && isOfResting(path)
  const isForbidden = (path: string) => traps.isOn('restPlansForbidden') && isOfResting(path)

  /** Faults of a list that changes after its first page was sent. */
  function changeWhilePaging(found: Found) {
    if ('row' in found) return
    const rows = world[found.of] as Row[]
    const [first] = rows
    const added = () => ({ ...first, id: ledger.nextId() })
    if (first && faults.meets('idMoves')) rows.push(rows.shift() as Row)
    if (first && faults.meets('totalChanges')) rows.push(added())
    if (first && faults.meets('rowReplaced')) {
      rows.push(added())
      rows.shift()
    }
  }

  const admin = createServer(async (request, response) => {
    const { pathname, searchParams } = addressOf(request)
    if (pathname === '/api/oauth/authorize') return authorize(response, searchParams)
    if (pathname === '/api/oauth/answer') return answerPermission(response, searchParams, tokens.code)
    if (pathname === '/api/oauth/token' && request.method === 'POST') {
      const grant = await bodyOf(request)
      requests.push(`token ${grant.grant_type}`)
      const isKnown = grant.client_id && grant.client_secret
      if (!isKnown || faults.meets('clientUnknown')) return json(response, 401, { error: 'invalid_client' })
      const given = tokens.exchange(grant)
      if (faults.meets('tokenAnswerLost')) return response.destroy()
      return given ? json(response, 200, given) : json(response, 400, { error: 'invalid_grant' })
    }
    return control({ provider, faults, life, webhooks }, request, response)
  })

  const [apiUrl, adminUrl] = await Promise.all([listen(api, options.apiPort), listen(admin, options.adminPort)])
  return {
    apiUrl: `${apiUrl}/api/v2`,
    adminUrl,
    /** As `CLUB_SYSTEM_HOSTS` has it. */
    hosts: `api=${apiUrl}/api/v2,admin=${adminUrl}`,
    ...{ faults, traps, webhooks, world, life, tokens },
    /** A report of its own as CSV; days are YYYY-MM-DD. */
    figures: (name: keyof typeof figures, of: Parameters<typeof figures.MA002>[1]) => figures[name](provider, of),
    /** A list of its own as CSV. */
    exports: (name: keyof typeof exports) => exports[name](provider),
    /** What was asked, in order. */
    requests,
    close: () => Promise.all([closed(api), closed(admin)]),
  }
}
export type Stub = Awaited<ReturnType<typeof startStub>>

function halfOf(response: ServerResponse, body: unknown) {
  const text = JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}
