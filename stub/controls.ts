import type { IncomingMessage, ServerResponse } from 'node:http'
import { exports } from './exports.ts'
import { type FaultName, type Faults, faultNames } from './faults.ts'
import { figures } from './figures.ts'
import { addressOf, bodyOf, json } from './http.ts'
import type { Life } from './life.ts'
import type { Provider } from './lists.ts'
import { type TrapName, trapNames } from './traps.ts'
import { type createWebhooks, type WebhookMode, webhookModes } from './webhooks.ts'

interface Controlled {
  provider: Provider
  faults: Faults
  life: Life
  webhooks: ReturnType<typeof createWebhooks>
}

// What no provider has: the stub is moved from outside, below /stub/ of its second host.
// POST /stub/faults {"name":"http500","times":1}     a fault, for so many requests
// POST /stub/modes {"name":"withdrawnVanish","on":false}     a trap, or a mode of webhooks
// POST /stub/life {"verb":"fileWithdrawal","args":[10001]}
// GET /stub/exports/ML001.csv
// GET /stub/figures/MA002.csv?from=2026-01-01&to=2026-11-30&studio_id=101

/** False where the path is another one. */
export async function control(controlled: Controlled, request: IncomingMessage, response: ServerResponse) {
  const { provider, faults, life, webhooks } = controlled
  const { pathname, searchParams } = addressOf(request)
  if (request.method === 'POST' && pathname === '/stub/faults') {
    const { name, times } = (await bodyOf(request)) as { name?: string; times?: number }
    if (!Object.hasOwn(faultNames, name ?? '')) return json(response, 404, { faults: faultNames })
    faults.on(name as FaultName, times)
    return json(response, 200, { on: name })
  }
  if (request.method === 'POST' && pathname === '/stub/modes') {
    const { name = '', on = true } = (await bodyOf(request)) as { name?: string; on?: boolean }
    const turn = on ? 'on' : 'off'
    if (Object.hasOwn(trapNames, name)) provider.traps[turn](name as TrapName)
    else if (Object.hasOwn(webhookModes, name)) webhooks[turn](name as WebhookMode)
    else return json(response, 404, { traps: trapNames, webhooks: webhookModes })
    return json(response, 200, { [turn]: name })
  }
  if (request.method === 'POST' && pathname === '/stub/life') {
    const { verb = '', args = [] } = (await bodyOf(request)) as { verb?: string; args?: unknown[] }
    if (!Object.hasOwn(life, verb)) return json(response, 404, { verbs: Object.keys(life) })
    const act = life[verb as keyof Life] as (...args: unknown[]) => unknown
    return json(response, 200, { result: act(...args) })
  }
  const [, list] = /^\/stub\/exports\/(\w+)\.csv$/.exec(pathname) ?? []
  if (list && Object.hasOwn(exports, list)) {
    const csv = exports[list as keyof typeof exports](provider)
    return response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(csv)
  }
  const [, name] = /^\/stub\/figures\/(\w+)\.csv$/.exec(pathname) ?? []
  const from = searchParams.get('from')
  const to = searchParams.get('to')
  if (name && Object.hasOwn(figures, name) && from && to) {
    const studio = searchParams.get('studio_id')
    const csv = figures[name as keyof typeof figures](provider, {
      from,
      to,
      ...(studio && { studioId: Number(studio) }),
    })
    return response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(csv)
  }
  json(response, 404, { error: 'not_found' })
}
