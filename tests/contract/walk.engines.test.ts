import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { type Endpoint, pathKeys } from '#contract/endpoint.ts'
import { matrix } from '#contract/permissions.ts'
import { type PrincipalName, principals, type World } from '../areas/area.ts'
import { type Answer, fingerprints, type Person, unsignedToken } from '../support/api.ts'
import { type Call, calls, isChosen, requestsOf, startWorld } from '../support/areas.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.api.close())

test('the tables of tests/areas name every endpoint, and each call once', () => {
  expect([...new Set(calls.map(({ name }) => name))].sort()).toEqual(endpoints.map(([name]) => name).sort())
  const names = calls.map(({ call }) => call)
  expect(names.filter((call, at) => names.indexOf(call) !== at)).toEqual([])
})

const codes: Record<number, string> = { 401: 'unauthenticated', 403: 'forbidden', 404: 'not_found', 422: 'invalid' }

/** PGlite, where PostgreSQL runs everything: of each endpoint one call that is accepted. */
const isAcceptedOnly = Boolean(process.env.ENGINE_TESTS_ONLY)
const isFirstAccepted = (call: Call) =>
  calls.find(({ name, expected }) => name === call.name && principals.some((who) => expected[who] === 200)) === call
const isRun = (call: Call) => isChosen(call.name) && (!isAcceptedOnly || isFirstAccepted(call))
const principalsOf = ({ expected }: Call) =>
  isAcceptedOnly ? principals.filter((who) => expected[who] === 200).slice(0, 1) : principals

describe('every call × every principal', () => {
  test.each(calls.filter(isRun))('$call', async (call) => {
    const { area, name, variant, endpoint, expected } = call
    const whose = principalsOf(call)
    const requests = await requestsOf(world, call, whose)
    const [refused, allowed] = [
      requests.filter(({ principal }) => expected[principal] !== 200),
      requests.filter(({ principal }) => expected[principal] === 200),
    ]
    const answers: Partial<Record<PrincipalName, Answer>> = {}

    if (refused.length > 0) {
      const before = await fingerprints(world.api.database)
      for (const { principal, perform } of refused) answers[principal] = await perform()
      const after = await fingerprints(world.api.database)
      if (!area.recordsRefusals?.includes(name)) expect(after, 'what a refused call leaves').toEqual(before)
    }
    for (const { principal, perform } of allowed) answers[principal] = await perform()

    const given = whose.map((who) => {
      const { status, json } = answers[who] as Answer
      return [who, status, status === 200 ? undefined : json?.code]
    })
    expect(given).toEqual(whose.map((who) => [who, expected[who], codes[expected[who]]]))
    if (!variant.startsWith('csv')) {
      for (const { principal } of allowed) endpoint.output.parse(answers[principal]?.json)
    }
  })
})

const shopStaff = ['level1', 'level2', 'level3', 'level4'] as const

/** Whether a principal has the right in some shops only. */
const isBounded = (permission: Endpoint['permission']) =>
  permission === 'public' || Object.values(matrix[permission]).some((cell) => cell !== '-' && cell !== 'all')

describe('an id of another shop answers exactly as one that does not exist', () => {
  const pairs = calls.flatMap((unknown) =>
    unknown.variant === 'unknown' && isBounded(unknown.endpoint.permission)
      ? calls
          .filter(({ name, variant }) => name === unknown.name && /^other/.test(variant))
          .map((other) => ({
            call: other.call,
            other,
            unknown,
            whose: principals.filter((who) => other.expected[who] === 404 && unknown.expected[who] === 404),
          }))
      : [],
  )

  test.each(pairs.filter(({ other }) => !isAcceptedOnly && isChosen(other.name)))(
    '$call',
    async ({ other, unknown, whose }) => {
      expect(whose).not.toEqual([])
      const answersTo = async (call: Call) => {
        const answers = []
        for (const { principal, perform } of await requestsOf(world, call, whose)) {
          const { status, json, headers } = await perform()
          answers.push({ principal, status, json: { ...json, ref: '' }, headers: [...headers.keys()].sort() })
        }
        return answers
      }
      expect(await answersTo(other)).toEqual(await answersTo(unknown))
    },
  )

  test('every call that names a record, or filters by shop, is compared', () => {
    const named = endpoints.filter(
      ([, { path, input, permission }]) =>
        (pathKeys(path).length > 0 || 'shopId' in input.shape) && isBounded(permission),
    )
    const compared = new Set(pairs.map(({ other }) => other.name))
    for (const { name, area } of calls) if (area.isOfChain) compared.add(name)
    // Only for head office: others are refused before ids are looked up.
    const open = new Set(
      calls.filter(({ expected }) => shopStaff.some((who) => expected[who] !== 403)).map(({ name }) => name),
    )
    for (const [name] of named) if (!open.has(name)) compared.add(name)
    expect(named.map(([name]) => name).filter((name) => !compared.has(name))).toEqual([])
  })
})

const answerTo = async (principal: PrincipalName, path: string) =>
  (await world.api.get(`/api/admin/${path}`, { token: await world.tokenOf(principal) })).json

test('lists contain and count only the caller’s shops', async () => {
  const { list, paging } = await answerTo('level4', 'shop/list')
  expect(list.map((shop: { id: string }) => shop.id)).toEqual([world.shops.own])
  expect(paging.total).toBe(1)
  const { rows } = await world.api.db.execute<{ shops: number }>(sql`select count(*)::integer as shops from shop`)
  expect((await answerTo('all', 'shop/list')).paging.total).toBe(rows[0]?.shops)
})

test('targets are absent, not empty, for levels 1 and 2', async () => {
  const targets = async (principal: PrincipalName) =>
    Object.hasOwn(await answerTo(principal, `shop/${world.shops.own}`), 'monthlyTargets')
  expect(await targets('level1')).toBe(false)
  expect(await targets('level2')).toBe(false)
  expect(await targets('level3')).toBe(true)
  expect(await targets('admin')).toBe(true)
})

test('claims in the token grant no right', async () => {
  const { api, people, shops } = world
  const token = await api.signIn(people.level1 as Person)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
  const boasting = unsignedToken({ ...claims, role: 'all', isAdmin: true, admin: true, shops: [shops.other] })
  expect((await api.get(`/api/admin/shop/${shops.other}`, { token: boasting })).status).toBe(404)
  expect((await api.get('/api/admin/user/me', { token: boasting })).json.isAdmin).toBe(false)
})
