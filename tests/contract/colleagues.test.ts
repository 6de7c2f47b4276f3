import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reservation, slot } from '../../api/db/schema/facts.ts'
import { staff } from '../../api/db/schema/organisation.ts'
import { type Api, type Person, startApi } from '../support/api.ts'

let api: Api
let own: string
let other: string
let owner: string
let ownerPerson: Person
const started = new Date('2026-11-01T10:00:00+09:00')

beforeAll(async () => {
  api = await startApi()
  own = await api.makeShop()
  other = await api.makeShop()
  ownerPerson = await api.makeStaff({ role: 'level4', shops: [own] })
  owner = await api.signIn(ownerPerson)
})
afterAll(() => api.close())

const remove = (userId: string, token = owner) => api.delete(`/api/admin/user/${userId}`, { token })
const list = async (query: string, token: string) =>
  (await api.get(`/api/admin/user/staff/list?${query}`, { token })).json
const isThere = async ({ staffId }: Person) =>
  (await api.db.select({ id: staff.id }).from(staff)).some(({ id }) => id === staffId)
const signedIn = (person: Person) =>
  api.db.execute(
    sql`update staff set last_login_at = ${started.toISOString()}::timestamptz where id = ${Number(person.staffId)}`,
  )

describe('deleting a user', () => {
  test('who is a member is refused with the specification’s sentence', async () => {
    const { userId } = await api.makeMember(own)
    const { status, json } = await remove(userId)
    expect([status, json.message]).toEqual([422, 'スタッフ以外のユーザは削除できません'])
  })

  test('who never signed in removes them from the list, and is audited', async () => {
    const person = await api.makeStaff({ role: 'level3', shops: [own] })
    expect((await remove(person.userId)).status).toBe(200)
    expect(await isThere(person)).toBe(false)
    expect((await remove(person.userId)).status).toBe(404)
    const { rows } = await api.db.execute<{ actor: number }>(
      sql`select actor_staff_id as actor from audit_log where action = 'user.remove' and resource_id = ${person.staffId}`,
    )
    expect(rows.map(({ actor }) => String(actor))).toEqual([ownerPerson.staffId])
  })

  test('who has signed in is refused with 退職済 proposed; while waiting they can be deleted', async () => {
    const worked = await api.makeStaff({ role: 'level2', shops: [own] })
    const waits = await api.makeStaff({ role: 'level2', shops: [own], status: 'waiting' })
    await signedIn(worked)
    const { status, json } = await remove(worked.userId)
    expect([status, json.message]).toEqual([422, expect.stringContaining('退職済')])
    expect(await isThere(worked)).toBe(true)
    expect((await remove(waits.userId)).status).toBe(200)
  })

  test.each(['a member’s trainer, also a member of another shop', 'a class’s', 'a booking’s'])(
    'who is %s is refused, though they never signed in',
    async (what) => {
      const person = await api.makeStaff({ role: 'level2', shops: [own] })
      const { staffId } = person
      const at = { startAt: started, endAt: new Date(started.getTime() + 3_600_000) }
      if (what.startsWith('a member')) await api.makeMember(other, { trainerStaffId: staffId })
      else if (what.startsWith('a class')) {
        await api.db.insert(slot).values({ ...at, shopId: own, programName: 'ヨガ', staffId, capacity: 10 })
      } else {
        await api.db.insert(reservation).values({
          ...at,
          externalId: Number(staffId),
          shopId: own,
          staffId,
          kind: 'free',
          programName: 'ヨガ',
          status: 'booked',
          bookedAt: started,
          bookedVia: 'app',
        })
      }
      const { status, json } = await remove(person.userId)
      expect([status, json.message]).toEqual([422, expect.stringContaining('退職済')])
    },
  )

  test.each([
    ['of the same level', { role: 'level4' }],
    ['above', { role: 'all' }],
    ['who works in another shop as well', { role: 'level2', alsoElsewhere: true }],
  ] as const)('%s is refused', async (_, options) => {
    const elsewhere = 'alsoElsewhere' in options ? [other] : []
    const person = await api.makeStaff({ role: options.role, shops: [own, ...elsewhere] })
    expect((await remove(person.userId)).status).toBe(403)
    expect(await isThere(person)).toBe(true)
  })

  test('is refused for oneself', async () => {
    const head = await api.makeStaff({ role: 'all', isAdmin: true })
    expect((await remove(head.userId, await api.signIn(head))).status).toBe(403)
  })
})

describe('the list of staff', () => {
  test('of a shop contains no other staff created by the caller', async () => {
    const [here, there] = [await api.makeShop(), await api.makeShop()]
    const maker = await api.makeStaff({ role: 'level4', shops: [here, there] })
    const made = await api.makeStaff({ role: 'level2', shops: [there], madeBy: maker.staffId })
    const nowhere = await api.makeStaff({ role: 'level2', madeBy: maker.staffId })
    const token = await api.signIn(maker)
    const idsOf = async (query: string) => (await list(query, token)).list.map(({ id }: { id: string }) => id).sort()
    expect(await idsOf(`shopId=${here}`)).toEqual([maker.staffId])
    expect(await idsOf('limit=500')).toEqual([maker.staffId, made.staffId, nowhere.staffId].sort())
  })

  test('shows a trainer only names and roles of those who work in their shops', async () => {
    const shop = await api.makeShop()
    const trainer = await api.makeStaff({ role: 'level2', shops: [shop] })
    await api.makeStaff({ role: 'level2', shops: [shop], status: 'cancel' })
    await api.makeStaff({ role: 'level2', shops: [other] })
    const answer = await list('limit=500', await api.signIn(trainer))
    expect(answer.list.map((row: object) => Object.keys(row).sort())).toEqual([['displayName', 'id', 'role', 'userId']])
    expect(answer.list[0].userId).toBe(trainer.userId)
  })

  test('shows a manager who is waiting, their shops and last sign-in, with matching filters', async () => {
    const shop = await api.makeShop({ name: '池袋店' })
    const manager = await api.makeStaff({ role: 'level3', shops: [shop] })
    const waits = await api.makeStaff({ role: 'level2', shops: [shop, other], status: 'waiting' })
    const token = await api.signIn(manager)
    expect((await list('', token)).paging.total).toBe(2)
    const found = await list(`shopId=${shop}&status=waiting`, token)
    expect(found.list).toEqual([
      expect.objectContaining({
        userId: waits.userId,
        email: waits.email,
        status: 'waiting',
        shops: [{ id: shop, name: '池袋店' }],
        lastLoginAt: null,
      }),
    ])
    expect((await list('role=level3', token)).list.map(({ userId }: { userId: string }) => userId)).toEqual([
      manager.userId,
    ])
  })

  test('is searched by name, in full or half width', async () => {
    const shop = await api.makeShop()
    const token = await api.as({ role: 'level3', shops: [shop] })
    const named = await api.makeStaff({ role: 'level2', shops: [shop] })
    await api.db.execute(sql`update staff set display_name = 'ミキ 健' where id = ${Number(named.staffId)}`)
    const { list: found } = await list(`keyword=${encodeURIComponent('ﾐｷ')}`, token)
    expect(found.map(({ userId }: { userId: string }) => userId)).toEqual([named.userId])
  })
})
