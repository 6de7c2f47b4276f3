import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { senderMissing } from '#contract/words/mail.ts'
import { stepTriggers } from '#contract/words/mail-step.ts'
import type { Scoped } from '../../api/context.ts'
import { member, memberTicket } from '../../api/db/schema/facts.ts'
import { mailOptOut } from '../../api/db/schema/mail.ts'
import { mailTemplate } from '../../api/db/schema/mail-template.ts'
import { tryOut } from '../../api/mail/dry-run.ts'
import type { Jobs } from '../../api/mail/jobs.ts'
import { evaluateSteps } from '../../api/mail/steps.ts'
import { type Api, type Person, startApi } from '../support/api.ts'
import { openFacts } from '../support/facts.ts'

const path = '/api/admin/mail/step'
const people = 60
const tokyo = (at: string) => new Date(`${at}:00+09:00`)

let facts: Awaited<ReturnType<typeof openFacts>>
let api: Api
let head: Person
let manager: Person
const templates = {} as Record<'followUp' | 'transactional' | 'own' | 'draft', string>

beforeAll(async () => {
  facts = await openFacts({ shops: 2, members: people })
  // Outside the number range of the facts.
  await facts.db.execute(sql`alter table user_account alter column id restart with 1000`)
  api = await startApi({ database: facts.database })
  api.time.now = tokyo('2026-11-01T09:00')
  head = await api.makeStaff({ role: 'all' })
  manager = await api.makeStaff({ role: 'level3', shops: ['1'] })
  const template = (name: string, more: Partial<typeof mailTemplate.$inferInsert> = {}) => ({
    name,
    category: 'followUp' as const,
    subject: `{{会員氏名}}様へ（${name}）`,
    body: '<p>お待ちしています。</p>',
    fromName: 'からだクラブ',
    targetScope: 'all' as const,
    targetShopIds: [],
    status: 'active' as const,
    searchText: name,
    createdAt: api.time.now,
    updatedAt: api.time.now,
    ...more,
  })
  const made = await api.db
    .insert(mailTemplate)
    .values([
      template('フォロー'),
      template('連絡', { category: 'transactional' }),
      template('1店舗', { targetScope: 'shops', targetShopIds: [1] }),
      template('下書き', { status: 'pending' }),
    ])
    .returning({ id: mailTemplate.id })
  const [followUp, transactional, own, draft] = made.map(({ id }) => id) as [string, string, string, string]
  Object.assign(templates, { followUp, transactional, own, draft })
})
afterAll(() => api.close())

beforeEach(async () => {
  await api.db.execute(sql`truncate mail_step, mail_step_item, mail_step_enrolment, mail_step_sent, mail, mail_recipient,
    mail_opt_out, mail_bounce, member_ticket`)
  await api.db.execute(sql`update member set email = 'kaiin' || id || '@example.jp', mail_opt_in = true, tags = '{}',
    birthday = null, contract_status = 'active', joined_on = '2026-01-01', shop_id = 1`)
  api.time.now = tokyo('2026-11-01T09:00')
  await facts.happened('2026-10-31', {})
})

/** A new session for the moment, because a jump of the clock ends the others. */
const get = async (path: string, person = head) => api.get(path, { token: await api.signIn(person) })
const post = async (path: string, body: object) => api.post(path, { token: await api.signIn(head), body })
const put = async (id: string, body: object) => api.put(`${path}/${id}`, { token: await api.signIn(head), body })
const remove = async (id: string) => api.delete(`${path}/${id}`, { token: await api.signIn(head) })

interface StepFields {
  name?: string
  trigger?: { type: string; days: number }
  entryFilter?: object
  steps?: { delayDays: number; sendTime: string; templateId: string }[]
  stopOn?: string[]
  status?: string
}
const stepsOn = (...days: number[]) =>
  days.map((delayDays) => ({ delayDays, sendTime: '10:00', templateId: templates.followUp }))
const draft = (more: StepFields = {}) => ({
  name: '再開のきっかけ',
  trigger: { type: 'manual', days: 0 },
  entryFilter: {},
  steps: stepsOn(0, 3, 7),
  stopOn: ['visited', 'cancelled', 'optedOut'],
  status: 'active',
  ...more,
})
async function make(more: StepFields = {}): Promise<string> {
  const { status, json } = await post(`${path}/new`, draft(more))
  expect(status, JSON.stringify(json)).toBe(200)
  return json.id
}
const enrol = async (id: string, ...members: number[]) => {
  const body = { userIds: members.map(String) }
  const { status, json } = await post(`${path}/${id}/enrolment/new`, body)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const enrolments = async (id: string, query = '', person = head) =>
  (await get(`${path}/${id}/enrolment/list?limit=500${query}`, person)).json.list
const detailOf = async (id: string) => (await get(`${path}/${id}`)).json

/** Sets the clock and evaluates the scenarios; any failure fails the test. */
async function evaluateAt(time: string, jobs: Jobs = api.jobs) {
  api.time.now = tokyo(time)
  const log = {
    request: () => {},
    event: () => {},
    failure: ({ error }: { error: unknown }) => {
      throw error
    },
  }
  await evaluateSteps({ database: api.database, jobs, log }, api.time.now, new AbortController().signal)
}

/** Mails to members, as `2026-11-21 10:00 M1`, in order. */
async function sentMails(): Promise<string[]> {
  const { rows } = await api.db.execute<{ sent: string }>(sql`
    select to_char(m.send_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI') || ' M' || r.member_id as sent
    from mail_recipient r join mail m on m.id = r.mail_id where r.status <> 'excluded'
    order by m.send_at, r.member_id`)
  return rows.map(({ sent }) => sent)
}

const tag = (name: string, ...members: number[]) =>
  api.db.execute(
    sql`update member set tags = array[${name}] where id in (${sql.join(
      members.map((id) => sql`${id}`),
      sql`, `,
    )})`,
  )
const longMember = (id: number) => ({ member: id, shop: 1, from: '2026-01-05' })
const visitsOn = (id: number, days: readonly string[]) =>
  days.map((day) => ({ member: id, shop: 1, home: 1, at: `${day}T18:00` }))
const daysFrom = (from: string, count: number, every: number) =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + at * every * 86_400_000).toISOString().slice(0, 10),
  )

describe('a trigger', () => {
  const often = daysFrom('2026-08-01', 46, 2)
  /** By trigger: who meets it after the scenario became public and when, and who met it before. */
  const cases: {
    type: keyof typeof stepTriggers
    days?: number
    happens: Parameters<typeof facts.happened>[1]
    anchors: Record<string, string>
    prepare?: () => Promise<unknown>
  }[] = [
    {
      type: 'admission',
      happens: {
        contracts: [
          { member: 1, shop: 1, from: '2026-11-10' },
          { member: 2, shop: 1, from: '2026-10-20' },
        ],
      },
      anchors: { M1: '2026-11-10' },
    },
    {
      type: 'trialAttended',
      happens: {
        contracts: [longMember(1), longMember(2)],
        leads: [
          { shop: 1, kind: 'trial', at: '2026-11-05T11:00', member: 1 },
          { shop: 1, kind: 'trial', at: '2026-10-05T11:00', member: 2 },
          { shop: 1, kind: 'tour', at: '2026-11-06T11:00', member: 2 },
          { shop: 1, kind: 'trial', at: '2026-11-07T11:00' },
        ],
        classes: [
          {
            shop: 1,
            at: '2026-11-08T11:00',
            capacity: 10,
            bookings: [
              { status: 'completed', member: 3, isTrial: true },
              { status: 'noShow', member: 4, isTrial: true },
            ],
          },
        ],
      },
      anchors: { M1: '2026-11-05', M3: '2026-11-08' },
    },
    {
      type: 'firstVisit',
      happens: {
        contracts: [longMember(1), longMember(2)],
        // Visits are known since before their memberships.
        visits: [
          { member: null, shop: 1, home: null, at: '2026-01-02T10:00' },
          ...visitsOn(1, ['2026-11-03', '2026-11-09']),
          ...visitsOn(2, ['2026-10-30', '2026-11-03']),
        ],
      },
      anchors: { M1: '2026-11-03' },
    },
    {
      type: 'noVisit',
      days: 14,
      happens: {
        // M1 stays away, M2 did so before, M3 visits in time, M4 never visited, M5 is in 休会, M6 has left.
        contracts: [
          ...[1, 2, 3].map(longMember),
          { member: 4, shop: 1, from: '2026-11-02' },
          { member: 5, shop: 1, from: '2026-01-05', to: '2026-10-31' },
          { member: 5, shop: 1, from: '2026-11-01', to: '2026-12-31', kind: 'suspension' },
          { member: 6, shop: 1, from: '2026-01-05', to: '2026-11-10' },
        ],
        visits: [
          ...visitsOn(1, ['2026-11-02']),
          ...visitsOn(2, ['2026-10-10']),
          ...visitsOn(3, ['2026-11-02', '2026-11-16']),
          ...visitsOn(5, ['2026-10-31']),
          ...visitsOn(6, ['2026-11-01']),
        ],
      },
      anchors: { M1: '2026-11-16', M4: '2026-11-16' },
    },
    {
      type: 'visitDrop',
      happens: {
        // M1 visits every second day until 30 October, and once more; M2 continues; M3 stops; M4 has only joined.
        contracts: [...[1, 2, 3].map(longMember), { member: 4, shop: 1, from: '2026-10-01' }],
        visits: [
          ...visitsOn(1, [...often, '2026-11-01']),
          ...visitsOn(2, [...often, ...daysFrom('2026-11-01', 10, 2)]),
          ...visitsOn(3, ['2026-09-01', '2026-09-03']),
          ...visitsOn(4, [...daysFrom('2026-10-01', 15, 1), '2026-11-15']),
        ],
      },
      // On the 11th W has 9 visit days and W′ 14, on the 10th W still has 10: more than 0.7 of them.
      anchors: { M1: '2026-11-11' },
    },
    {
      type: 'birthday',
      days: 7,
      happens: { contracts: [longMember(1), longMember(2)] },
      prepare: async () => {
        await api.db.update(member).set({ birthday: '1990-11-25' }).where(eq(member.id, '1'))
        await api.db.update(member).set({ birthday: '1990-11-05' }).where(eq(member.id, '2'))
        await api.db.update(member).set({ birthday: '1990-11-25' }).where(eq(member.id, '3'))
      },
      anchors: { M1: '2026-11-18' },
    },
    {
      type: 'ticketExpiring',
      days: 14,
      happens: { contracts: [longMember(1)] },
      prepare: () =>
        api.db.insert(memberTicket).values(
          [
            { memberId: '1', expiresOn: '2026-12-01', usedNum: 1 },
            { memberId: '2', expiresOn: '2026-12-01', usedNum: 4 },
            { memberId: '3', expiresOn: '2026-11-10', usedNum: 0 },
          ].map((one, at) => ({
            ...one,
            externalId: at + 1,
            shopId: '1',
            homeShopId: '1',
            ticketId: '1',
            grantedNum: 4,
            grantedAt: tokyo('2026-09-01T10:00'),
            source: 'purchase' as const,
            unitPrice: 1100,
          })),
        ),
      anchors: { M1: '2026-11-17' },
    },
    {
      type: 'suspensionEnding',
      days: 14,
      happens: {
        // M2's 休会 ends with the membership.
        contracts: [
          { member: 1, shop: 1, from: '2026-01-05', to: '2026-10-31' },
          { member: 1, shop: 1, from: '2026-11-01', to: '2026-11-30', kind: 'suspension' },
          { member: 1, shop: 1, from: '2026-12-01' },
          { member: 2, shop: 1, from: '2026-11-01', to: '2026-11-30', kind: 'suspension' },
        ],
      },
      anchors: { M1: '2026-11-17' },
    },
    {
      type: 'withdrawalRequested',
      happens: {
        contracts: [
          { ...longMember(1), to: '2026-12-31', cancelRequestedOn: '2026-11-12' },
          { ...longMember(2), to: '2026-11-30', cancelRequestedOn: '2026-10-12' },
        ],
      },
      anchors: { M1: '2026-11-12' },
    },
  ]

  test.each(cases)(
    '$type enrols members who meet it after the scenario became public, each once',
    async ({ type, days = 0, happens, anchors, prepare }) => {
      const id = await make({ trigger: { type, days }, stopOn: [], steps: stepsOn(30) })
      await prepare?.()
      await facts.happened('2026-11-20', happens)
      await evaluateAt('2026-11-21T09:00')
      await evaluateAt('2026-11-21T09:15')
      const found = (await enrolments(id)).map(({ memberNo, anchorOn }: Record<string, string>) => [memberNo, anchorOn])
      expect(Object.fromEntries(found)).toEqual(anchors)
      expect(found.length).toBe(Object.keys(anchors).length)
    },
  )

  test('every trigger of the form has a case here, except the manual one', () => {
    expect([...cases.map(({ type }) => type), 'manual']).toEqual(Object.keys(stepTriggers))
  })

  test('members enter only by the conditions of the members’ list', async () => {
    const id = await make({ trigger: { type: 'admission', days: 0 }, entryFilter: { tag: '体験談', shopId: '1' } })
    await tag('体験談', 1, 2)
    await api.db.update(member).set({ shopId: '2' }).where(eq(member.id, '2'))
    await facts.happened('2026-11-20', {
      contracts: [1, 2, 3].map((one) => ({ member: one, shop: 1, from: '2026-11-10' })),
    })
    await evaluateAt('2026-11-21T09:00')
    expect((await enrolments(id)).map(({ memberNo }: { memberNo: string }) => memberNo)).toEqual(['M1'])
    expect((await detailOf(id)).filterText).toBe('店舗: 店舗1、タグ: 体験談')
  })

  test('a trigger more than 28 days ago is ignored, also after a long outage', async () => {
    const id = await make({ trigger: { type: 'admission', days: 0 } })
    await facts.happened('2026-12-20', {
      contracts: [
        { member: 1, shop: 1, from: '2026-11-10' },
        { member: 2, shop: 1, from: '2026-12-10' },
      ],
    })
    await evaluateAt('2026-12-21T09:00')
    expect((await enrolments(id)).map(({ memberNo }: { memberNo: string }) => memberNo)).toEqual(['M2'])
    await api.db.execute(sql`update member set tel = '09012345678' where member_no = 'M2'`)
    expect(await enrolments(id, '&keyword=090-1234-5678')).toHaveLength(1)
    expect(await enrolments(id, '&keyword=090-1234-5679')).toEqual([])
  })

  test('a second absence starts the scenario again; triggers during the scenario do not', async () => {
    const id = await make({ trigger: { type: 'noVisit', days: 14 }, steps: stepsOn(0, 3, 30) })
    const visits = visitsOn(1, ['2026-11-02'])
    await facts.happened('2026-11-20', { contracts: [longMember(1)], visits })
    await evaluateAt('2026-11-21T09:00')
    await facts.happened('2026-12-15', {
      contracts: [longMember(1)],
      visits: [...visits, ...visitsOn(1, ['2026-11-25'])],
    })
    await evaluateAt('2026-11-26T09:00')
    await evaluateAt('2026-12-16T09:00')
    const found = await enrolments(id, '&sortKey=enrolledAt')
    expect(found.map(({ anchorOn, exit }: Record<string, string>) => [anchorOn, exit])).toEqual([
      ['2026-12-09', null],
      ['2026-11-16', 'visited'],
    ])
  })
})

/** Members who visited a few weeks ago, and so are not sleeping. */
const awake = (until: string, ...visits: ReturnType<typeof visitsOn>) =>
  facts.happened(until, {
    contracts: [1, 2, 3].map(longMember),
    visits: [...[1, 2, 3].flatMap((one) => visitsOn(one, ['2026-10-25'])), ...visits],
  })

describe('steps', () => {
  beforeEach(() => awake('2026-11-20'))

  test('a step that needs consent waits for 会社情報, and no scenario with one is published before', async () => {
    const id = await make()
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    const fill = (address: string) => api.db.execute(sql`update club set address = ${address}`)
    await fill('')
    const { status, json } = await post(`${path}/new`, draft())
    expect([status, json.fields]).toEqual([422, { status: senderMissing }])
    await evaluateAt('2026-11-21T10:00')
    expect(await sentMails()).toEqual([])
    await fill('東京都新宿区新宿1-1-1')
    await evaluateAt('2026-11-21T10:15')
    expect(await sentMails()).toEqual(['2026-11-21 10:15 M1'])
  })

  test('each step is sent on its day at its time, and the scenario ends after the last', async () => {
    const id = await make()
    api.time.now = tokyo('2026-11-21T09:00')
    expect(await enrol(id, 1, 2)).toEqual({ enrolled: 2, left: 0 })
    for (const day of daysFrom('2026-11-21', 10, 1)) {
      for (const time of ['00:10', '09:40', '09:50', '10:05', '20:00']) await evaluateAt(`${day}T${time}`)
    }
    expect(await sentMails()).toEqual([
      '2026-11-21 10:00 M1',
      '2026-11-21 10:00 M2',
      '2026-11-24 10:00 M1',
      '2026-11-24 10:00 M2',
      '2026-11-28 10:00 M1',
      '2026-11-28 10:00 M2',
    ])
    const [over] = await enrolments(id)
    expect(over).toMatchObject({ exit: 'completed', stepsDone: 3, stepCount: 3, mails: 3, nextAt: null })
    expect(await detailOf(id)).toMatchObject({ enrolledCount: 0, everEnrolledCount: 2 })
  })

  test('a member who enters after the time of the first step starts on the next day', async () => {
    const id = await make()
    api.time.now = tokyo('2026-11-21T10:00')
    await enrol(id, 1)
    expect((await enrolments(id))[0].nextAt).toBe('2026-11-22T10:00:00.000+09:00')
  })

  test('each step and time is one row of the mail log, with the scenario’s name', async () => {
    const id = await make({ name: '3回のご案内' })
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1, 2, 3)
    await evaluateAt('2026-11-21T10:00')
    const { list } = (await get('/api/admin/mail/log/list')).json
    expect(list).toMatchObject([
      {
        sender: null,
        segmentText: 'ステップメール「3回のご案内」の0日後のステップ',
        counts: { total: 3 },
        consentBasis: 'consent',
      },
    ])
    const log = (await get(`/api/admin/mail/log/${list[0].id}`)).json
    expect(log).toMatchObject({ step: { id, name: '3回のご案内' }, template: { id: templates.followUp } })
  })

  test('a member gets one mail a day over all scenarios; the other waits for the next day', async () => {
    const [a, b] = [await make({ name: 'A' }), await make({ name: 'B' })]
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(a, 1)
    await enrol(b, 1)
    for (const day of daysFrom('2026-11-21', 3, 1)) await evaluateAt(`${day}T10:00`)
    expect(await sentMails()).toEqual(['2026-11-21 10:00 M1', '2026-11-22 10:00 M1'])
  })

  test('a member gets four mails a month; the fifth waits for the first of the next', async () => {
    const id = await make({ steps: stepsOn(0, 1, 2, 3, 4, 5) })
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    for (const day of daysFrom('2026-11-21', 14, 1)) await evaluateAt(`${day}T10:00`)
    expect((await sentMails()).map((sent) => sent.slice(0, 10))).toEqual([
      ...daysFrom('2026-11-21', 4, 1),
      '2026-12-01',
      '2026-12-02',
    ])
  })

  test('after a jump of the clock each due step is sent once, one a day', async () => {
    const id = await make()
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    await evaluateAt('2026-11-21T10:00')
    for (const time of ['12-15T11:00', '12-15T11:15', '12-16T09:00', '12-16T10:00', '12-17T10:00']) {
      await evaluateAt(`2026-${time}`)
    }
    expect(await sentMails()).toEqual(['2026-11-21 10:00 M1', '2026-12-15 11:00 M1', '2026-12-16 10:00 M1'])
  })

  test('a clock set back sends nothing twice', async () => {
    const id = await make()
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    for (const time of ['21T10:00', '24T10:00', '20T10:00', '21T10:00', '24T09:50', '24T10:15', '28T10:00']) {
      await evaluateAt(`2026-11-${time}`)
    }
    expect((await sentMails()).map((sent) => sent.slice(5, 10))).toEqual(['11-21', '11-24', '11-28'])
  })

  test('nothing is sent at night: a late step waits until eight', async () => {
    const id = await make({ steps: [{ ...stepsOn(0)[0], sendTime: '20:50' } as ReturnType<typeof stepsOn>[number]] })
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    for (const time of ['21T21:05', '22T03:00', '22T07:30']) await evaluateAt(`2026-11-${time}`)
    expect(await sentMails()).toEqual([])
    await evaluateAt('2026-11-22T08:00')
    expect(await sentMails()).toEqual(['2026-11-22 08:00 M1'])
  })

  test('a process that dies between a mail and its jobs has done nothing, and the next one does it once', async () => {
    const id = await make()
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    const dying = { ...api.jobs, addAll: () => Promise.reject(new Error('killed')) }
    await expect(evaluateAt('2026-11-21T10:00', dying)).rejects.toThrow('killed')
    expect(await sentMails()).toEqual([])
    expect((await enrolments(id))[0]).toMatchObject({ stepsDone: 0, mails: 0 })
    await evaluateAt('2026-11-21T10:00')
    expect(await sentMails()).toEqual(['2026-11-21 10:00 M1'])
  })

  test('two concurrent evaluations send once', async () => {
    const id = await make()
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1, 2)
    await Promise.all(Array.from({ length: 3 }, () => evaluateAt('2026-11-21T10:00')))
    expect(await sentMails()).toEqual(['2026-11-21 10:00 M1', '2026-11-21 10:00 M2'])
  })

  test('a member who may not get mails is excluded with the reason, and moves on to the next step', async () => {
    const id = await make({ stopOn: [] })
    await api.db.update(member).set({ mailOptIn: false }).where(eq(member.id, '2'))
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1, 2)
    await evaluateAt('2026-11-21T10:00')
    expect(await sentMails()).toEqual(['2026-11-21 10:00 M1'])
    const { list } = (await get('/api/admin/mail/log/list')).json
    const log = (await get(`/api/admin/mail/log/${list[0].id}`)).json
    expect(log.excludedReasons).toEqual([{ reason: 'noConsent', count: 1 }])
    expect(
      (await enrolments(id)).map(({ stepsDone, mails }: Record<string, number>) => [stepsDone, mails]).sort(),
    ).toEqual([
      [1, 0],
      [1, 1],
    ])
  })

  test('sleeping members get nothing: no mail is sent from the 56th day of an absence on', async () => {
    await make({ trigger: { type: 'noVisit', days: 55 }, steps: stepsOn(0, 7), stopOn: [] })
    const visits = visitsOn(1, ['2026-09-20'])
    await facts.happened('2026-11-14', { contracts: [longMember(1)], visits })
    await evaluateAt('2026-11-15T09:00')
    await evaluateAt('2026-11-15T10:00')
    await facts.happened('2026-11-21', { contracts: [longMember(1)], visits })
    await evaluateAt('2026-11-22T10:00')
    expect(await sentMails()).toEqual(['2026-11-15 10:00 M1'])
  })

  test.each([
    ['visited', () => awake('2026-11-22', ...visitsOn(1, ['2026-11-22']))],
    ['cancelled', () => api.db.update(member).set({ contractStatus: 'cancel' }).where(eq(member.id, '1'))],
    ['optedOut', () => api.db.insert(mailOptOut).values({ memberId: '1', at: tokyo('2026-11-22T08:00') })],
  ])('%s ends it where that is a stop condition, and does not otherwise', async (stop, happens) => {
    const [ends, goesOn] = [await make({ stopOn: [stop] }), await make({ stopOn: [] })]
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(ends, 1)
    await enrol(goesOn, 1)
    await happens()
    await evaluateAt('2026-11-22T09:00')
    expect((await enrolments(ends))[0]).toMatchObject({
      exit: stop,
      nextAt: null,
      endedAt: '2026-11-22T09:00:00.000+09:00',
    })
    expect((await enrolments(goesOn))[0]).toMatchObject({ exit: null, endedAt: null })
  })

  test('somebody’s 配信停止 in another shop at the same address ends nothing: it would be named; no letter goes there', async () => {
    const id = await make({ stopOn: ['optedOut'], steps: stepsOn(0, 1) })
    await api.db.execute(sql`update member set email = 'same@example.jp', shop_id = case id when 2 then 2 else 1 end
      where id in (1, 2)`)
    await api.db.insert(mailOptOut).values({ memberId: '2', at: tokyo('2026-11-20T08:00') })
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    await evaluateAt('2026-11-22T09:00')
    await evaluateAt('2026-11-22T10:00')
    expect((await enrolments(id))[0]).toMatchObject({ exit: null, endedAt: null })
    expect(await sentMails()).toEqual([])
  })

  test('a template that is no longer in use sends nothing, and the next step is sent', async () => {
    const id = await make({ steps: stepsOn(0, 1) })
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    await api.db.update(mailTemplate).set({ status: 'disabled' }).where(eq(mailTemplate.id, templates.followUp))
    await evaluateAt('2026-11-21T10:00')
    await api.db.update(mailTemplate).set({ status: 'active' }).where(eq(mailTemplate.id, templates.followUp))
    await evaluateAt('2026-11-22T10:00')
    expect(await sentMails()).toEqual(['2026-11-22 10:00 M1'])
  })

  test('a withdrawn scenario ends for everybody, and triggers meanwhile start nothing later', async () => {
    const id = await make({ trigger: { type: 'admission', days: 0 }, stopOn: [] })
    const contracts = [{ member: 1, shop: 1, from: '2026-11-20' }]
    await facts.happened('2026-11-20', { contracts })
    await evaluateAt('2026-11-21T09:00')
    await put(id, { status: 'disabled' })
    expect((await enrolments(id))[0]).toMatchObject({ exit: 'disabled', nextAt: null })
    await facts.happened('2026-11-24', { contracts: [...contracts, { member: 2, shop: 1, from: '2026-11-23' }] })
    api.time.now = tokyo('2026-11-25T09:00')
    await put(id, { status: 'active' })
    await evaluateAt('2026-11-25T10:00')
    expect(await enrolments(id)).toHaveLength(1)
    expect(await sentMails()).toEqual([])
  })

  test('a step inserted before one that a member waits for is only for later members', async () => {
    const id = await make({ steps: stepsOn(0, 7) })
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    await evaluateAt('2026-11-21T10:00')
    api.time.now = tokyo('2026-11-26T09:00')
    await put(id, { steps: stepsOn(0, 3, 7, 9) })
    for (const day of daysFrom('2026-11-26', 6, 1)) await evaluateAt(`${day}T10:00`)
    expect((await sentMails()).map((sent) => sent.slice(5, 10))).toEqual(['11-21', '11-28', '11-30'])
  })
})

describe('a form', () => {
  const refused = async (body: object) => {
    const { status, json } = await post(`${path}/new`, body)
    expect(status).toBe(422)
    return json.fields
  }
  const at = (delayDays: number, sendTime: string, templateId = templates.followUp) => ({
    delayDays,
    sendTime,
    templateId,
  })

  test.each(['21:00', '23:59', '00:00', '07:59'])('a step at %s is refused, because it is at night', async (time) => {
    expect(await refused(draft({ steps: [at(0, '10:00'), at(1, time)] }))).toEqual({
      'steps.1.sendTime': 'ステップ2の時刻は、8:00〜20:59で入力してください。夜間は送信しません。',
    })
  })

  test('two steps on one day, or in the wrong order, are refused', async () => {
    expect(await refused(draft({ steps: [at(3, '10:00'), at(3, '18:00')] }))).toEqual({
      'steps.1.delayDays': 'ステップ2の日数は、ステップ1より大きくしてください。',
    })
    expect(Object.keys(await refused(draft({ steps: [] })))).toEqual(['steps'])
    expect(Object.keys(await refused(draft({ steps: stepsOn(...daysFrom('2026-01-01', 21, 1).keys()) })))).toEqual([
      'steps',
    ])
  })

  test('a trigger requires days if it counts them, and refuses them otherwise', async () => {
    const daysOf = async (type: string, days: number) => refused(draft({ trigger: { type, days } }))
    expect(await daysOf('noVisit', 56)).toEqual({ 'trigger.days': 'この項目の日数は、3〜55日で入力してください。' })
    expect(Object.keys(await daysOf('noVisit', 2))).toEqual(['trigger.days'])
    expect(Object.keys(await daysOf('admission', 1))).toEqual(['trigger.days'])
    expect(Object.keys(await daysOf('birthday', 61))).toEqual(['trigger.days'])
  })

  test('a public scenario refuses a shop’s template, a missing one, and a draft', async () => {
    const field = 'steps.0.templateId'
    expect(await refused(draft({ steps: [at(0, '10:00', templates.own)] }))).toEqual({
      [field]: 'ステップ1のテンプレートには、共通のテンプレートを選択してください。',
    })
    expect(Object.keys(await refused(draft({ steps: [at(0, '10:00', '999999')] })))).toEqual([field])
    const unready = { steps: [at(0, '10:00', templates.draft)] }
    expect(Object.keys(await refused(draft(unready)))).toEqual([field])
    await make({ ...unready, status: 'pending' })
  })

  test('業務連絡 is refused where it would reach absent members', async () => {
    const steps = [at(0, '10:00', templates.transactional)]
    expect(Object.keys(await refused(draft({ trigger: { type: 'noVisit', days: 14 }, steps })))).toEqual([
      'steps.0.templateId',
    ])
    await make({ trigger: { type: 'suspensionEnding', days: 14 }, steps })
  })

  test('a template in use by a scenario cannot be deleted', async () => {
    const { json } = await post('/api/admin/mail/template/new', {
      ...{
        name: '秋のご案内',
        category: 'followUp',
        subject: 'ご案内',
        body: '<p>ご案内です。</p>',
        fromName: 'からだ',
      },
      ...{ replyTo: null, footer: null, shopId: null, status: 'pending' },
    })
    await make({ name: '秋', steps: [at(0, '10:00', json.id)], status: 'pending' })
    const refused = await api.delete(`/api/admin/mail/template/${json.id}`, { token: await api.signIn(head) })
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'ステップメール「秋」で使用しているため、削除できません。',
    ])
  })

  test('members can be added by hand only to a scenario for that, while it is public', async () => {
    const add = async (more: StepFields) =>
      (await post(`${path}/${await make(more)}/enrolment/new`, { userIds: ['1'] })).status
    expect(await add({ trigger: { type: 'admission', days: 0 } })).toBe(422)
    expect(await add({ status: 'pending' })).toBe(422)
    const id = await make()
    await enrol(id, 1)
    expect(await enrol(id, 1, 2)).toEqual({ enrolled: 1, left: 1 })
  })

  test('a public scenario cannot be deleted; after its deletion its mails of the day still count', async () => {
    await awake('2026-11-20')
    const id = await make()
    api.time.now = tokyo('2026-11-21T09:00')
    await enrol(id, 1)
    await evaluateAt('2026-11-21T10:00')
    expect((await remove(id)).status).toBe(422)
    await put(id, { status: 'disabled' })
    expect((await remove(id)).status).toBe(200)
    const other = await make({ steps: [at(0, '18:00')] })
    await enrol(other, 1)
    await evaluateAt('2026-11-21T18:00')
    expect(await sentMails()).toHaveLength(1)
    const { list } = (await get('/api/admin/mail/log/list')).json
    expect((await get(`/api/admin/mail/log/${list[0].id}`)).json.step).toBeNull()
  })
})

describe('a shop’s manager', () => {
  test('reads the chain’s scenarios, and the members of their own shop in them', async () => {
    await api.db.update(member).set({ shopId: '2' }).where(eq(member.id, '2'))
    const id = await make()
    await enrol(id, 1, 2)
    expect((await enrolments(id, '', manager)).map(({ memberNo }: { memberNo: string }) => memberNo)).toEqual(['M1'])
    const seen = (await get(`${path}/${id}`, manager)).json
    expect(seen).toMatchObject({ enrolledCount: 1, canEdit: false })
    const ofMember = (user: number) => get(`/api/admin/member/${user}/mail-step/list`, manager)
    expect((await ofMember(1)).json.list).toMatchObject([{ step: { id }, stepsDone: 0, exit: null }])
    expect((await ofMember(2)).status).toBe(404)
  })
})

describe('a dry run', () => {
  const numbers = Array.from({ length: people - 2 }, (_, at) => at + 1)
  const days = daysFrom('2026-06-01', 173, 1)
  // A pseudo-random sequence, the same each time.
  let state = 7
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const daysOf = new Map(
    numbers.map((id) => {
      const [before, after] = [random() * 0.5, random() * 0.3]
      return [id, days.filter((day) => random() < (day < '2026-09-25' ? before : after))]
    }),
  )
  const addDays = (day: string, count: number) => daysFrom(day, 2, count)[1] as string
  const cameBetween = (id: number, from: string, to: string) =>
    (daysOf.get(id) ?? []).filter((day) => day >= from && day <= to).length

  /** Members with 14 days without a visit on a day of October, found by checking each day. */
  const stayedAway = (id: number, day: string) =>
    cameBetween(id, addDays(day, -13), day) === 0 && cameBetween(id, addDays(day, -14), addDays(day, -14)) === 1
  const isLess = (id: number, day: string) => {
    const [within, prior] = [
      cameBetween(id, addDays(day, -27), day),
      cameBetween(id, addDays(day, -55), addDays(day, -28)),
    ]
    return within >= 1 && within <= prior - 2 && within <= 0.7 * prior
  }
  const cameLess = (id: number, day: string) => isLess(id, day) && !isLess(id, addDays(day, -1))

  test.each([
    ['noVisit', 14, stayedAway],
    ['visitDrop', 0, cameLess],
  ] as const)('of %s equals a plain count of last month’s days', async (type, counted, met) => {
    const visits = [...daysOf].flatMap(([id, days]) => visitsOn(id, days))
    await facts.happened('2026-11-20', { contracts: numbers.map(longMember), visits })
    await api.db.execute(sql`update member set mail_opt_in = false where id % 5 = 0`)
    const id = await make({ trigger: { type, days: counted }, stopOn: ['visited'], steps: stepsOn(0, 5, 45) })
    api.time.now = tokyo('2026-11-21T09:00')
    const plain = {
      members: 0,
      steps: [0, 5, 45].map((delayDays) => ({ delayDays, mails: 0, stopped: 0, excluded: 0, later: 0 })),
    }
    for (const one of numbers) {
      const anchor = days.find((day) => day.startsWith('2026-10') && met(one, day))
      if (anchor === undefined) continue
      plain.members += 1
      for (const step of plain.steps) {
        const day = addDays(anchor, step.delayDays)
        const isAsleep = cameBetween(one, addDays(day, -55), day) === 0
        if (day > '2026-11-20') step.later += 1
        else if (cameBetween(one, addDays(anchor, 1), addDays(day, -1)) > 0) step.stopped += 1
        else if (one % 5 === 0 || isAsleep) step.excluded += 1
        else step.mails += 1
      }
    }
    const { json } = await get(`${path}/${id}/dry-run`)
    expect(json).toEqual({
      month: '2026-10',
      until: '2026-11-20',
      oneIn: 1,
      ...plain,
      mails: plain.steps.reduce((sum, { mails }) => sum + mails, 0),
    })
    expect(plain.members).toBeGreaterThan(10)
    expect(json.mails).toBeGreaterThan(5)
    expect(await enrolments(id), 'nobody is let in').toEqual([])
  })

  test('of more members than are tried at once is that of a sample, multiplied', async () => {
    const visits = [...daysOf].flatMap(([id, days]) => visitsOn(id, days))
    await facts.happened('2026-11-20', { contracts: numbers.map(longMember), visits })
    const tried = (where: SQL, atOnce?: number) =>
      facts.db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('app.shops', 'all', true)`)
        const trigger = { type: 'visitDrop', days: 0 } as const
        const steps = [{ delayDays: 0, category: 'followUp' as const }]
        return tryOut(
          tx as unknown as Scoped,
          { trigger, stopOn: [], steps, where, from: '2026-10-01', to: '2026-10-31' },
          atOnce,
        )
      })
    const { oneIn, members, steps } = await tried(sql`true`, people / 4)
    expect(oneIn).toBe(4)
    const sample = await tried(sql`(hashint4(l.member_id) & 65535) % 4 = 0`)
    expect(sample.members).toBeGreaterThan(1)
    expect([members, steps[0]?.mails]).toEqual([sample.members * 4, (sample.steps[0]?.mails ?? 0) * 4])
  })

  test('reports missing facts', async () => {
    await facts.happened(null, {})
    const { json } = await get(`${path}/${await make()}/dry-run`)
    expect(json).toEqual({ month: '2026-10', until: null, oneIn: 1, members: 0, mails: 0, steps: [] })
  })
})
