import { plans, restPlan } from './masters.ts'
import { person } from './people.ts'
import type { Seeding } from './seed.ts'
import { addDays, lastDayOfMonth, monthAfter, yearAfter } from './time.ts'
import type { Contract, Member, Plan } from './world.ts'

const offered = plans.slice(0, 4)
const options = plans.slice(5)
/** Months of joining before today. */
const joinMonths = 36
const migratedMonths = 10

/** Members with the contracts of three years: changed plans, 休会, options beside, filed and past withdrawals. */
export function seedMembers(seeding: Seeding, count: number) {
  const { world, traps, random } = seeding
  let head: Member | undefined
  for (let n = 1; n <= count; n += 1) {
    const isFamily = n % 20 < 3 && n % 20 > 0
    const studio = world.studios[n % world.studios.length]
    const member = person(
      n,
      10_000 + n,
      isFamily && head ? head.studio_id : (studio?.id ?? 0),
      traps,
      isFamily ? head : undefined,
    )
    if (n % 20 === 0) head = member
    world.members.push(member)
    // One in fifty is registered alone.
    if (!random.chance(0.02)) contractsOf(seeding, member)
    else member.joined_at = `${addDays(seeding.today, -random.below(400))} 00:00:00.000`
  }
  if (traps.isOn('guests')) {
    for (let n = count + 1; n <= count + Math.ceil(count / 50); n += 1) {
      const studio = world.studios[n % world.studios.length]
      world.members.push({ ...person(n, 10_000 + n, studio?.id ?? 0, traps), is_guest: true })
    }
  }
}

function contractsOf(seeding: Seeding, member: Member) {
  const { world, ledger, traps, random, today } = seeding
  const hasThreeDates = traps.isOn('threeDates')
  const contractedOn = addDays(today, -20 - random.below(joinMonths * 30))
  const startOn = hasThreeDates ? addDays(contractedOn, 2 + random.below(18)) : contractedOn
  const migratedOn = monthAfter(today, -migratedMonths)
  const isMigrated = traps.isOn('migrationDay') && contractedOn < migratedOn && random.chance(0.5)
  member.joined_at = `${isMigrated ? migratedOn : addDays(contractedOn, hasThreeDates ? 1 : 0)} 00:00:00.000`
  const method = random.chance(0.7) ? 'クレジットカード' : '口座振替'
  const made: Contract[] = []
  const add = (plan: Plan, from: string, to: string | null, on = addDays(from, -5)) => {
    made.push(
      ledger.add(world.plans, {
        ...{ id: ledger.nextId(), member_id: member.id, studio_id: member.studio_id, plan, contracted_on: on },
        ...{ start_on: from, end_on: to, cancel_requested_on: null, payment_method: method },
        payment_status: random.chance(0.97) ? '支払い済み' : '決済エラー',
      }),
    )
  }

  const plan = random.pick(offered)
  const life = random.below(100)
  const turn = monthAfter(startOn, 1 + random.below(8))
  const isPast = turn <= today
  if (life < 8 && isPast) {
    add(plan, startOn, addDays(turn, -1), contractedOn)
    add(offered[(offered.indexOf(plan) + 1) % offered.length] as Plan, turn, null)
  } else if (life < 11 && isPast) {
    // On 休会 for two months.
    const back = monthAfter(turn, 2)
    add(plan, startOn, addDays(turn, -1), contractedOn)
    add(restPlan, turn, addDays(back, -1))
    add(plan, back, null)
  } else if (life < 15 && startOn < monthAfter(today, 0)) {
    add(plan, startOn, addDays(monthAfter(today, 0), -1), contractedOn)
    add(restPlan, monthAfter(today, 0), null)
  } else if (traps.isOn('yearlyContracts') && member.id % 10 === 7) {
    let from = startOn
    for (; yearAfter(from) <= today; from = yearAfter(from)) add(plan, from, addDays(yearAfter(from), -1))
    add(plan, from, life >= 86 ? null : addDays(yearAfter(from), -1))
    for (const one of made.slice(0, 1)) one.contracted_on = contractedOn
  } else {
    add(plan, startOn, null, contractedOn)
  }
  for (const option of options) if (random.chance(0.12)) add(option, startOn, null)

  if (life >= 98)
    leave(member, made, addDays(today, -random.below(10)), lastDayOfMonth(monthAfter(today, random.below(2))))
  else if (life >= 86) {
    const lastDay = lastDayOfMonth(monthAfter(today, -1 - random.below(12)))
    leave(member, made, addDays(lastDay, -20), lastDay)
  }
}

function leave(member: Member, contracts: Contract[], filedOn: string, lastDay: string) {
  const open = contracts.filter(({ end_on }) => end_on === null)
  if (open.some(({ start_on }) => start_on > lastDay || start_on > filedOn)) return
  member.cancel_requested_at = `${filedOn} 12:00:00.000`
  for (const contract of open) Object.assign(contract, { end_on: lastDay, cancel_requested_on: filedOn })
}
