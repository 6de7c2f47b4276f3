import { expect } from 'vitest'
import { endpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '../../api/db/client.ts'
import { type Area, type PrincipalName, principals, type Sent, type World } from '../areas/area.ts'
import { type Answer, type Api, startApi } from './api.ts'

/** Every area, by its table in the contract: that of `shop-plan.ts` is `shopPlan`. */
export const areas = Object.entries(
  import.meta.glob<Area>(['../areas/*.ts', '!../areas/area.ts'], { eager: true, import: 'area' }),
).map(([file, area]) => {
  const [, name = ''] = file.match(/([\w-]+)\.ts$/) ?? []
  return { name: name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), ...area }
})

/** `npm run check` names the areas whose tables a change needs; otherwise all are run. */
const chosen = process.env.AREAS?.split(',')
/** Whether the tables of an area, or of an endpoint's area, are run. */
export const isChosen = (name: string) => !chosen || chosen.includes(name.split('.')[0] ?? '')

const endpointOf = new Map<string, Endpoint>(endpoints)

/** A line of an area's table: which status the decision gives to each principal. */
export interface Call {
  /** `announcement.update own`. */
  call: string
  name: string
  variant: string
  area: Area
  endpoint: Endpoint
  expected: Record<PrincipalName, number>
}

export const calls: Call[] = areas.flatMap((area) => {
  const [header = '', ...lines] = area.walk.trim().split('\n')
  expect(header.split(/\s+/), `the columns of ${area.name}`).toEqual(['call', ...principals])
  return lines.map((line) => {
    const words = line.trim().split(/\s+/)
    const statuses = words.slice(-principals.length).map(Number)
    const [name = '', variant = '', ...more] = words.slice(0, -principals.length)
    const endpoint = endpointOf.get(name)
    expect(name.split('.')[0], 'an area has the endpoints of its own table').toBe(area.name)
    expect([line, more, statuses.every(Number.isInteger), Boolean(endpoint)]).toEqual([line, [], true, true])
    const expected = Object.fromEntries(principals.map((principal, at) => [principal, statuses[at]]))
    return {
      call: `${name} ${variant}`.trim(),
      name,
      variant,
      area,
      endpoint: endpoint as Endpoint,
      expected: expected as Call['expected'],
    }
  })
})

/** The API with two shops, staff of every role, and records for the lists. */
export async function startWorld(database?: Database): Promise<World> {
  const api = await startApi({ rates: { ofRows: 100_000 }, ...(database && { database }) })
  const shops = { own: await api.makeShop(), other: await api.makeShop() }
  const own = [shops.own]
  const people = {
    suspended: await api.makeStaff({ role: 'all', status: 'suspended' }),
    waiting: await api.makeStaff({ role: 'all', status: 'waiting' }),
    cancelled: await api.makeStaff({ role: 'all', status: 'cancel' }),
    level1: await api.makeStaff({ role: 'level1', shops: own }),
    level2: await api.makeStaff({ role: 'level2', shops: own }),
    level3: await api.makeStaff({ role: 'level3', shops: own }),
    level4: await api.makeStaff({ role: 'level4', shops: own }),
    all: await api.makeStaff({ role: 'all' }),
    admin: await api.makeStaff({ role: 'all', isAdmin: true }),
    'own-level1': await api.makeStaff({ role: 'level1', shops: own }),
    'own-level3': await api.makeStaff({ role: 'level3', shops: own }),
    'own-level4': await api.makeStaff({ role: 'level4', shops: own }),
    'own-admin': await api.makeStaff({ role: 'level4', isAdmin: true, shops: own }),
    'head-office': await api.makeStaff({ role: 'all' }),
    'other-level1': await api.makeStaff({ role: 'level1', shops: [shops.other] }),
    'both-level1': await api.makeStaff({ role: 'level1', shops: [...own, shops.other] }),
    colleague: await api.makeStaff({ role: 'level3', shops: own }),
  }
  let serial = 0
  const world: World = {
    api,
    shops,
    people,
    tokenOf: async (principal) => {
      if (principal === 'anonymous') return undefined
      if (principal === 'garbage') return 'garbage.garbage.garbage'
      if (principal === 'member') return api.issuer.idToken({ sub: 'member-1', sid: 'none' }, api.time.now)
      return api.signIn(people[principal])
    },
    next: () => {
      serial += 1
      return serial
    },
  }
  for (const { name, stock } of areas) if (isChosen(name)) await stock?.(world)
  return world
}

/**
 * What each principal sends for a call, with a session of its own; nothing is sent yet. Who is not signed in sends the
 * same request as the first of them: making its records again would cost more than all refusals.
 */
export async function requestsOf(
  world: World,
  { area, name, variant, endpoint, expected }: Call,
  whose: readonly PrincipalName[],
) {
  const send = area.calls[name]
  if (!send) throw new Error(`No such call: ${name}`)
  const address = new RegExp(`^${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, '[^/?]+')}($|\\?)`)
  const requests: { principal: PrincipalName; perform: () => Promise<Answer> }[] = []
  let withoutSession: Sent | undefined
  // Where refusals are counted, as at the login, each needs an address of its own.
  const mayShare = (principal: PrincipalName) => expected[principal] === 401 && !area.recordsRefusals?.includes(name)
  for (const principal of whose) {
    const sent = (mayShare(principal) && withoutSession) || (await send(world, variant, principal))
    if (mayShare(principal)) withoutSession = sent
    const token = await world.tokenOf(principal)
    expect(`${sent.method} ${sent.path}`, 'sent to the endpoint that the table names').toMatch(address)
    requests.push({ principal, perform: () => perform(world.api, sent, token) })
  }
  return requests
}

const perform = (api: Api, { method, path, ...options }: Sent, token: string | undefined) =>
  api.call(method, path, { ...options, token })

/** A valid request of the admin for an endpoint, with every field. */
export async function acceptedRequest(world: World, name: string): Promise<Sent & { body?: Record<string, unknown> }> {
  const ofIt = calls.filter((call) => call.name === name)
  const accepted = ofIt.filter(({ expected }) => expected.admin === 200)
  const call = accepted.find(({ variant }) => variant === 'own') ?? accepted[0] ?? ofIt[0]
  const sent = await call?.area.calls[name]?.(world, call.variant, 'admin')
  if (!call || !sent) throw new Error(`No call of ${name} in tests/areas`)
  const { body: _, ...address } = sent
  const draft = await call.area.drafts?.[name]?.(world)
  return draft ? { ...address, body: draft } : address
}
