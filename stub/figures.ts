import { covers } from './contracts.ts'
import { csvOf, percent } from './csv.ts'
import type { Provider } from './lists.ts'
import { isRest } from './masters.ts'
import { leftOf } from './sales.ts'
import { addDays, dayOf, earlier, lastDayOfMonth, later, monthAfter, monthOf } from './time.ts'
import type { Contract } from './world.ts'

// The provider's own figures, from its own records, also of members whom nobody finds any more.

interface Months {
  /** Any day of the first month, and of the last. */
  from: string
  to: string
  studioId?: number
}

const monthsOf = ({ from, to }: Months) => {
  const months: string[] = []
  for (let month = monthAfter(from, 0); month <= to; month = monthAfter(month)) months.push(month)
  return months
}

const ma002Headings = [
  ...['対象年月', '店舗在籍会員数', 'プラン契約者数', 'プラン契約者数 (1日時点)', '店舗在籍新規会員登録数'],
  ...['プラン新規申込数', 'プラン新規入会数', 'プラン変更数', '休会数', '退会数', '退会率'],
]

/** MA002, the summary of months. A month that is not over is counted up to today. */
export function ma002({ world, contracts, now }: Provider, asked: Months): string {
  const here = ({ studio_id }: { studio_id: number }) => asked.studioId === undefined || studio_id === asked.studioId
  const ofClub = world.members.filter(({ is_guest }) => !is_guest)
  const members = ofClub.map((member) => ({ member, memberships: contracts.membershipsOf(member.id) }))

  const row = (month: string) => {
    const end = lastDayOfMonth(month)
    const last = earlier(end, dayOf(now()))
    const isWithin = (day: string | null) => day !== null && day >= month && day <= last
    const count = {
      registered: 0,
      under: 0,
      onFirst: 0,
      newly: 0,
      applied: 0,
      joined: 0,
      changed: 0,
      resting: 0,
      left: 0,
    }
    for (const { member, memberships } of members) {
      const joinedOn = dayOf(member.joined_at ?? '9999')
      const begun = memberships.filter(([one]) => one !== undefined && one.start_on <= last)
      const hasLeft = begun.length > 0 && begun.every((one) => (endOf(one) ?? '9999') <= last)
      const home = begun.at(-1)?.findLast((one) => one.start_on <= last) ?? member
      if (here(home) && joinedOn <= last && !hasLeft) count.registered += 1
      if (here(memberships[0]?.[0] ?? member) && isWithin(joinedOn)) count.newly += 1
      for (const membership of memberships) {
        const [first] = membership as [Contract]
        const final = membership.at(-1) as Contract
        if (here(first) && isWithin(first.contracted_on)) count.applied += 1
        if (here(first) && isWithin(first.start_on)) count.joined += 1
        // The last day of a membership is one of leaving, and no longer counted at its end.
        if (here(final) && isWithin(endOf(membership))) count.left += 1
        const atEnd = endOf(membership) === last ? undefined : contractOn(membership, last)
        if (atEnd && here(atEnd)) count.under += 1
        if (atEnd && here(atEnd) && isRest(atEnd.plan)) count.resting += 1
        const onFirst = contractOn(membership, month)
        if (onFirst && here(onFirst)) count.onFirst += 1
        count.changed += membership.filter(
          (one, at) => here(one) && isWithin(one.start_on) && isChange(membership[at - 1], one),
        ).length
      }
    }
    return [
      ...[monthOf(month), count.registered, count.under, count.onFirst, count.newly, count.applied, count.joined],
      ...[count.changed, count.resting, count.left, percent(count.left, count.onFirst)],
    ]
  }
  return csvOf(ma002Headings, monthsOf(asked).map(row))
}

const endOf = (membership: readonly Contract[]) =>
  membership.reduce<string | null>(
    (end, one) => (end === null || one.end_on === null ? null : later(one.end_on, end)),
    '',
  )
/** Of several the one that began last. */
const contractOn = (membership: readonly Contract[], day: string) => membership.findLast((one) => covers(one, day))
const isChange = (before: Contract | undefined, after: Contract) =>
  before !== undefined && before.plan.id !== after.plan.id && !isRest(before.plan) && !isRest(after.plan)

const pa002Headings = [
  ...['対象年月', '[総売上] 合計', '[売上] 合計'],
  ...['[プラン売上] 件数', '[プラン売上] 合計', '[プラン売上] 会員単価'],
]

/**
 * PA002, sales of months by 精算日時: 総売上 before refunds, 売上 after them. A sale that is 取消 is in none; what no row pays
 * back of one that is 返金済 is paid back on its own day.
 */
export function pa002({ world }: Provider, asked: Months): string {
  const row = (month: string) => {
    const settled = world.purchases.filter(
      ({ settled_at, studio_id, status }) =>
        settled_at !== null &&
        status !== '取消' &&
        monthAfter(dayOf(settled_at), 0) === month &&
        (asked.studioId === undefined || studio_id === asked.studioId),
    )
    const unsaid = settled.filter(({ status }) => status === '返金済').reduce((sum, one) => sum + leftOf(world, one), 0)
    const lines = settled.flatMap(({ member_id, details }) => details.map((line) => ({ ...line, member_id })))
    const sum = (of: readonly { total_amount: number }[]) => of.reduce((total, one) => total + one.total_amount, 0)
    const dues = lines.filter(({ category, quantity }) => category === '会費' && quantity > 0)
    const payers = new Set(dues.map(({ member_id }) => member_id)).size
    return [
      ...[monthOf(month), sum(lines.filter(({ quantity }) => quantity > 0)), sum(lines) - unsaid],
      ...[dues.length, sum(dues), payers === 0 ? '' : Math.round(sum(dues) / payers)],
    ]
  }
  return csvOf(pa002Headings, monthsOf(asked).map(row))
}

const rs002Headings = ['ルーム名', 'レッスン日', '開始時刻', 'スペース数', '総予約数', '稼働率']
const notTaken = ['キャンセル', '直前キャンセル', 'キャンセル待ち']

/** RS002, how full each lesson of the days is. Who was booked and did not come has taken a space. */
export function rs002({ world }: Provider, asked: Months): string {
  const taken = new Map<number, number>()
  for (const { studio_lesson_id: id, status } of world.reservations) {
    if (id !== null && !notTaken.includes(status)) taken.set(id, (taken.get(id) ?? 0) + 1)
  }
  const rooms = new Map(world.studio_rooms.map(({ id, name }) => [id, name]))
  const lessons = world.studio_lessons
    .filter(({ start_at }) => start_at >= asked.from && start_at < addDays(asked.to, 1))
    .filter(({ studio_id }) => asked.studioId === undefined || studio_id === asked.studioId)
    .toSorted((a, b) => (a.start_at < b.start_at ? -1 : 1))
  return csvOf(
    rs002Headings,
    lessons.map(({ id, studio_room_id, start_at, capacity }) => [
      ...[rooms.get(studio_room_id) ?? '', dayOf(start_at), start_at.slice(11, 16)],
      ...[capacity, taken.get(id) ?? 0, percent(taken.get(id) ?? 0, capacity)],
    ]),
  )
}

export const figures = { MA002: ma002, PA002: pa002, RS002: rs002 }
