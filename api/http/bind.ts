import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { cutText } from '#contract/cut-text.ts'
import { type Cost, type Endpoint, type Endpoints, pathKeys } from '#contract/endpoint.ts'
import { ApiError, errorMessage, isApiError, ownStale, rehearsalHeader } from '#contract/errors.ts'
import { scopeOf } from '#contract/permissions.ts'
import { rightsPrint, rightsPrintHeader } from '#contract/rights-print.ts'
import type { AuditDetail, Beforehand, Ctx, Handlers, Principal, PublicCtx, Scoped } from '../context.ts'
import { noteRefusedValues, ValueTaken } from '../db/refused-values.ts'
import { inScope } from '../db/scope.ts'
import { reachOf, shopsOf, viewerOf } from '../identity/reach.ts'
import { tokyoFileStamp } from '../lib/time.ts'
import { type Cell, type CsvExport, type CsvExports, csvStream } from '../wire/csv.ts'
import { appendAudit, type Client } from './audit.ts'
import { authenticate } from './authenticate.ts'
import { claimOf, claimOrReplay, earlierAnswer, keepAnswer } from './idempotency.ts'
import { parseInput, readBody, readBytes } from './input.ts'
import type { App, Services, Variables } from './services.ts'

type AnyVerb = (ctx: Ctx, input: Record<string, unknown>) => Promise<unknown>
type Prepared = { prepare(input: Record<string, unknown>, before: Beforehand): Promise<AnyVerb> }
type PublicVerb = (ctx: PublicCtx, input: Record<string, unknown>) => Promise<unknown>

interface Call {
  c: Context<{ Variables: Variables }>
  name: string
  endpoint: Endpoint
  now: Date
  client: Client
}

type Tables = Record<string, Endpoints>
/** The handlers of a table, and its exports where it has a `csv` endpoint. */
export type Verbs<T extends Endpoints> = { handlers: Handlers<T> } & (keyof CsvExports<T> extends never
  ? { exports?: undefined }
  : { exports: CsvExports<T> })

/** Handlers and exports without their types, once the contract has checked them. */
interface AnyVerbs {
  handlers: Record<string, unknown>
  exports?: Record<string, CsvExport<Endpoint>>
}

interface Row {
  resource: string
  verb: string
  endpoint: Endpoint
}

const wildcards = ({ endpoint }: Row) => pathKeys(endpoint.path).length

/**
 * Contract tables → routes. For each call, in this order: authentication (401), permission (403), rate limit (429) and
 * concurrency limit per person, input (422), then the handler in one transaction that sees only the principal's shops,
 * its output validated against the schema, and the audit row in the same transaction.
 */
export function bind<T extends Tables>(
  app: App,
  services: Services,
  tables: T,
  nouns: { [R in keyof T]: Verbs<T[R]> },
): void {
  const rows: Row[] = Object.entries(tables).flatMap(([resource, table]) =>
    Object.entries(table).map(([verb, endpoint]) => ({ resource, verb, endpoint })),
  )
  // A fixed path segment wins over a parameter, across tables: `me` in user/me is not an id.
  for (const { resource, verb, endpoint } of rows.sort((a, b) => wildcards(a) - wildcards(b))) {
    const name = `${resource}.${verb}`
    const { handlers, exports } = nouns[resource] as AnyVerbs
    const handler = handlers[verb]
    const csv = exports?.[verb]
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.set('route', name)
      const call: Call = { c, name, endpoint, now: services.clock(), client: clientOf(c) }
      c.header('Cache-Control', 'no-store')
      if (endpoint.permission === 'public' && endpoint.isPage) {
        const answer = await services.strangers.read(call.client.ip, () =>
          callPublic(services, call, handler as PublicVerb),
        )
        c.header('Cache-Control', 'public, max-age=60')
        return c.json(answer)
      }
      if (endpoint.permission === 'public' && endpoint.isHook) {
        return c.json(
          await services.strangers.read(call.client.ip, () => callPublic(services, call, handler as PublicVerb)),
        )
      }
      if (endpoint.permission === 'public') {
        const signIn = () => callPublic(services, call, handler as PublicVerb)
        return c.json(await services.strangers.signIn(call.client.ip, signIn))
      }
      const principal = await authenticate(services, c, call.now)
      c.header(rightsPrintHeader, rightsPrint({ ...principal, shopIds: shopIdsOf(principal) }))
      if (csv && wantsCsv(c)) return exportCsv(services, call, principal, csv)
      return c.json((await callVerb(services, call, principal, handler as AnyVerb | Prepared)) as object)
    })
  }
}

const wantsCsv = (c: Call['c']) =>
  accepts(c, { header: 'Accept', supports: ['application/json', 'text/csv'], default: 'application/json' }) ===
  'text/csv'

async function callVerb(
  services: Services,
  call: Call,
  principal: Principal,
  handler: AnyVerb | Prepared,
): Promise<unknown> {
  const { endpoint } = call
  if (endpoint.permission !== 'public' && !scopeOf(principal, endpoint.permission)) throw new ApiError('forbidden')
  const kind = endpoint.method === 'GET' ? 'read' : 'write'
  if (kind === 'write' && principal.isPreview && !endpoint.inPreview) {
    throw new ApiError('forbidden', {
      message: '権限のプレビュー中は変更できません。自分の権限に戻してから操作してください。',
    })
  }
  // Before anything is read or parsed. Rate limits are per person, so a flood affects only its sender.
  await services.spendRate(principal.staffId, endpoint, kind)
  if (kind === 'read') return perform(services, call, principal, handler)
  return services.writeInTurn(principal.staffId, () =>
    perform(services, call, principal, handler).catch(async (error: unknown) => {
      if (error instanceof ValueTaken) await note(services, call, principal, error)
      throw toOwn(error, principal)
    }),
  )
}

/** In a transaction of its own: that of the call has been taken back. */
const note = (services: Services, call: Call, principal: Principal, { value }: ValueTaken) =>
  transactionsOf(services, call, principal).write((scoped) =>
    noteRefusedValues(scoped, { staffId: principal.staffId, now: call.now }, [value]),
  )

/** A conflict with what the caller saved in another tab says so. */
function toOwn(error: unknown, principal: Principal) {
  if (!isApiError(error) || error.code !== 'stale' || error.message !== errorMessage.stale) return error
  const { updatedBy } = (error.current ?? {}) as { updatedBy?: { id: string } | null }
  const isOwn = updatedBy?.id === String(principal.staffId)
  return isOwn ? new ApiError('stale', { current: error.current, message: ownStale }) : error
}

/** The caller's transactions, each in their turn. */
function transactionsOf(
  { database, queue }: Services,
  { c, endpoint }: Call,
  principal: Principal,
  least: Cost = 'light',
) {
  const viewer = viewerOf(principal)
  const cost = endpoint.cost ?? least
  const work = { who: principal.staffId, cost, gone: () => c.req.raw.signal }
  const inTurn =
    (access: 'read' | 'write'): Beforehand['read'] =>
    (perform) =>
      queue({ ...work, isAlone: access === 'write' || cost === 'exclusive' }, () =>
        inScope(database, viewer, access, perform),
      )
  return { read: inTurn('read'), write: inTurn('write') }
}

async function perform(services: Services, call: Call, principal: Principal, handler: AnyVerb | Prepared) {
  const { c, name, endpoint, now, client } = call
  const body = endpoint.bytes ? await readBytes(c, endpoint.bytes) : await readBody(c, endpoint.maxBodyBytes)
  const input = parseInput(c, endpoint, body)
  const isWrite = endpoint.method !== 'GET'
  // Our screens always send the version: a client without it might overwrite what it has not seen.
  if (isWrite && 'version' in endpoint.input.shape && input.version === undefined) {
    services.log.event({ event: 'unversioned', detail: name })
  }

  const { read, write } = transactionsOf(services, call, principal)
  const key = c.req.header('idempotency-key')
  const claim =
    key !== undefined && endpoint.method === 'POST' && !endpoint.repeatable
      ? claimOf(principal.staffId, name, key, [rightsOf(principal), c.req.path, body].join('\n'))
      : null
  if (claim && typeof handler !== 'function') {
    // Preparing it again would count as another attempt.
    const earlier = await read((scoped) => earlierAnswer(scoped, claim))
    if (earlier) return earlier.answer
  }
  const audit: Beforehand['audit'] = (tx, ...entries) => appendAudit(tx, client, now, ...entries)
  const isRehearsal = isWrite && c.req.header(rehearsalHeader) !== undefined
  // What is prepared outside of the transaction could not be taken back.
  if (isRehearsal && typeof handler !== 'function') return {}
  const verb =
    typeof handler === 'function' ? handler : await handler.prepare(input, { principal, now, read, write, audit })
  if (!isWrite && !endpoint.audit) {
    const answer = await read((scoped) => verb(contextOf(call, principal, scoped, {}), input))
    return endpoint.output.parse(answer)
  }
  if (isRehearsal) {
    return rehearse(write, (scoped) => verb(contextOf(call, principal, scoped, {}), input))
  }
  const detail: AuditDetail = {}
  const record = (scoped: Scoped, answer: unknown) =>
    appendAudit(scoped, client, now, {
      resourceType: resourceOf(name),
      action: name,
      ...detail,
      actor: principal,
      ...(!isWrite && { filter: { ...input, ...detail.filter }, rowCount: detail.rowCount ?? totalOf(answer) }),
    })
  if (endpoint.onlyReads) {
    // Answered when its row is in the log.
    const answer = endpoint.output.parse(
      await read((scoped) => verb(contextOf(call, principal, scoped, detail), input)),
    )
    await write((scoped) => record(scoped, answer))
    return answer
  }
  return write(async (scoped) => {
    const earlier = claim && (await claimOrReplay(scoped, claim, now))
    if (earlier) return earlier.answer
    const answer = endpoint.output.parse(await verb(contextOf(call, principal, scoped, detail), input))
    await record(scoped, answer)
    if (claim) await keepAnswer(scoped, claim, answer)
    return answer
  })
}

/** Does the work and takes all of it back; what it throws is what the call would be refused with. */
async function rehearse(write: Beforehand['write'], work: (scoped: Scoped) => Promise<unknown>) {
  const takenBack = new Error('A rehearsal is taken back')
  try {
    await write(async (scoped) => {
      await work(scoped)
      throw takenBack
    })
  } catch (error) {
    if (error !== takenBack) throw error
  }
  return {}
}

/** The total of a list's answer. */
const totalOf = (answer: unknown) => (answer as { paging?: { total: number } }).paging?.total

/** The rights that an answer was given for: after a change no earlier answer is repeated. */
const rightsOf = (principal: Principal) => [principal.role, principal.isAdmin, ...shopIdsOf(principal)].join(' ')
const shopIdsOf = ({ shopStaffList }: Principal) => shopStaffList.map(({ shopId }) => shopId)

/** Body limit without a session: a sign-in has an address and a password. */
const anonymousBodyBytes = 16 * 1024

/**
 * Signing in, or reading a public page: no principal and no shops; the handler opens its own transactions, so that a
 * failed attempt stays counted.
 */
async function callPublic(services: Services, call: Call, verb: PublicVerb): Promise<object> {
  const { c, endpoint, now, client } = call
  const input = parseInput(c, endpoint, await readBody(c, endpoint.maxBodyBytes ?? anonymousBodyBytes))
  const ctx: PublicCtx = {
    now,
    requestId: client.requestId,
    caller: client,
    transaction: (work, staffId, sid) =>
      inScope(services.database, { shops: [], staffId, sid }, endpoint.isPage ? 'read' : 'write', work),
    audit: (tx, ...entries) => appendAudit(tx, client, now, ...entries),
  }
  return endpoint.output.parse(await verb(ctx, input)) as object
}

/** No row is sent before the export is in the audit log; each page is a snapshot of its own. */
async function exportCsv(services: Services, call: Call, principal: Principal, csv: CsvExport<Endpoint>) {
  const { c, name, endpoint, now, client } = call
  if (endpoint.permission === 'public' || !endpoint.csv) throw new ApiError('not_found')
  const isAllowed = scopeOf(principal, endpoint.permission) && scopeOf(principal, endpoint.csv.permission)
  if (!isAllowed) throw new ApiError('forbidden')
  await services.spendRate(principal.staffId, endpoint, 'csv')
  const input = parseInput(c, endpoint, '')

  const { read, write } = transactionsOf(services, call, principal, 'heavy')
  const detail: AuditDetail = {}
  const inPage = <T>(work: (ctx: Ctx) => Promise<T>) =>
    read((scoped) => work(contextOf(call, principal, scoped, detail)))
  const whole = (await csv.whole?.(inPage, input)) ?? null
  if (whole) await requireSameRights()
  const first = whole
    ? { filename: whole.filename, header: [], rows: [], after: null }
    : await inPage(async (ctx) => ({
        filename: await csv.filename(ctx, input),
        header: await csv.columns(ctx, input),
        ...(await csv.page(ctx, input, null)),
      }))
  const record = await csv.prepare?.()
  await write(async (scoped) => {
    await record?.(contextOf(call, principal, scoped, detail), detail)
    await appendAudit(scoped, client, now, {
      ...detail,
      action: `${name}.export`,
      resourceType: resourceOf(name),
      actor: principal,
      filter: { ...input, ...detail.filter },
      rowCount: detail.rowCount ?? first.rows.length,
    })
  })
  // What is sent later has the rights of the start: an export whose caller's rights or session changed is aborted.
  async function requireSameRights() {
    const now = await authenticate(services, c, services.clock())
    if (rightsOf(now) !== rightsOf(principal)) throw new ApiError('forbidden')
  }
  async function* pages(): AsyncGenerator<readonly (readonly Cell[])[]> {
    let page: Pick<typeof first, 'rows' | 'after'> = first
    yield page.rows
    try {
      while (page.after !== null) {
        const { after } = page
        await requireSameRights()
        page = await inPage((ctx) => csv.page(ctx, input, after))
        yield page.rows
      }
    } catch (error) {
      // The HTTP server would log and send the message, which may contain a query with its values.
      if (!isApiError(error)) services.log.failure({ requestId: client.requestId, route: name, error })
      throw new Error('The export broke off')
    }
  }
  const filename = encodeURIComponent(`${first.filename}_${tokyoFileStamp(now)}.${whole?.extension ?? 'csv'}`)
  c.header('Content-Type', whole ? 'text/csv' : 'text/csv; charset=utf-8')
  c.header('Content-Disposition', `attachment; filename="export.csv"; filename*=UTF-8''${filename}`)
  return whole ? c.body(whole.bytes) : c.body(csvStream(first.header, pages()))
}

function contextOf(call: Call, principal: Principal, scoped: Scoped, detail: AuditDetail): Ctx {
  return {
    scoped,
    principal,
    shops: shopsOf(principal),
    can: (permission) => scopeOf(principal, permission) !== null,
    reach: (permission) => {
      const reach = reachOf(principal, permission)
      if (!reach) throw new ApiError('forbidden')
      return reach
    },
    now: call.now,
    requestId: call.client.requestId,
    audit: (more) => void Object.assign(detail, more),
  }
}

function clientOf(c: Context<{ Variables: Variables }>): Client {
  const userAgent = cutText(c.req.header('user-agent') ?? '', 300) || null
  return {
    requestId: c.get('requestId'),
    ip: c.get('address'),
    userAgent,
  }
}

const resourceOf = (name: string) => name.split('.')[0] as string
