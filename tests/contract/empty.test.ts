import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { pathKeys } from '#contract/endpoint.ts'
import { type Api, startApi } from '../support/api.ts'
import { calls } from '../support/areas.ts'
import { clubSender } from '../support/club.ts'

// A product on its first day: an admin, and nothing else.

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
  token = await api.as({ role: 'all', isAdmin: true })
})
afterAll(() => api.close())

const reads = endpoints.filter(([, { method, permission }]) => method === 'GET' && permission !== 'public')

/** The walk's request over every shop or for the one shop, or else the bare path, with ids that nothing has. */
async function pathOf(name: string, path: string, shop?: string): Promise<string> {
  const call = calls.find((one) => one.name === name && (one.variant === 'every' || (shop && one.variant === 'own')))
  const shops = { own: shop ?? '1', other: '2' }
  const world = { api, shops, people: {}, tokenOf: async () => token, next: () => 1 }
  const sent = path.includes(':') ? undefined : await call?.area.calls[name]?.(world, call.variant, 'admin')
  return sent?.path ?? path.replaceAll(/:\w+/g, '1')
}

/** Asks for everything, also as files; the names that were answered. */
async function walk(shop?: string): Promise<Set<string>> {
  const answered = new Set<string>()
  const failed: unknown[] = []
  for (const [name, { path, csv }] of reads) {
    for (const accept of csv ? ['application/json', 'text/csv'] : ['application/json']) {
      const { status, text } = await api.get(await pathOf(name, path, shop), { token, headers: { accept } })
      if (![200, 404, 422].includes(status)) failed.push([name, accept, status, text.slice(0, 200)])
      if (status === 200) answered.add(name)
    }
  }
  expect(failed).toEqual([])
  return answered
}

/** Of one shop or member. */
const ofOne = [
  ...['shopReservation.timetable', 'dailyReport.day', 'member.plans', 'member.tickets', 'shopCost.year'],
  ...['dailyLog.condition', 'dailyLog.healthcare', 'dailyLog.location', 'dailyLog.bodyTemp', 'dailyLog.menstrual'],
]
const isOfMember = (name: string) => name.startsWith('member.')
const lists = reads.filter(([, { path }]) => pathKeys(path).length === 0).map(([name]) => name)

test('every list and figure is answered without a single shop', async () => {
  const answered = await walk()
  expect(lists.filter((name) => !answered.has(name) && !ofOne.includes(name))).toEqual([])
})

test('and with one shop that has no member', async () => {
  const answered = await walk(await api.makeShop())
  expect(lists.filter((name) => !answered.has(name) && !isOfMember(name))).toEqual([])
})

const facts = {
  ...{ name: '三鷹店', nameKana: 'みたかてん', code: 'S001', ownerType: 'direct', companyName: '株式会社からだ' },
  ...{ zipCode: '〒１８１－００１３', prefecture: '東京都', address1: '三鷹市下連雀1-1-1', address2: null },
  ...{ tel: '０４２２－００－００００', openedOn: '2027-04-01' },
}
const create = (more: object = {}) => api.post('/api/admin/shop/new', { token, body: { ...facts, ...more } })

describe('a shop registered by hand', () => {
  test('is stored as it is shown, is corrected here, and its code is its own', async () => {
    const { status, json: shop } = await create()
    expect([status, shop]).toMatchObject([
      200,
      { nameKana: 'ミタカテン', zipCode: '181-0013', tel: '0422-00-0000', externalId: null, status: 'active' },
    ])
    expect((await create()).json.fields).toEqual({ code: 'この店舗コードは、すでに使われています。' })
    const path = `/api/admin/shop/${shop.id}/facts`
    const body = { name: '三鷹駅前店', companyName: '株式会社べつ', version: shop.version }
    expect((await api.put(path, { token, body })).json).toMatchObject({
      name: '三鷹駅前店',
      companyName: '株式会社べつ',
    })
    expect((await api.put(path, { token, body })).status).toBe(409)
  })

  test('differs from an imported one, which belongs to the club system', async () => {
    const imported = await api.makeShop()
    const body = { name: '変えた名前' }
    const { status, json } = await api.put(`/api/admin/shop/${imported}/facts`, { token, body })
    expect([status, json.message]).toEqual([409, expect.stringContaining('会員管理システムから届く')])
  })
})

describe('はじめての設定', () => {
  const path = '/api/admin/club/first-steps'
  const stateOf = async () => {
    const { steps } = (await api.get(path, { token })).json
    return Object.fromEntries(
      steps.map(({ step, isDone, isSkipped }: { step: string; isDone: boolean; isSkipped: boolean }) => [
        step,
        isDone ? 'done' : isSkipped ? 'skipped' : 'open',
      ]),
    )
  }

  test('follows the data, and keeps what is left for later', async () => {
    await api.db.execute(sql`update club set name = ''`)
    // The walk above has made some.
    await api.db.execute(sql`delete from member`)
    expect(await stateOf()).toEqual({
      secondFactor: 'open',
      club: 'open',
      shops: 'done',
      staff: 'open',
      targets: 'open',
      members: 'open',
    })
    await api.put('/api/admin/club', { token, body: clubSender })
    await api.makeStaff({ status: 'waiting' })
    await api.put(path, { token, body: { skipped: ['secondFactor', 'targets'] } })
    expect(await stateOf()).toMatchObject({ club: 'done', staff: 'done', secondFactor: 'skipped', targets: 'skipped' })
    const goals = { admission: 1, withdrawalMax: 1, sales: 1, closingMembers: 1 }
    const { id } = (await create({ code: 'S002' })).json
    await api.put(`/api/admin/shop/${id}`, { token, body: { monthlyTargets: goals } })
    await api.put(path, { token, body: { skipped: [] } })
    await api.makeMember(id)
    expect(await stateOf()).toMatchObject({ secondFactor: 'open', targets: 'done', members: 'done' })
  })
})
