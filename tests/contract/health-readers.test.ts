import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { staff } from '../../api/db/schema/organisation.ts'
import { mailer } from '../../api/mail/mailer.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { sampleLogs } from '../support/daily-logs.ts'

// Who appoints a reader of health days: an assignment opens them once somebody approves it who has not made the trainer
// what they are.

let api: Api
let shop: string
let manager: string
let owner: string
let ownerPerson: Person
let head: string
let admin: Person
const sent: { to: string; subject: string; text: string }[] = []
const longAgo = new Date('2026-09-01T00:00:00Z')

beforeAll(async () => {
  api = await startApi({ rates: { ofRows: 100 } })
  shop = await api.makeShop()
  manager = await api.as({ role: 'level3', shops: [shop] })
  ownerPerson = await api.makeStaff({ role: 'level4', shops: [shop] })
  owner = await api.signIn(ownerPerson)
  head = await api.as({ role: 'all' })
  admin = await api.makeStaff({ role: 'all', isAdmin: true })
  const send = async (to: string, letter: { subject: string; text: string }) => void sent.push({ to, ...letter })
  const options = { database: api.database, send, appUrl: 'https://desk.example.jp', clock: () => api.time.now }
  await api.jobs.work('mail', mailer(options))
})
afterAll(() => api.close())

const path = '/api/admin/member'

/** Members of the shop with consent and a day in the healthcare log. */
async function makeLoggers(count = 1) {
  const made: { memberId: string; userId: string }[] = []
  for (let at = 0; at < count; at += 1) {
    const { memberId, userId } = await api.makeMember(shop, { tel: '09012345678' })
    await api.giveConsent({ memberId, kind: 'body', at: longAgo })
    await api.makeDailyLog('healthcare', { memberId, shopId: shop, log: sampleLogs.healthcare as never })
    made.push({ memberId, userId })
  }
  return made
}

const assign = (token: string, { staffId }: Person, members: { userId: string }[], more = {}) =>
  api.put(`${path}/bulk`, {
    token,
    body: { ids: members.map(({ userId }) => userId), trainerStaffId: staffId, ...more },
  })
const approve = async (token: string, { staffId }: Person, members: { userId: string }[]) => {
  const rows = members.map(({ userId }) => ({ userId, trainerStaffId: staffId }))
  const { json } = await api.put(`${path}/approve-trainers`, { token, body: { rows } })
  return json.rows.map(({ result }: { result: string }) => result)
}
const daysOf = (token: string, { userId }: { userId: string }) =>
  api.get(`${path}/healthcare-daily-log/list?userId=${userId}`, { token })
/** How many days of health data the trainer reads in the shop. */
const read = async (token: string) => {
  const { status, json } = await api.get(`${path}/healthcare-daily-log/list?shopId=${shop}&limit=500`, { token })
  expect(status).toBe(200)
  return json.paging.total as number
}
const listed = async (token: string, trainerApproval: string) =>
  (await api.get(`/api/admin/user/member/list?trainerApproval=${trainerApproval}`, { token })).json.list.map(
    ({ id }: { id: string }) => id,
  )
const toApprove = async (token: string) =>
  (await api.get('/api/admin/today', { token })).json.lines.find(
    ({ kind }: { kind: string }) => kind === 'trainersToApprove',
  )?.count

let serial = 0
/** A trainer registered and invited by this caller at an address of their own, signed in. */
async function register(token: string, role = 'level2'): Promise<Person & { token: string }> {
  serial += 1
  const email = `own-address-${serial}@example.jp`
  const body = {
    ...{ lastName: '偽', firstName: '担当', lastNameKana: 'ニセ', firstNameKana: 'タントウ', email, gender: 'none' },
    ...{ tel: '09000000000', birthday: '1990-01-01', imgUrl: null, displayName: null, role, jobTitle: null },
    ...{ employmentType: 'employee', joinedOn: '2026-04-01', shopIds: [shop], invites: true },
  }
  const { status, json } = await api.post('/api/admin/staff/register', { token, body })
  expect([status, json]).toEqual([200, expect.anything()])
  const person = { staffId: json.id, userId: json.userId, email, links: [] }
  await api.db
    .update(staff)
    .set({ status: 'active' })
    .where(sql`id = ${Number(json.id)}`)
  return { ...person, token: await api.signIn(person) }
}
async function trainer(): Promise<Person & { token: string }> {
  const person = await api.makeStaff({ role: 'level2', shops: [shop] })
  return { ...person, token: await api.signIn(person) }
}

const book = ({ staffId }: Person, { memberId }: { memberId: string }, status: string) => {
  const at = api.time.now.toISOString()
  return api.db.execute(sql`
    insert into reservation (external_id, shop_id, member_id, kind, program_name, staff_id, start_at, end_at, status, booked_at, booked_via)
    select coalesce(max(external_id), 0) + 1, ${Number(shop)}, ${Number(memberId)}, 'free', 'パーソナル',
      ${Number(staffId)}, ${at}::timestamptz, ${at}::timestamptz, ${status}, now(), 'web' from reservation`)
}

/** The owner changes a person's address and opens the link that was sent there. */
async function takeOver(person: Person) {
  const details = { email: `taken-${person.email}`, createdBy: ownerPerson.staffId }
  const token = await api.invite(person, 'addressProof', details)
  expect((await api.post('/api/admin/auth/confirm-link', { body: { token } })).status).toBe(200)
}

beforeEach(() => api.database.exec('delete from reservation; update member set trainer_staff_id = null'))

describe('a person gains no health data by appointing a trainer', () => {
  test('a manager registers one at an own address and makes them everybody’s trainer', async () => {
    const members = await makeLoggers(3)
    const puppet = await register(manager)
    const { json } = await assign(manager, puppet, members)
    expect([json.changed, json.awaitingApproval]).toEqual([3, 3])
    expect(await read(puppet.token)).toBe(0)
    const { status, json: refused } = await daysOf(puppet.token, members[0] as { userId: string })
    expect([status, refused.message]).toEqual([403, expect.stringContaining('承認を待っています')])
    expect((await api.get(`/api/admin/user/${members[0]?.userId}`, { token: puppet.token })).json.tel).toBe(
      '09012345678',
    )
  })

  test('an FC owner who has registered one neither assigns with effect nor approves; head office does', async () => {
    const members = await makeLoggers(2)
    const puppet = await register(owner)
    expect((await assign(owner, puppet, members)).json.awaitingApproval).toBe(2)
    expect(await approve(owner, puppet, members)).toEqual(['notTheirs', 'notTheirs'])
    expect([await read(puppet.token), await toApprove(owner), await toApprove(head)]).toEqual([0, undefined, 2])
    expect([(await listed(owner, 'waiting')).length, (await listed(head, 'toApprove')).length]).toEqual([2, 2])
    expect(await approve(head, puppet, members)).toEqual(['approved', 'approved'])
    expect([await read(puppet.token), await toApprove(head)]).toEqual([2, undefined])
  })

  test('an FC owner who changes the address of an approved trainer', async () => {
    const members = await makeLoggers()
    const one = await trainer()
    await assign(owner, one, members)
    expect(await read(one.token)).toBe(1)
    await takeOver(one)
    expect((await daysOf(await api.signIn(one), members[0] as { userId: string })).status).toBe(403)
    await api.db.execute(sql`update staff_appointer set approved_at = now()`)
    expect(await read(await api.signIn(one))).toBe(0)
    expect(await approve(owner, one, members)).toEqual(['notTheirs'])
  })

  test('whoever has changed a trainer last', async () => {
    const members = await makeLoggers()
    const one = await trainer()
    const body = { jobTitle: '主任' }
    expect((await api.put(`/api/admin/staff/${one.staffId}`, { token: owner, body })).status).toBe(200)
    await assign(owner, one, members)
    expect([await read(one.token), await approve(owner, one, members)]).toEqual([0, ['notTheirs']])
  })

  test('a trainer’s own right to approve: a person does not approve themselves', async () => {
    const members = await makeLoggers()
    await assign(manager, ownerPerson, members)
    await api.db
      .update(staff)
      .set({ role: 'level2' })
      .where(sql`id = ${Number(ownerPerson.staffId)}`)
    const asTrainer = await api.signIn(ownerPerson)
    expect(await read(asTrainer)).toBe(0)
    await api.db
      .update(staff)
      .set({ role: 'level4' })
      .where(sql`id = ${Number(ownerPerson.staffId)}`)
    owner = await api.signIn(ownerPerson)
  })
})

describe('a person who was appointed by somebody who may read less', () => {
  const condition = (token: string) => api.get(`${path}/condition-daily-log/list?shopId=${shop}`, { token })
  const approveReader = ({ staffId }: Person, token: string) =>
    api.put(`/api/admin/staff/${staffId}/approve-reader`, { token, body: {} })
  const readersToApprove = async (token: string) =>
    (await api.get('/api/admin/today', { token })).json.lines.find(
      ({ kind }: { kind: string }) => kind === 'readersToApprove',
    )?.count

  test('reads no health data until another person approves: a manager whom an FC owner has registered', async () => {
    const puppet = await register(owner, 'level3')
    const summary = (kind: string) =>
      api.get(`${path}/daily-log/summary?kind=${kind}&shopId=${shop}`, { token: puppet.token })
    expect((await condition(puppet.token)).json.message).toContain('承認を待っています')
    // Counts that the owner reads too are no gain.
    expect([(await summary('bodyTemp')).status, (await summary('healthcare')).status]).toEqual([403, 200])
    expect((await approveReader(puppet, owner)).status).toBe(403)
    expect([await readersToApprove(owner), await readersToApprove(head)]).toEqual([undefined, 1])
    expect((await approveReader(puppet, head)).json.awaitsReaderApproval).toBe(false)
    expect([(await condition(puppet.token)).status, (await summary('bodyTemp')).status]).toEqual([200, 200])
    expect((await approveReader(puppet, head)).status).toBe(409)
  })

  test('nor a trainer with lessons whose address an FC owner has changed, until another person approves', async () => {
    const [one] = (await makeLoggers()) as [{ memberId: string; userId: string }]
    const coach = await trainer()
    await book(coach, one, 'booked')
    expect(await read(coach.token)).toBe(1)
    await takeOver(coach)
    const token = await api.signIn(coach)
    expect((await daysOf(token, one)).status).toBe(403)
    expect((await approveReader(coach, head)).status).toBe(200)
    expect(await read(token)).toBe(1)
  })

  test('a trainer whom a manager has registered reads the days of members booked with them', async () => {
    const [one] = (await makeLoggers()) as [{ memberId: string; userId: string }]
    const coach = await register(manager)
    await book(coach, one, 'booked')
    expect(await read(coach.token)).toBe(1)
  })

  test('a manager whom head office has registered reads at once', async () => {
    const one = await register(head, 'level3')
    expect((await condition(one.token)).status).toBe(200)
  })
})

describe('an assignment', () => {
  test('by an FC owner to a trainer whom others have appointed opens the days at once', async () => {
    const members = await makeLoggers()
    const one = await trainer()
    expect((await assign(owner, one, members)).json.awaitingApproval).toBe(0)
    expect(await read(one.token)).toBe(1)
  })

  test('by a manager waits for the FC owner; the member shows who assigned and who approved', async () => {
    const [one] = (await makeLoggers()) as [{ memberId: string; userId: string }]
    const coach = await trainer()
    const assigned = await api.put(`${path}/${one.userId}`, { token: manager, body: { trainerStaffId: coach.staffId } })
    expect(assigned.json.trainer.isApproved).toBe(false)
    expect(assigned.json.trainerApproval).toMatchObject({ approvedAt: null, mayApprove: false })
    expect(await approve(owner, coach, [one])).toEqual(['approved'])
    const { json } = await api.get(`/api/admin/user/${one.userId}`, { token: owner })
    expect(json.trainer.isApproved).toBe(true)
    expect(json.trainerApproval.approvedBy.id).toBe(ownerPerson.staffId)
    expect(await approve(owner, coach, [one])).toEqual(['unchanged'])
  })

  test('that was replaced after the list was read is not approved', async () => {
    const members = await makeLoggers()
    const [seen, instead] = [await trainer(), await trainer()]
    await assign(manager, seen, members)
    await assign(manager, instead, members)
    expect(await approve(owner, seen, members)).toEqual(['reassigned'])
    expect([await read(seen.token), await read(instead.token)]).toEqual([0, 0])
  })

  test('is not needed for a lesson: a booking within 30 days opens the days, a waiting list does not', async () => {
    const [one] = (await makeLoggers()) as [{ memberId: string; userId: string }]
    const coach = await trainer()
    await book(coach, one, 'waitlisted')
    await book(coach, one, 'cancelled')
    expect(await read(coach.token)).toBe(0)
    await book(coach, one, 'booked')
    expect(await read(coach.token)).toBe(1)
  })
})

describe('a trainer who retires', () => {
  const workOf = ({ staffId }: Person, token: string) => api.get(`/api/admin/staff/${staffId}/work`, { token })
  const retire = ({ staffId }: Person, token: string, successors: { shopId: string; staffId: string }[]) =>
    api.put(`/api/admin/staff/${staffId}/retire`, { token, body: { leftOn: '2026-11-21', successors } })
  const makeAction = (owner: Person) =>
    api.post('/api/admin/shop/report-action/new', {
      token: manager,
      body: {
        ...{ shopId: shop, dailyReportId: null, title: '声かけ', category: 'admission', priority: 'high' },
        ...{ metric: null, targetValue: null, plan: '電話します。', doNote: null, check: null, nextAction: null },
        ...{ evaluation: null, ownerStaffId: owner.staffId, startOn: '2026-11-01', dueOn: '2026-11-30' },
        ...{ status: 'todo', progress: 0 },
      },
    })

  test('hands members and open actions to a colleague, who reads no health data before somebody approves', async () => {
    const members = await makeLoggers(2)
    const [leaves, takes] = [await trainer(), await trainer()]
    await assign(owner, leaves, members)
    await book(leaves, members[0] as { memberId: string; userId: string }, 'booked')
    const action = (await makeAction(leaves)).json.id
    const { json } = await workOf(leaves, manager)
    expect(json).toMatchObject({
      shops: [{ shop: { id: shop }, members: 2, actions: 1 }],
      ...{ comingReservations: 1, draftReports: 0, submittedReports: 0, scheduledMails: 0 },
    })
    const offered = json.shops[0].successors.map(({ id }: { id: string }) => id)
    expect([offered.includes(takes.staffId), offered.includes(leaves.staffId)]).toEqual([true, false])

    const answer = await retire(leaves, manager, [{ shopId: shop, staffId: takes.staffId }])
    expect(answer.json).toMatchObject({ members: 2, actions: 1, staff: { status: 'cancel', leftOn: '2026-11-21' } })
    expect((await api.get('/api/admin/user/me', { token: leaves.token })).status).toBe(401)
    expect(await read(takes.token)).toBe(0)
    expect(await approve(owner, takes, members)).toEqual(['approved', 'approved'])
    expect(await read(takes.token)).toBe(2)
    expect((await api.get(`/api/admin/shop/report-action/${action}`, { token: manager })).json.ownerStaffId).toBe(
      takes.staffId,
    )
    const acts = async (query: string) =>
      (await api.get(`/api/admin/audit/list?${query}&from=2026-11-21`, { token: owner })).json.list
    expect(await acts(`action=staff.retire&resourceId=${leaves.staffId}`)).toHaveLength(1)
    expect(await acts(`action=reportAction.update&resourceId=${action}`)).toHaveLength(1)
    for (const { userId } of members) {
      // Their first trainer, and this one.
      expect(await acts(`action=member.update&userId=${userId}`)).toHaveLength(2)
    }
  })

  test('gives nothing to somebody who does not work in the shop, or of a shop that the caller does not see', async () => {
    const members = await makeLoggers()
    const leaves = await trainer()
    await assign(owner, leaves, members)
    const elsewhere = await api.makeShop()
    const stranger = await api.makeStaff({ role: 'level2', shops: [elsewhere] })
    const member = await api.makeStaff({ role: 'level1', shops: [shop] })
    for (const { staffId } of [stranger, member, leaves]) {
      const refused = await retire(leaves, manager, [{ shopId: shop, staffId }])
      expect([refused.status, refused.json.fields]).toEqual([
        422,
        { successors: expect.stringContaining('引き継ぐ相手') },
      ])
    }
    expect((await retire(leaves, manager, [{ shopId: elsewhere, staffId: stranger.staffId }])).status).toBe(404)
    // Nothing of it was done.
    expect((await workOf(leaves, manager)).json.shops[0].members).toBe(1)
    expect((await api.get('/api/admin/user/me', { token: leaves.token })).status).toBe(200)
  })
})

test('more than twenty new members of a trainer in a day are a letter to each admin, once, and a line in the overview', async () => {
  const members = await makeLoggers(22)
  const coach = await trainer()
  await assign(manager, coach, members.slice(0, 20))
  await assign(manager, coach, members.slice(20, 21))
  await assign(manager, coach, members.slice(21))
  const letters = () => sent.filter(({ subject }) => subject.includes('多くの会員の担当'))
  await expect.poll(() => letters().map(({ to }) => to), { timeout: 10_000 }).toEqual([admin.email])
  const { json } = await api.get(`${path}/daily-log/access`, { token: await api.signIn(admin) })
  expect(json.assigned).toEqual([
    { date: '2026-11-21', members: 22, staff: { id: coach.staffId, displayName: expect.any(String) } },
  ])
})

test('in a head office of one person, they approve the trainers whom they have registered', async () => {
  const members = await makeLoggers()
  const token = await api.signIn(admin)
  const coach = await register(token)
  expect((await assign(token, coach, members)).json.awaitingApproval).toBe(1)
  await api.db.execute(sql`update staff set status = 'suspended' where role = 'all' and not is_admin`)
  expect(await approve(token, coach, members)).toEqual(['approved'])
  expect(await read(coach.token)).toBe(1)
})
