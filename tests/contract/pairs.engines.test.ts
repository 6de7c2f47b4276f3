import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/all.ts'
import { matrix } from '#contract/permissions.ts'
import { openInvitation, renewLink } from '../../api/identity/invitation.ts'
import type { Sent, World } from '../areas/area.ts'
import type { Answer, Person } from '../support/api.ts'
import { calls, startWorld } from '../support/areas.ts'
import { sampleLogs } from '../support/daily-logs.ts'
import { isAssault, runs, tell } from '../support/runs.ts'

// Two permitted steps give no third right: whatever a manager or an FC owner writes on other people and on members, and
// whoever they can then sign in as, that person reads no row that was refused to themselves.

let world: World
let reads: { name: string; sent: Sent }[]
let members: { userId: string; memberId: string }[]
const longAgo = new Date('2026-09-01T00:00:00Z')

/** Rights over what is everybody's own, and reads of it: a person's account is theirs alone. */
const ownRights = ['account.self', 'public']
/** The whole file runs in an assault; the check reads each endpoint once. */
const readCalls = calls.filter(
  ({ name, endpoint, variant }, at) =>
    endpoint.method === 'GET' &&
    !ownRights.includes(endpoint.permission) &&
    !variant.startsWith('csv') &&
    (isAssault || name.startsWith('dailyLog.') || calls.findIndex((one) => one.name === name) === at),
)

beforeAll(async () => {
  world = await startWorld()
  const { api, shops, people } = world
  members = []
  for (const shop of [shops.own, shops.own, shops.other]) {
    const { memberId, userId } = await api.makeMember(shop, {
      tel: '09012345678',
      email: `m${members.length}@example.jp`,
    })
    const sharedStaffIds = Object.values(people).map(({ staffId }) => Number(staffId))
    for (const kind of ['body', 'location', 'menstrual'] as const) {
      await api.giveConsent({ memberId, kind, at: longAgo, sharedStaffIds })
    }
    for (const kind of ['condition', 'healthcare', 'location', 'bodyTemp', 'menstrual'] as const) {
      await api.makeDailyLog(kind, { memberId, shopId: shop, log: sampleLogs[kind] as never })
    }
    members.push({ memberId, userId })
  }
  reads = []
  for (const { area, name, variant, endpoint } of readCalls) {
    const sent = await area.calls[name]?.(world, variant, 'level2')
    if (!sent) continue
    // Whole lists: one person's first page has other rows than another's.
    const isPaged = 'limit' in (endpoint.input as unknown as { shape: object }).shape
    const path = isPaged ? `${sent.path}${sent.path.includes('?') ? '&' : '?'}limit=500` : sent.path
    reads.push({ name: `${name} ${variant}`, sent: { ...sent, path } })
  }
  for (const { userId } of members) {
    for (const list of ['condition', 'healthcare', 'location-stats', 'body-temp', 'menstrual']) {
      const sent: Sent = { method: 'GET', path: `/api/admin/member/${list}-daily-log/list?userId=${userId}` }
      reads.push({ name: `${list} of a member`, sent })
    }
  }
}, 300_000)
afterAll(() => world.api.close())

const secret = 'mikan-to-ringo-no-kisetsu'
let serial = 0
/** Addresses whose mail the actor reads. */
const ownAddress = () => {
  serial += 1
  return `mine-${serial}@example.jp`
}

interface Attempt {
  token: string
  shop: string
  /** Whom the actor wants to become. */
  person: Person
}
type Write = (attempt: Attempt) => Promise<Answer | { person: Person }>

const call = (token: string, method: Sent['method'], path: string, body?: object) =>
  world.api.call(method, `/api/admin/${path}`, { token, body })
const profile = () => ({
  ...{
    lastName: '別',
    firstName: '人',
    lastNameKana: 'ベツ',
    firstNameKana: 'ジン',
    email: ownAddress(),
    gender: 'none',
  },
  ...{ tel: '09000000000', birthday: '1990-01-01', imgUrl: null },
})
const registers =
  (role: string): Write =>
  async ({ token, shop }) => {
    const email = profile()
    const body = {
      ...{ ...email, displayName: null, role, jobTitle: null, employmentType: 'employee', joinedOn: '2026-04-01' },
      ...{ shopIds: [shop], invites: true },
    }
    const answer = await call(token, 'POST', 'staff/register', body)
    if (answer.status !== 200) return answer
    const { id: staffId, userId } = answer.json
    return { person: { staffId, userId, email: email.email, links: [] } }
  }
const updates =
  (body: object): Write =>
  ({ token, person }) =>
    call(token, 'PUT', `staff/${person.staffId}`, body)
const memberIds = () => members.map(({ userId }) => userId)

/** Every write of a level below head office on another person or a member, by its endpoint. */
const writes: Record<string, Write[]> = {
  'staff.register': [registers('level1'), registers('level2'), registers('level3')],
  'staff.create': [
    async ({ token, shop }) => {
      const made = await call(token, 'POST', 'user/new', { ...profile(), type: 'staff' })
      if (made.status !== 200) return made
      const { id: userId, email } = made.json
      const staff = await call(token, 'POST', 'staff/new', { userId, role: 'level2', status: 'waiting' })
      if (staff.status !== 200) return staff
      await call(token, 'POST', 'shop/staff/new', { staffId: staff.json.id, shopId: shop })
      return { person: { staffId: staff.json.id, userId, email, links: [] } }
    },
  ],
  'staff.invite': [({ token, person: { staffId } }) => call(token, 'POST', 'staff/invite', { staffId })],
  'staff.sendPasswordReset': [
    ({ token, person: { staffId } }) => call(token, 'POST', 'staff/send-password-reset', { staffId }),
  ],
  'staff.update': [
    ...['level1', 'level2', 'level3'].map((role) => updates({ role })),
    updates({ status: 'suspended' }),
    updates({ status: 'active' }),
    updates({ status: 'cancel', leftOn: '2026-11-20' }),
    updates({ status: 'waiting' }),
    updates({ jobTitle: '主任' }),
  ],
  'staff.retire': [
    ({ token, person }) =>
      call(token, 'PUT', `staff/${person.staffId}/retire`, { leftOn: '2026-11-20', successors: [] }),
  ],
  'staff.setShops': [
    ({ token, shop, person }) =>
      call(token, 'PUT', `staff/${person.staffId}/shops`, { shopIds: [shop], mainShopId: null }),
  ],
  'staff.changePassword': [
    ({ token, person: { userId } }) =>
      call(token, 'POST', 'user/staff/change-password', { userId, password: secret, passwordConf: secret }),
  ],
  'staff.approveReader': [({ token, person }) => call(token, 'PUT', `staff/${person.staffId}/approve-reader`, {})],
  'user.update': [
    ({ token, person }) => call(token, 'PUT', `user/${person.userId}`, { email: ownAddress() }),
    ({ token, person }) => call(token, 'PUT', `user/${person.userId}`, { tel: '09011112222' }),
  ],
  'shopStaff.create': [
    ({ token, shop, person: { staffId } }) => call(token, 'POST', 'shop/staff/new', { staffId, shopId: shop }),
  ],
  'member.update': [
    ({ token, person: { staffId } }) => call(token, 'PUT', `member/${members[0]?.userId}`, { trainerStaffId: staffId }),
  ],
  'member.bulk': [
    ({ token, person: { staffId } }) =>
      call(token, 'PUT', 'member/bulk', { ids: memberIds(), trainerStaffId: staffId }),
  ],
  'member.approveTrainers': [
    ({ token, person: { staffId } }) => {
      const rows = memberIds().map((userId) => ({ userId, trainerStaffId: staffId }))
      return call(token, 'PUT', 'member/approve-trainers', { rows })
    },
  ],
}
/** These end something and give nothing: a person or shop is removed. `user.create` is a part of `staff.create`. */
const givesNothing = ['user.create', 'user.remove', 'staff.remove', 'shopStaff.update', 'shopStaff.remove']

test('every write on another person or a member is known here', () => {
  const open = endpoints.filter(([name, { method, permission }]) => {
    const rights = permission === 'public' ? undefined : matrix[permission]
    const isTheirs = [rights?.level3, rights?.level4].some((right) => right !== undefined && right !== '-')
    return isTheirs && method !== 'GET' && ['staff', 'user', 'shopStaff', 'member'].includes(name.split('.')[0] ?? '')
  })
  const known = [...Object.keys(writes), ...givesNothing, 'user.changeEmail']
  expect(open.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([])
})

/** Signs in as the person with whatever the actor has: mail to their addresses, passwords that they have set. */
async function become({ staffId }: Person): Promise<string | null> {
  const { api } = world
  const read = async () => {
    const { rows } = await api.db.execute<{ email: string; status: string }>(
      sql`select email, status from staff where id = ${Number(staffId)}`,
    )
    return rows[0] ?? { email: '', status: '' }
  }
  const { rows: links } = await api.db.execute<{ id: string }>(sql`
    select i.id::text as id from invitation i join staff s on s.id = i.staff_id
    where s.id = ${Number(staffId)} and coalesce(i.email, s.email) like 'mine-%' and i.used_at is null and i.voided_at is null
    order by i.id`)
  const open = async (id: string) => {
    const token = await renewLink(api.db, id)
    await api.post('/api/admin/auth/confirm-link', { body: { token } })
    await api.post('/api/admin/auth/accept-invitation', { body: { token, password: secret, passwordConf: secret } })
  }
  for (const { id } of links) await open(id)
  if ((await read()).email.startsWith('mine-') && (await read()).status === 'active') {
    await open(await openInvitation(api.db, staffId, 'passwordReset', api.time.now, { createdBy: null }))
  }
  const { email } = await read()
  await api.db.execute(sql`delete from login_attempt`)
  const { status } = await api.post('/api/admin/auth/login', { body: { email, password: secret } })
  return status === 200 ? api.signIn({ staffId, userId: (await userOf(staffId)) as string, email, links: [] }) : null
}
const userOf = async (staffId: string) => {
  const { rows } = await world.api.db.execute<{ id: string }>(
    sql`select user_id::text as id from staff where id = ${Number(staffId)}`,
  )
  return rows[0]?.id
}

/**
 * The ids of all rows in an answer; of an answer that lists none, that it was given at all. Without log entries of what
 * the person did: everybody reads their own.
 */
function rowsOf({ status, json }: Answer, person: Person): Set<string> {
  const found = new Set<string>()
  if (status !== 200) return found
  const isList = Array.isArray(json?.list)
  if (!isList) found.add('an answer')
  const visit = (value: unknown) => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    else if (value && typeof value === 'object') {
      const { id, actor } = value as { id?: unknown; actor?: { id?: string } | null }
      if (actor?.id === person.staffId) return
      if (typeof id === 'string') found.add(id)
      for (const one of Object.values(value)) visit(one)
    }
  }
  visit(isList ? json.list : json)
  return found
}

/** What the person reads and the actor may not. */
async function gains(actor: string, token: string, person: Person): Promise<string[]> {
  const { api } = world
  const gained: string[] = []
  for (const { name, sent } of reads) {
    const theirs = await api.call(sent.method, sent.path, { token })
    if (theirs.status !== 200) continue
    const own = rowsOf(await api.call(sent.method, sent.path, { token: actor }), person)
    const more = [...rowsOf(theirs, person)].filter((id) => !own.has(id))
    if (more.length > 0) gained.push(`${name}: ${more.join(', ')}`)
  }
  return gained
}

/** A person of the shop whom head office has appointed, with two approved members and a lesson with each of them. */
async function colleague(role: 'level2' | 'level3', status: 'active' | 'waiting' = 'active'): Promise<Person> {
  const { api, shops } = world
  const person = await api.makeStaff({ role, shops: [shops.own], status, madeBy: world.people.admin?.staffId })
  const at = api.time.now.toISOString()
  for (const { memberId } of members) {
    await api.db.execute(
      sql`update member set trainer_staff_id = ${Number(person.staffId)} where id = ${Number(memberId)}`,
    )
    await api.db.execute(sql`
      insert into reservation (external_id, shop_id, member_id, kind, program_name, staff_id, start_at, end_at, status, booked_at, booked_via)
      select coalesce(max(external_id), 0) + 1, ${Number(shops.own)}, ${Number(memberId)}, 'free', 'パーソナル',
        ${Number(person.staffId)}, ${at}::timestamptz, ${at}::timestamptz, 'booked', now(), 'web' from reservation`)
  }
  await api.db.execute(sql`update health_consent set shared_staff_ids = shared_staff_ids || ${Number(person.staffId)}::integer
    where kind = 'menstrual'`)
  return person
}

/** Whoever the actor became, and what that person read beyond them. */
async function walk(role: 'level3' | 'level4', target: Person, steps: Write[]) {
  const { api, shops, people } = world
  const token = await api.signIn(people[role] as Person)
  const attempt: Attempt = { token, shop: shops.own, person: target }
  for (const step of steps) {
    const done = await step(attempt)
    if ('person' in done) attempt.person = done.person
  }
  const session = await become(attempt.person)
  return { hasBecome: session !== null, gained: session === null ? [] : await gains(token, session, attempt.person) }
}

const takesAddress = (writes['user.update'] as [Write])[0]
const assignsAll = (writes['member.bulk'] as [Write])[0]
const approves = (writes['member.approveTrainers'] as [Write])[0]
const approvesReader = (writes['staff.approveReader'] as [Write])[0]

describe('nobody reads through another person what was refused to themselves', { timeout: 300_000 }, () => {
  test.each<[string, 'level3' | 'level4', 'level2' | 'level3', Write[]]>([
    [
      'a manager registers a trainer and assigns everybody',
      'level3',
      'level2',
      [registers('level2'), assignsAll, approves],
    ],
    ['an FC owner does, and approves', 'level4', 'level2', [registers('level2'), assignsAll, approves, approvesReader]],
    ['an FC owner registers a manager', 'level4', 'level2', [registers('level3'), approvesReader]],
    ['an FC owner takes over a trainer with lessons', 'level4', 'level2', [takesAddress, approves, approvesReader]],
    ['an FC owner takes over a manager', 'level4', 'level3', [takesAddress, approvesReader]],
  ])('%s', async (_, role, of, steps) => {
    const { hasBecome, gained } = await walk(role, await colleague(of), steps)
    expect([hasBecome, gained]).toEqual([true, []])
  })

  test('in any order of such writes', async () => {
    let became = 0
    const all = Object.values(writes).flat()
    const step = fc.integer({ min: 0, max: all.length - 1 })
    // Most orders give no hold of the person: those that do come first more often.
    const holds = ['staff.register', 'staff.create', 'user.update'].flatMap((name) => writes[name] ?? [])
    const hold = fc.option(fc.constantFrom(...holds), { nil: undefined })
    const { seed, ...of } = runs(3)
    const numRuns = isAssault ? of.numRuns * 4 : of.numRuns
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('level3', 'level4'),
        fc.constantFrom('level2', 'level3'),
        fc.constantFrom('active', 'waiting'),
        hold,
        fc.array(step, { minLength: 1, maxLength: 5 }),
        async (role, of, status, first, order) => {
          const steps = [...(first ? [first] : []), ...order.map((at) => all[at] as Write)]
          const { hasBecome, gained } = await walk(role, await colleague(of, status), steps)
          if (hasBecome) became += 1
          expect(gained).toEqual([])
        },
      ),
      { numRuns, seed },
    )
    tell(`pairs of writes: ${numRuns}, became another person ${became} times, reads each ${reads.length}`)
  })
})
