import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { type Stub, type StubOptions, startStub } from './stub.ts'

let stub: Stub
let time: number
const at = (text: string) => {
  time = Date.parse(`${text.replace(' ', 'T')}+09:00`)
}
const start = async (options: StubOptions) => {
  at('2026-09-10 10:00')
  stub = await startStub({ clock: () => time, perSecond: 100_000, ...options })
}
afterEach(() => stub.close())

/** As who has its permission reads it. */
async function read(path: string) {
  const redirectUri = 'http://localhost/'
  const grant = { grant_type: 'authorization_code', code: stub.tokens.code(redirectUri), redirect_uri: redirectUri }
  const token = stub.tokens.exchange(grant)?.access_token
  const answer = await fetch(`${stub.apiUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
  })
  // biome-ignore lint/suspicious/noExplicitAny: its own shape is what is looked at.
  return { status: answer.status, data: ((await answer.json()) as any).data }
}
const active = `/member/members?${new URLSearchParams({ query: JSON.stringify({ is_active: true }) })}`
const idsOf = async (path: string, name: string) =>
  (await read(path)).data[name].list.map(({ id }: { id: number }) => id) as number[]
const made = <T>(row: T | null): T => {
  expect(row).not.toBeNull()
  return row as T
}
const months = { from: '2026-09-01', to: '2026-11-30' }

test('MA002, PA002 and RS002 are what a hand counts in a small club', async () => {
  await start({ members: 0, studios: 2 })
  const { life } = stub
  // September: five join, one of them at the second studio.
  const [a, b, c, d] = [1, 2, 3, 4].map(() => made(life.join({ studioId: 101 })).id) as [number, number, number, number]
  const e = made(life.join({ studioId: 102, planId: 602 })).id
  life.addOption(a, 621)
  const purchase = made(life.buy(a, 502))
  at('2026-09-20 10:00')
  life.fileWithdrawal(b, '2026-09-30')
  life.changePlan(c, 603)
  life.suspend(d, '2026-10-01', '2026-10-31')
  at('2026-10-15 10:00')
  life.refund(purchase.id)
  life.moveStudio(e, 101)
  life.fileWithdrawal(a, '2026-11-30')
  const lesson = made(life.addLesson({ roomId: 301, programId: 201, startAt: '2026-10-20 10:00:00.000', capacity: 4 }))
  const [first] = [c, e, null].map((id) => made(life.book(id, lesson.id)).id) as [number]
  at('2026-10-19 10:00')
  life.cancel(first)
  at('2026-11-10 10:00')
  life.rejoin(b)

  expect(stub.figures('MA002', months).split('\r\n')).toEqual([
    '対象年月,店舗在籍会員数,プラン契約者数,プラン契約者数 (1日時点),店舗在籍新規会員登録数,プラン新規申込数,プラン新規入会数,プラン変更数,休会数,退会数,退会率',
    '202609,4,4,0,5,5,5,0,0,1,',
    '202610,4,4,4,0,0,0,1,1,0,0.0%',
    // b is back; d rests no more; a leaves on a day that is still to come.
    '202611,5,5,4,0,1,1,0,0,0,0.0%',
    '',
  ])
  // e came from the second studio without leaving or joining.
  expect(
    stub
      .figures('MA002', { ...months, studioId: 102 })
      .split('\r\n')
      .slice(1, 3),
  ).toEqual(['202609,1,1,0,1,1,1,0,0,0,', '202610,0,0,1,0,0,0,0,0,0,0.0%'])
  // First sales 4 × (4,400 + 8,800 + 5,500 − 3,300) + (3,300 + 6,600 + 5,500 − 3,300), a ticket 2,200.
  expect(stub.figures('PA002', months).split('\r\n').slice(0, 3)).toEqual([
    '対象年月,[総売上] 合計,[売上] 合計,[プラン売上] 件数,[プラン売上] 合計,[プラン売上] 会員単価',
    '202609,75900,75900,10,62700,12540',
    '202610,0,-2200,0,0,',
  ])
  expect(stub.figures('RS002', months)).toBe(
    'ルーム名,レッスン日,開始時刻,スペース数,総予約数,稼働率\r\nルーム1,2026-10-20,10:00,4,2,50.0%\r\n',
  )
})

test('a filed withdrawal stays until its last day, then it is gone; who rests is not active', async () => {
  await start({ members: 0, studios: 1 })
  const left = made(stub.life.join()).id
  const resting = made(stub.life.join()).id
  at('2026-09-20 10:00')
  stub.life.fileWithdrawal(left, '2026-09-30')
  stub.life.suspend(resting)
  at('2026-09-30 23:59')
  expect(await idsOf(active, 'members')).toEqual([left, resting])
  expect((await read(`/member/members/${left}`)).data.member.cancel_requested_at).toBe('2026-09-20 10:00:00.000')
  at('2026-10-01 00:00')
  expect(await idsOf('/member/members', 'members')).toEqual([resting])
  expect(await idsOf(active, 'members')).toEqual([])
  expect((await read(`/member/members/${left}`)).status).toBe(404)
  expect((await read(`/member/members/${left}/plans`)).status).toBe(404)
  stub.traps.off('withdrawnVanish')
  stub.traps.off('restNotActive')
  expect((await read(`/member/members/${left}`)).data.member.status).toBe('退会')
  expect(await idsOf(active, 'members')).toEqual([resting])
})

test('a first sale is one line, and its fee comes weeks later', async () => {
  await start({ members: 0, studios: 1 })
  stub.life.join()
  const sale = async () => (await read('/purchase/purchases')).data.purchases.list[0]
  expect(await sale()).toMatchObject({ fee: null, deposited_on: null, total_amount: 15_400 })
  expect((await sale()).details).toEqual([
    {
      ...{ code: null, name: '初月会費＋翌月会費＋入会金＋クーポン', category: null, quantity: 1, unit_price: 18_700 },
      ...{ discount_amount: 3_300, tax_amount: 1_400, total_amount: 15_400 },
    },
  ])
  expect(Object.keys(await sale()).filter((key) => key.startsWith('_'))).toEqual([])
  at('2026-11-20 10:00')
  expect(await sale()).toMatchObject({ fee: 462, deposited_on: expect.stringMatching(/^2026-1[01]-/) })
  stub.traps.off('firstSaleInOneLine')
  expect((await sale()).details).toHaveLength(4)
})

test('a club is the same at every start, and holds what has bitten others', async () => {
  await start({ members: 400, studios: 3 })
  const { world } = stub
  await stub.close()
  const figures = () => stub.figures('MA002', months)
  const before = figures()
  await start({ members: 400, studios: 3 })
  expect(stub.world).toEqual(world)
  expect(figures()).toBe(before)

  // Who was there, came and left is who is there.
  const counted = before
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',').map(Number))
  for (const [at, month] of counted.slice(1).entries()) {
    const [under, joined, left] = [counted[at]?.[2], month[6], month[9]] as [number, number, number]
    expect(month[2]).toBe(under + joined - left)
  }

  const share = <T>(rows: readonly T[], is: (row: T) => boolean) => rows.filter(is).length / rows.length
  const { members, plans, purchases, reservations } = world
  const days = Map.groupBy(members, ({ joined_at }) => joined_at)
  expect(Math.max(...[...days.values()].map((ones) => ones.length)) / members.length).toBeGreaterThan(0.2)
  expect(share(members, ({ mail_address }) => mail_address.includes('dummy'))).toBeGreaterThan(0.07)
  expect(share(members, (row) => Boolean(row.representative_mail_address))).toBeGreaterThan(0.07)
  expect(share(members, ({ cancel_requested_at }) => cancel_requested_at !== null)).toBeGreaterThan(0.05)
  expect(new Set(plans.map(({ plan }) => plan.type))).toEqual(new Set(['通常', '家族', '休会', 'オプション']))
  const equal = Map.groupBy(purchases, ({ id: _, deposited_on: __, ...row }) => JSON.stringify(row))
  expect([...equal.values()].some((ones) => ones.length === 2)).toBe(true)
  expect(share(reservations, ({ checkin_at }) => checkin_at !== null)).toBeGreaterThan(0.3)
  const first = new Map(plans.toReversed().map((one) => [one.member_id, one]))
  const three = members.filter(({ id, joined_at }) => {
    const { contracted_on, start_on } = first.get(id) ?? { contracted_on: '9999', start_on: '' }
    return contracted_on < String(joined_at) && String(joined_at) < start_on
  })
  expect(three.length).toBeGreaterThan(10)
  const absent = new Set(reservations.flatMap(({ id, checkin_at }) => (checkin_at === null ? [id] : [])))
  expect(purchases.some(({ reservation_id }) => absent.has(Number(reservation_id)))).toBe(true)
  expect(members.filter(({ is_guest }) => is_guest)).toHaveLength(8)
  const yearly = plans.filter((one) => one.end_on && one.end_on > '2026-10-31' && !one.cancel_requested_on)
  expect(yearly.length).toBeGreaterThan(10)
})

test('webhooks are signed, and come early, twice, old, wrongly signed or not at all as they are told to', async () => {
  const secret = 'between-us'
  await start({ members: 0, studios: 1, webhook: { url: 'http://localhost/', secret, deliver: async () => {} } })
  const { life, webhooks } = stub
  const signed = (sent: (typeof webhooks.sent)[number] | undefined) => {
    const { timestamp, nonce, signature } = JSON.parse(sent?.headers['x-webhook-event'] ?? '')
    const expected = createHmac('sha256', secret).update(`${sent?.body}:${timestamp}:${nonce}`).digest('hex')
    return { isGood: signature === expected, age: time / 1000 - timestamp, nonce }
  }
  const id = made(life.join()).id
  expect(JSON.parse(webhooks.sent[0]?.body ?? '')).toMatchObject({ type: 'member_plan.created', member_id: id })
  expect(signed(webhooks.sent[0])).toMatchObject({ isGood: true, age: 0 })

  const next = (mode: Parameters<typeof webhooks.on>[0]) => {
    webhooks.on(mode)
    const before = webhooks.sent.length
    const option = made(life.addOption(id, 622))
    webhooks.off(mode)
    return { sent: webhooks.sent.slice(before), option }
  }
  const twice = next('doubled').sent.map(signed)
  expect(new Set(twice.map(({ nonce }) => nonce)).size).toBe(1)
  expect(twice).toHaveLength(2)
  expect(next('old').sent.map(signed)).toMatchObject([{ isGood: true, age: 360 }])
  expect(next('wronglySigned').sent.map(signed)).toMatchObject([{ isGood: false }])
  expect(next('lost').sent).toEqual([])
  const early = next('early').option.id
  const plans = () => idsOf(`/member/members/${id}/plans`, 'plans')
  expect(await plans()).not.toContain(early)
  time += 30_000
  expect(await plans()).toContain(early)
})
