import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataState } from '../../api/db/schema/derived.ts'
import { contract, type member, memberTicket } from '../../api/db/schema/facts.ts'
import { inScope } from '../../api/db/scope.ts'
import { rebuildEverything } from '../../api/figures/rollup.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

let api: Api
let own: string
let other: string
let ownerPerson: Person
let [owner, manager, trainer, head] = ['', '', '', '']
let serial = 0

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop({ name: '新宿店' })
  other = await api.makeShop({ name: '渋谷店' })
  ownerPerson = await api.makeStaff({ role: 'level4', shops: [own] })
  owner = await api.signIn(ownerPerson)
  manager = await api.as({ role: 'level3', shops: [own] })
  trainer = await api.as({ role: 'level2', shops: [own] })
  head = await api.as({ role: 'all' })
  await api.db.insert(dataState).values({ dataAsOf: new Date('2026-11-20T23:59:59.999+09:00'), syncedAt: api.time.now })
  await rebuildEverything(api.db)
})
afterAll(() => api.close())

interface Holding {
  plan: string
  kind?: 'regular' | 'suspension' | 'option'
  from?: string
  to?: string
  shop?: string
}

/** A member with these contracts. */
async function makeHolder(shopId: string, holdings: Holding[], more: Partial<typeof member.$inferInsert> = {}) {
  const { memberId } = await api.makeMember(shopId, more)
  await api.db.transaction(async (tx) => {
    // The month's figures are not under test here.
    await tx.execute(sql`set local app.bulk = 'on'`)
    for (const { plan, kind = 'regular', from = '2026-04-01', to, shop = shopId } of holdings) {
      serial += 1
      await tx.insert(contract).values({
        externalId: serial,
        memberId,
        shopId: shop,
        planId: plan,
        kind,
        contractedOn: from,
        startOn: from,
        endOn: to ?? null,
        monthlyFee: 9350,
        paymentMethod: 'card',
        paymentStatus: 'paid',
      })
    }
    await tx.execute(sql`select rebuild_membership(array[${Number(memberId)}]::integer[])`)
    await tx.execute(sql`select refresh_member_list(array[${Number(memberId)}]::integer[])`)
  })
  return memberId
}

const get = (id: string, token = owner) => api.get(`/api/admin/shop/plan/${id}`, { token })
const put = (id: string, body: object, token = owner) => api.put(`/api/admin/shop/plan/${id}`, { token, body })
const plans = async (query: string, token = owner) =>
  (await api.get(`/api/admin/shop/plan/list?${query}`, { token })).json
const tickets = async (query: string, token = owner) =>
  (await api.get(`/api/admin/shop/ticket/list?${query}`, { token })).json
/** Who may use LEAN BODY, in the given order. */
async function have(...ids: string[]): Promise<boolean[]> {
  const { rows } = await api.db.execute<{ id: number; has: boolean }>(
    sql`select id, with_lean_body_content as has from member`,
  )
  return ids.map((id) => rows.find((row) => row.id === Number(id))?.has as boolean)
}

describe('switching a plan’s LEAN BODY', () => {
  let plan: string
  let [follower, lockedOff, lockedOn, ended, coming, suspended, neighbour] = ['', '', '', '', '', '', '']

  beforeEach(async () => {
    plan = await api.makePlan(own)
    const rest = await api.makePlan(own, { category: 'suspension', isSuspensionPlan: true })
    follower = await makeHolder(own, [{ plan }])
    lockedOff = await makeHolder(own, [{ plan }], { lockedWithLeanBodyContent: true })
    lockedOn = await makeHolder(own, [{ plan }], { lockedWithLeanBodyContent: true, withLeanBodyContent: true })
    ended = await makeHolder(own, [{ plan, to: '2026-11-19' }])
    coming = await makeHolder(own, [{ plan, from: '2026-12-01' }])
    suspended = await makeHolder(own, [
      { plan, to: '2026-10-31' },
      { plan: rest, kind: 'suspension', from: '2026-11-01' },
    ])
    neighbour = await makeHolder(other, [{ plan: await api.makePlan(other, { code: 'P1' }) }])
  })

  test('is previewed, gives it to the plan’s members and keeps locked flags', async () => {
    const before = (await get(plan)).json
    expect(before.leanBody).toEqual({ following: 1, locked: 2, wouldGain: 1, wouldLose: 0 })
    const saved = await put(plan, { withLeanBodyContent: true, version: before.version })
    expect(saved.json).toMatchObject({
      withLeanBodyContent: true,
      version: before.version + 1,
      updatedBy: { id: ownerPerson.staffId },
      changed: { gained: 1, lost: 0, locked: 2 },
      leanBody: { following: 1, locked: 2, wouldGain: 0, wouldLose: 1 },
    })
    expect(await have(follower, lockedOff, lockedOn)).toEqual([true, false, true])
  })

  test('does not affect former, suspended or future members of the plan, or other shops’ members', async () => {
    await put(plan, { withLeanBodyContent: true })
    expect(await have(ended, coming, suspended, neighbour)).toEqual([false, false, false, false])
  })

  test('still applies on the last day of a contract', async () => {
    const leaving = await makeHolder(own, [{ plan, to: '2026-11-20' }])
    await put(plan, { withLeanBodyContent: true })
    expect(await have(leaving)).toEqual([true])
  })

  test('can be undone, and raises the version of exactly the changed members', async () => {
    const versions = async () =>
      (
        await api.db.execute<{ version: number }>(
          sql`select version from member where id in (${Number(follower)}, ${Number(lockedOff)}) order by id`,
        )
      ).rows.map(({ version }) => version)
    const saved = await put(plan, { withLeanBodyContent: true, version: 1 })
    expect(await versions()).toEqual([2, 1])
    const undone = await put(plan, { withLeanBodyContent: false, version: saved.json.version })
    expect(undone.json.changed).toEqual({ gained: 0, lost: 1, locked: 2 })
    expect(await versions()).toEqual([3, 1])
    expect(await have(follower, lockedOff, lockedOn)).toEqual([false, false, true])
  })

  test('takes it from nobody who has it by another plan, also one of a shop out of scope', async () => {
    const addition = await api.makePlan(own, { category: 'option', withLeanBodyContent: true })
    const elsewhere = await api.makePlan(other, { category: 'option', withLeanBodyContent: true })
    const has = { withLeanBodyContent: true }
    const both = await makeHolder(own, [{ plan }, { plan: addition, kind: 'option' }], has)
    const away = await makeHolder(own, [{ plan }, { plan: elsewhere, kind: 'option', shop: other }], has)
    const over = await makeHolder(own, [{ plan }, { plan: addition, kind: 'option', to: '2026-11-01' }], has)
    await put(plan, { withLeanBodyContent: true })
    expect((await get(plan)).json.leanBody).toMatchObject({ following: 4, wouldLose: 2 })
    expect((await put(plan, { withLeanBodyContent: false })).json.changed).toMatchObject({ gained: 0, lost: 2 })
    expect(await have(both, away, over, follower)).toEqual([true, true, false, false])
  })

  test('of an option affects its holders, beside their plan', async () => {
    const addition = await api.makePlan(own, { category: 'option' })
    const both = await makeHolder(own, [{ plan }, { plan: addition, kind: 'option' }])
    expect((await put(addition, { withLeanBodyContent: true })).json.changed).toEqual({ gained: 1, lost: 0, locked: 0 })
    expect(await have(both, follower)).toEqual([true, false])
  })

  test('is refused after a concurrent change, with the current plan, and changes nobody', async () => {
    await put(plan, { withLeanBodyContent: true, version: 1 })
    const late = await put(plan, { withLeanBodyContent: false, version: 1 })
    expect(late.status).toBe(409)
    expect(late.json.current).toMatchObject({ id: plan, withLeanBodyContent: true, version: 2 })
    expect(await have(follower)).toEqual([true])
  })

  test('is audited with the affected members, and in each one’s own history', async () => {
    await put(plan, { withLeanBodyContent: true, version: 1 })
    const { rows } = await api.db.execute(
      sql`select resource_type, resource_id, shop_id, member_id, row_count, diff from audit_log
        where action = 'shopPlan.update' and seq > (select max(seq) - 2 from audit_log) order by resource_type`,
    )
    const [owner] = (
      await api.db.execute<{ user_id: number }>(sql`select user_id from member where id = ${Number(follower)}`)
    ).rows
    expect(rows).toEqual([
      {
        resource_type: 'member',
        resource_id: String(owner?.user_id),
        shop_id: Number(own),
        member_id: Number(follower),
        row_count: null,
        diff: { withLeanBodyContent: { before: false, after: true } },
      },
      {
        resource_type: 'shopPlan',
        resource_id: plan,
        shop_id: Number(own),
        member_id: null,
        row_count: 1,
        diff: {
          withLeanBodyContent: { before: false, after: true },
          gained: { before: null, after: [Number(follower)] },
        },
      },
    ])
  })

  test('for more than five hundred members is one audit row with all of them', async () => {
    await api.db.transaction(async (tx) => {
      await tx.execute(sql`set local app.bulk = 'on'`)
      await tx.execute(sql`
        with people as (insert into user_account (type) select 'member' from generate_series(1, 600) returning id),
        joined as (
          insert into member (user_id, external_id, member_no, shop_id, last_name, first_name, gender, status,
            contract_status)
          select id, 7000000 + id, 'M' || id, ${Number(own)}, '会員', 'N', 'none', 'waiting', 'active' from people returning id
        )
        insert into contract (external_id, member_id, shop_id, plan_id, kind, contracted_on, start_on, monthly_fee,
          payment_method, payment_status)
        select 7000000 + id, id, ${Number(own)}, ${Number(plan)}, 'regular', '2026-04-01', '2026-04-01', 9350, 'card', 'paid'
        from joined`)
      await tx.execute(sql`select rebuild_membership(null), refresh_member_list(null)`)
    })
    const { rows: heads } = await api.db.execute<{ seq: number }>(
      sql`select coalesce(max(seq), 0)::integer as seq from audit_log`,
    )
    const before = heads[0]?.seq ?? 0
    const saved = await put(plan, { withLeanBodyContent: true, version: 1 })
    expect(saved.json.changed).toEqual({ gained: 601, lost: 0, locked: 2 })
    const { rows } = await api.db.execute(
      sql`select resource_id, row_count, jsonb_array_length(diff->'gained'->'after') as gained
        from audit_log where seq > ${before}`,
    )
    expect(rows).toEqual([{ resource_id: plan, row_count: 601, gained: 601 }])
  })

  test('is refused for a manager', async () => {
    expect((await put(plan, { withLeanBodyContent: true }, manager)).status).toBe(403)
    expect(await have(follower)).toEqual([false])
  })
})

describe('the plans', () => {
  test('are counted as in the members list, and an option by its holders', async () => {
    const plan = await api.makePlan(own, { code: 'CNT' })
    const option = await api.makePlan(own, { code: 'OPT', category: 'option' })
    await makeHolder(own, [{ plan }, { plan: option, kind: 'option' }])
    await makeHolder(own, [{ plan }, { plan: option, kind: 'option', to: '2026-11-01' }])
    await makeHolder(own, [{ plan, to: '2026-09-30' }])
    const members = (await api.get(`/api/admin/user/member/list?shopId=${own}&planCode=CNT`, { token: owner })).json
    expect(members.paging.total).toBe(2)
    expect((await plans('keyword=CNT')).list).toMatchObject([{ contractorCount: 2, shopName: '新宿店' }])
    expect((await plans('keyword=OPT')).list).toMatchObject([{ contractorCount: 1 }])
    const counts = (await plans('sortKey=contractorCount&sortDir=desc&limit=500')).list.map(
      ({ contractorCount }: { contractorCount: number }) => contractorCount,
    )
    expect(counts).toEqual(counts.toSorted((one: number, two: number) => two - one))
    expect(new Set(counts).size).toBeGreaterThan(2)
  })

  test('include the conditions of use, and amounts only for callers who may see them', async () => {
    const conditions = { minMonths: 2, limitPerMonth: 4, usableDow: [1, 2, 3, 4, 5], usableFrom: '10:00', ageMax: 24 }
    await api.makePlan(own, {
      ...conditions,
      code: 'CND',
      genderLimit: 'female',
      priceFirstMonth: 0,
      admissionFee: 5500,
    })
    const amounts = { priceMonthly: 9350, priceFirstMonth: 0, admissionFee: 5500 }
    const seen = async (token: string) => (await plans('keyword=CND', token)).list[0]
    expect(await seen(manager)).toMatchObject({ ...conditions, usableTo: null, genderLimit: 'female', ...amounts })
    expect(await seen(trainer)).toMatchObject(conditions)
    for (const amount of Object.keys(amounts)) expect(await seen(trainer)).not.toHaveProperty(amount)
    expect((await plans('sortKey=priceMonthly', trainer)).fields).toEqual({ sortKey: expect.any(String) })
    expect((await plans('sortKey=priceMonthly&sortDir=desc', manager)).list.length).toBeGreaterThan(0)
  })

  test('can be filtered by category, state and LEAN BODY', async () => {
    await api.makePlan(own, { code: 'FLT', category: 'student', status: 'disabled', withLeanBodyContent: true })
    const codes = async (query: string) =>
      (await plans(`keyword=FLT&${query}`)).list.map(({ code }: { code: string }) => code)
    expect(await codes('category=student&status=disabled&withLeanBodyContent=true')).toEqual(['FLT'])
    for (const query of ['category=monthly', 'status=active', 'withLeanBodyContent=false']) {
      expect(await codes(query)).toEqual([])
    }
  })
})

describe('the tickets', () => {
  let [everywhere, here] = ['', '']

  beforeAll(async () => {
    everywhere = await api.makeTicket([], { code: 'ALL', type: 'trial' })
    here = await api.makeTicket([own, other], { code: 'OWN' })
    await api.makeTicket([other], { code: 'FAR' })
    const grants = [
      { ticketId: here, shopId: own, grantedNum: 4, usedNum: 1, expiresOn: '2026-11-20', source: 'purchase' },
      { ticketId: here, shopId: own, grantedNum: 4, usedNum: 2, expiresOn: '2026-11-19', source: 'purchase' },
      { ticketId: here, shopId: own, grantedNum: 1, usedNum: 0, expiresOn: null, source: 'staffGrant' },
      { ticketId: here, shopId: other, grantedNum: 8, usedNum: 3, expiresOn: null, source: 'purchase' },
      { ticketId: everywhere, shopId: other, grantedNum: 2, usedNum: 2, expiresOn: null, source: 'planAuto' },
    ] as const
    // The member's shop does not matter: sums are of the shop that granted it.
    for (const grant of grants) {
      serial += 1
      const { memberId } = await api.makeMember(own)
      await api.db.insert(memberTicket).values({
        ...grant,
        externalId: serial,
        memberId,
        homeShopId: own,
        grantedAt: api.time.now,
        unitPrice: 1100,
      })
    }
  })

  const sumsOf = ({ grantedNum, soldNum, usedNum, remainingNum, expiredNum }: Record<string, number>) => [
    grantedNum,
    soldNum,
    usedNum,
    remainingNum,
    expiredNum,
  ]

  test('show what was granted, sold and used, what is left and what has expired, in the caller’s shops', async () => {
    const sums = async (query: string, token: string) =>
      Object.fromEntries(
        (await tickets(query, token)).list.map((row: Record<string, number>) => [row.code, sumsOf(row)]),
      )
    expect(await sums('', owner)).toEqual({ ALL: [0, 0, 0, 0, 0], OWN: [9, 8, 3, 4, 2] })
    expect(await sums('', head)).toEqual({ ALL: [2, 0, 2, 0, 0], OWN: [17, 16, 6, 9, 2], FAR: [0, 0, 0, 0, 0] })
    expect(await sums(`shopId=${other}`, head)).toEqual({
      ALL: [2, 0, 2, 0, 0],
      OWN: [8, 8, 3, 5, 0],
      FAR: [0, 0, 0, 0, 0],
    })
  })

  test('list the caller’s shops where they can be used, and the number of others', async () => {
    const usable = async (token: string) => (await tickets('keyword=OWN', token)).list[0].usable
    expect(await usable(owner)).toEqual({ scope: 'shops', shops: [{ id: own, name: '新宿店' }], others: 1 })
    expect(await usable(head)).toMatchObject({ shops: [{ name: '新宿店' }, { name: '渋谷店' }], others: 0 })
    expect((await tickets('keyword=ALL')).list[0].usable).toEqual({ scope: 'all', shops: [], others: 0 })
  })

  test('can be filtered by type and state, and sorted by sales', async () => {
    const codes = async (query: string) => (await tickets(query, head)).list.map(({ code }: { code: string }) => code)
    expect(await codes('type=trial')).toEqual(['ALL'])
    expect(await codes('status=disabled')).toEqual([])
    expect((await codes('sortKey=soldNum&sortDir=desc'))[0]).toBe('OWN')
    expect((await codes('sortKey=remainingNum&sortDir=desc'))[0]).toBe('OWN')
  })

  test('have no price for a trainer, who cannot sort by it', async () => {
    expect((await tickets('', manager)).list[0]).toHaveProperty('price', 4400)
    expect((await tickets('', trainer)).list[0]).not.toHaveProperty('price')
    expect((await tickets('sortKey=price', trainer)).fields).toEqual({ sortKey: expect.any(String) })
  })
})

describe('a plan that was registered here', () => {
  const facts = (id: string, version: number, body: object) =>
    api.put(`/api/admin/shop/plan/${id}/facts`, { token: owner, body: { version, ...body } })
  const ours = (more: Parameters<Api['makePlan']>[1] = {}) => api.makePlan(own, { externalId: null, ...more })

  test('gets another name, kind, price and state here, which the log says', async () => {
    const plan = await ours({ name: 'ナイト' })
    const saved = await facts(plan, 1, {
      name: 'ナイト会員',
      category: 'daytime',
      priceMonthly: 5500,
      status: 'disabled',
    })
    expect(saved).toMatchObject({
      status: 200,
      json: { name: 'ナイト会員', category: 'daytime', priceMonthly: 5500, status: 'disabled', version: 2 },
    })
    const { rows } = await api.db.execute(
      sql`select diff from audit_log where action = 'shopPlan.updateFacts' and resource_id = ${plan}`,
    )
    expect(rows).toMatchObject([{ diff: { name: { before: 'ナイト', after: 'ナイト会員' } } }])
    expect(await facts(plan, 1, { priceMonthly: 1 })).toMatchObject({ status: 409, json: { current: { version: 2 } } })
  })

  test('of the club system stays as it is, also for whoever goes past the screen', async () => {
    const plan = await api.makePlan(own)
    expect(await facts(plan, 1, { name: '別の名前' })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('会員管理システムで変更してください') },
    })
    await expect(
      inScope(api.database, { shops: 'all', staffId: '1' }, 'write', (scoped) =>
        scoped.execute(sql`update shop_plan set price_monthly = 1 where id = ${Number(plan)}`),
      ),
    ).rejects.toThrow()
  })

  test('cannot have the name of another plan of its shop, nor another kind while it has contracts', async () => {
    await ours({ name: 'モーニング' })
    const plan = await ours({ name: 'アフタヌーン' })
    expect(await facts(plan, 1, { name: 'モーニング' })).toMatchObject({
      status: 422,
      json: { fields: { name: expect.any(String) } },
    })
    await makeHolder(own, [{ plan }])
    expect(await facts(plan, 1, { category: 'option' })).toMatchObject({
      status: 422,
      json: { fields: { category: expect.stringContaining('契約のあるプラン') } },
    })
    expect((await facts(plan, 1, { category: 'student' })).status).toBe(200)
  })
})
