import type { ImportKind } from '#contract/words/import.ts'
import { createRandom, type Random } from '../../stub/random.ts'
import type { Stub } from '../../stub/stub.ts'
import { addDays } from '../../stub/time.ts'
import type { Contract, Member, Plan, Purchase } from '../../stub/world.ts'

// One club of two shops as its own files have it and as its club system has it: the same people, with the club system's
// own numbers, milliseconds and states, and what such pictures differ in.

export const shopNames = ['三軒茶屋店', '二子玉川店'] as const
type Shop = (typeof shopNames)[number]
const studioOf = (shop: Shop) => 101 + shopNames.indexOf(shop)

interface Person {
  memberNo: string
  name: string
  kana: string
  birthday: string
  shop: Shop
  /** As the file writes it. */
  plan: string
  joinedOn: string
  leftOn: string | null
}
interface Sale {
  of: Person
  day: string
  product: string
  category: '会費' | '物販'
  net: number
  /** As the file of bills says. */
  isPaid: boolean
}
export interface FirstDayClub {
  today: string
  people: readonly Person[]
  sales: readonly Sale[]
  visits: readonly { of: Person; day: string; time: string }[]
}

const months = ['2026-08', '2026-09', '2026-10', '2026-11'] as const
const planWords = [
  'レギュラー会員',
  'レギュラー',
  '平日デイ会員',
  'デイ（平日）',
  'ナイト会員',
  'ファミリー会員',
  '家族会員',
]
const two = (n: number) => String(n).padStart(2, '0')

/** Everything that the files have, until the day before `today`; one in six has left. */
export function firstDayClub(today: string, count: number): FirstDayClub {
  const people = Array.from({ length: count }, (_, n): Person => {
    const isGone = n % 6 === 5
    return {
      memberNo: isGone ? `0070${two(n)}` : `K1000${two(n)}`,
      name: `${'佐鈴高田伊渡山中小加'[n % 10]}木 ${'彩葵恵誠翔'[n % 5]}${n}`,
      kana: `${'サスタテイワヤナコカ'[n % 10]}キ ${'アオエマシ'[n % 5]}${'ア'.repeat(1 + (n % 7))}`,
      birthday: addDays('1950-03-01', n * 217),
      shop: shopNames[n % 2] as Shop,
      plan: planWords[n % planWords.length] as string,
      joinedOn: n % 9 === 4 ? `2026-${two(8 + (n % 3))}-03` : addDays('2023-02-10', n * 17),
      leftOn: isGone ? `2026-${['08-31', '09-30', '10-31'][n % 3]}` : null,
    }
  })
  const isMemberOn = ({ joinedOn, leftOn }: Person, day: string) => joinedOn <= day && (leftOn ?? '9999') >= day
  const dues = months.flatMap((month) =>
    people.flatMap((of, n): Sale[] => {
      const day = `${month}-01`
      if (!isMemberOn(of, day)) return []
      const { name: product, price: net } = planCalled(of.plan)
      return [
        { of, day, product: `${product} 月会費`, category: '会費', net, isPaid: month < '2026-10' || n % 8 !== 2 },
      ]
    }),
  )
  const goods = people.flatMap((of, n): Sale[] =>
    n % 4 === 0 && of.leftOn === null
      ? [{ of, day: `2026-11-${two(2 + (n % 25))}`, product: 'プロテイン', category: '物販', net: 4320, isPaid: true }]
      : [],
  )
  const visits = people.flatMap((of, n) =>
    of.leftOn === null
      ? [1, 2, 4, 12].map((days) => ({
          of,
          day: addDays(today, -days),
          time: `${two(9 + (n % 10))}:${two((n * 7) % 56)}`,
        }))
      : [],
  )
  return { today, people, sales: [...dues, ...goods], visits }
}

/** The files, in the shape that clubs have them in, with the answers that a person gives to them. */
export function filesOf(club: FirstDayClub): { kind: ImportKind; lines: string[]; answers: object }[] {
  const slashed = (day: string) => day.replaceAll('-', '/')
  const file = (kind: ImportKind, heading: string, lines: string[], answers: object = {}) => ({
    ...{ kind, lines: [heading, ...lines], answers },
  })
  return [
    file(
      'member',
      '会員No.,お名前,ふりがな,性別,生年月日,所属,ご入会日',
      club.people.map((one) =>
        [one.memberNo, one.name, one.kana, '女', slashed(one.birthday), one.shop, slashed(one.joinedOn)].join(','),
      ),
      { columns: { お名前: 'name', ふりがな: 'kana', 所属: 'shop', ご入会日: 'joinedOn' } },
    ),
    file(
      'contract',
      '会員番号,コース名,開始日,終了日,月会費',
      club.people.map((one) =>
        [
          ...[one.memberNo, one.plan, slashed(one.joinedOn), one.leftOn ? slashed(one.leftOn) : ''],
          planCalled(one.plan).price,
        ].join(','),
      ),
      { columns: { コース名: 'plan' }, leaversFrom: `${months[0]}-01` },
    ),
    file(
      'visit',
      '入館日時,会員番号,店舗',
      club.visits.map(({ of, day, time }) => [`${slashed(day)} ${time}`, of.memberNo, of.shop].join(',')),
      { isLastDayWhole: true },
    ),
    file(
      'sale',
      '伝票番号,売上日,会員番号,店舗,商品,数量,金額,区分',
      club.sales.map(({ of, day, product, net, category }, n) =>
        [n + 1, slashed(day), of.memberNo, of.shop, product, 1, net, category].join(','),
      ),
      { columns: { 伝票番号: 'externalId', 商品: 'product' }, isLastDayWhole: true },
    ),
    file(
      'bill',
      '会員番号,請求月,請求日,金額,状態',
      club.sales.flatMap(({ of, day, net, category, isPaid }) =>
        category === '会費' && day >= '2026-10-01'
          ? [
              [
                of.memberNo,
                `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月`,
                slashed(day),
                net,
                isPaid ? '入金済' : '未払い',
              ].join(','),
            ]
          : [],
      ),
    ),
  ]
}

/** Under the names of the club system; the files have these and others. */
const plans: readonly Plan[] = [
  { id: 601, code: 'P-REG', name: 'レギュラー会員', type: '通常', price: 8800 },
  { id: 602, code: 'P-DAY', name: '平日デイ会員', type: '通常', price: 6600 },
  { id: 603, code: 'P-NIGHT', name: 'ナイト会員', type: '通常', price: 6600 },
  { id: 604, code: 'P-FAM', name: 'ファミリー会員', type: '家族', price: 11_000 },
]
const planCalled = (text: string) =>
  plans[['レギュラー', 'デイ', 'ナイト'].findIndex((word) => text.includes(word))] ?? (plans[3] as Plan)

const rest: Plan = { id: 610, code: 'P-REST', name: '休会', type: '休会', price: 1100 }
/** Seconds and milliseconds, which no file has. */
const precise = (n: number) => `${two(n % 60)}.${String((n * 37) % 1000).padStart(3, '0')}`

/**
 * The club system of this club. Who has left is in its figures and no longer in its list. Of the others one has another
 * number and one a number that is somebody else's there, one contract begins two days later, one member is on 休会, dues
 * are unpaid or were paid later, one sale is of the next day, some check-ins are minutes before the door's, and one
 * member is in no file.
 */
export function seedFromFiles({ world }: Pick<Stub, 'world'>, { people, sales, visits, today }: FirstDayClub) {
  for (const [at, studio] of world.studios.entries()) studio.name = shopNames[at] as Shop
  const month = `${today.slice(0, 7)}-01`
  const here = people.filter(({ leftOn, joinedOn }) => leftOn === null && joinedOn < '2026-08-01')
  const [renumbered, robbed, later, resting, nextDay, paidLater] = [here[0], here[1], here[2], here[3], here[4]].concat(
    sales.find(({ isPaid, day, of }) => !isPaid && day < month && of.leftOn === null)?.of,
  )
  const idOf = (of: Person) => 20_001 + people.indexOf(of)
  const member = (id: number, one: Omit<Person, 'plan' | 'leftOn'>, leftOn: string | null = null): Member => ({
    ...{ id, member_no: one.memberNo, name: one.name, name_kana: one.kana, birthday: one.birthday },
    ...{ mail_address: `m${id}@example.jp`, representative_mail_address: null, account_type: '代表アカウント' },
    ...{ representative_name: null, tel: null, gender: 2, zip_code: null, prefecture: null, address1: null },
    ...{ address2: null, studio_id: studioOf(one.shop), joined_at: `${one.joinedOn} 10:15:${precise(id)}` },
    ...{ cancel_requested_at: leftOn && `${leftOn} 12:00:00.000`, is_guest: false },
  })
  const contract = (id: number, of: Member, plan: Plan, from: string, to: string | null, filedOn = to): Contract => ({
    ...{ id, member_id: of.id, studio_id: of.studio_id, plan, contracted_on: from, start_on: from, end_on: to },
    ...{ cancel_requested_on: filedOn, payment_method: '口座振替', payment_status: '支払い済み' },
  })
  for (const [n, one] of people.entries()) {
    const made = member(idOf(one), one, one.leftOn)
    if (one === renumbered || one === robbed) made.member_no = `P90000${n}`
    world.members.push(made)
    const from = one === later ? addDays(one.joinedOn, 2) : one.joinedOn
    const isResting = one === resting
    const to = isResting ? addDays(month, -1) : one.leftOn
    world.plans.push(contract(40_001 + n, made, planCalled(one.plan), from, to, one.leftOn))
    if (isResting) world.plans.push(contract(49_001, made, rest, month, null))
  }
  const strangers = [
    ['P900901', '星野 一人', 'ホシノ ヒトリ'],
    [robbed?.memberNo ?? '', '月島 次郎', 'ツキシマ ジロウ'],
  ] as const
  for (const [n, [memberNo, name, kana]] of strangers.entries()) {
    const of = { memberNo, name, kana, birthday: `1999-09-0${n + 1}`, shop: shopNames[0], joinedOn: '2026-07-01' }
    const made = member(29_001 + n, of)
    world.members.push(made)
    world.plans.push(contract(49_101 + n, made, plans[0] as Plan, '2026-07-01', null))
  }
  for (const [n, { of, day, product, category, net, isPaid }] of sales.entries()) {
    const settledOn = of === nextDay && day === '2026-08-01' ? addDays(day, 1) : day
    const paidOn = isPaid ? settledOn : of === paidLater && day < month ? addDays(today, -9) : null
    const name = category === '会費' ? planCalled(of.plan).name : product
    const line = { code: null, name, category, quantity: 1, unit_price: net, discount_amount: 0, total_amount: net }
    const tax = Math.trunc(net / 11)
    world.purchases.push({
      ...{ id: 51_001 + n, studio_id: studioOf(of.shop), member_id: idOf(of), charged_at: `${day} 00:00:00.000` },
      ...{
        settled_at: paidOn && `${paidOn} 10:${two(n % 60)}:${precise(n)}`,
        target_month: day.slice(0, 7).replace('-', ''),
      },
      ...{ payment_method: '口座振替', reservation_id: null, status: paidOn ? '精算済' : '未払い' },
      ...{ total_amount: net, tax_amount: tax, discount_amount: 0, fee: null, deposited_on: null },
      details: [{ ...line, tax_amount: tax }],
    })
  }
  for (const [n, { of, day, time }] of visits.entries()) {
    // Half of the visits were booked.
    if (n % 2 === 1) continue
    const studio = studioOf(of.shop)
    const [hour, minute] = time.split(':').map(Number) as [number, number]
    world.reservations.push({
      ...{ id: 71_001 + n, studio_id: studio, member_id: idOf(of), studio_lesson_id: null, program_name: 'マシン' },
      ...{ studio_room_id: world.studio_rooms.find(({ studio_id }) => studio_id === studio)?.id },
      ...{ instructor_id: null, instructor_ids: [], start_at: `${day} ${two(hour)}:00:00.000`, status: '受講済' },
      ...{ end_at: `${day} ${two(hour)}:50:00.000`, is_trial: false, space_no: null, canceled_at: null },
      reserved_at: `${day} 00:10:00.000`,
      checkin_at: `${day} ${two(hour)}:${two(n % 10 === 0 ? Math.max(0, minute - 4) : minute)}:${precise(n)}`,
    })
  }
}

/** A day at the club system, from the morning until the afternoon; `at` sets its clock. */
export function createLife({ world, life }: Pick<Stub, 'world' | 'life'>, at: (day: string, time: string) => void) {
  const random: Random = createRandom(7)
  const oneOf = <T>(rows: readonly T[]) => (rows.length > 0 ? random.pick(rows) : undefined)
  /** The verbs take the stub's own plans by number. */
  const named = () => {
    for (const row of world.plans) row.plan = plans.find(({ id }) => id === row.plan.id) ?? row.plan
  }
  return (day: string) => {
    at(day, '09:00:00')
    const active = world.members.filter((one) => !one._erased && one.cancel_requested_at === null && !one.is_guest)
    const member = () => random.pick(active)
    if (day.endsWith('-01')) for (const { id } of active) life.charge(id)
    const open = () => world.purchases.filter(({ settled_at }) => settled_at === null)
    if (day.endsWith('-05')) for (const { id } of open()) if (random.chance(0.8)) life.settle(id)
    // Of buyers to whom nothing was paid back: which of two sales a refund is of cannot be told (docs/known-limits.md).
    const paid = () => {
      const isBack = ({ status, details: [line] }: Purchase) => status !== '精算済' || (line?.quantity ?? 0) < 0
      const back = new Set(world.purchases.flatMap((one) => (isBack(one) && one.settled_at ? one.member_id : [])))
      return world.purchases.filter((one) => (one.settled_at ?? '') > addDays(day, -40) && !back.has(one.member_id))
    }
    const verbs = [
      () => life.join({ studioId: 101 + random.below(2), planId: 601 + random.below(3) }),
      () => life.fileWithdrawal(member().id),
      () => life.moveStudio(member().id, 101 + random.below(2)),
      () => life.suspend(member().id),
      () => life.resume(member().id),
      () => life.changePlan(member().id, 601 + random.below(3)),
      () => life.rejoin(random.pick(world.members).id),
      () => life.refund(oneOf(paid())?.id ?? 0),
      () => life.refundPart(oneOf(paid())?.id ?? 0),
      () => life.refundUnsaid(oneOf(paid())?.id ?? 0),
      () => life.cancelSale(oneOf(paid())?.id ?? 0),
      () => life.settle(oneOf(open())?.id ?? 0),
      () => life.failPayment(oneOf(open())?.id ?? 0),
      () => life.buy(member().id, random.pick(world.tickets).id),
    ]
    for (const verb of verbs) if (random.chance(0.35)) verb()
    named()
    const guests = new Set(Array.from({ length: 4 }, () => member().id))
    const bookings = [...guests].map((id) =>
      life.bookFree(id, random.pick(world.studio_rooms).id, [], `${day} 12:00:00.000`),
    )
    at(day, '12:03:21')
    for (const one of bookings) if (one) random.chance(0.1) ? life.miss(one.id) : life.attend(one.id)
    at(day, '13:30:00')
    for (const one of bookings) if (one && random.chance(0.5)) life.complete(one.id)
  }
}
