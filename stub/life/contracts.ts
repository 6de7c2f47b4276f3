import type { Living } from '../life.ts'
import { isBase, isRest, planOf, restPlan } from '../masters.ts'
import { addDays, dayOf, lastDayOfMonth, later, monthAfter, yearAfter } from '../time.ts'
import type { Contract, Member, Plan } from '../world.ts'

/** Plans change, rest, move and end. Days are `YYYY-MM-DD`; a change holds from the first of the next month. */
export function contractVerbs({ world, ledger, contracts, now, tell }: Living) {
  const today = () => dayOf(now())
  const nextMonth = () => monthAfter(today())

  /** The membership that has no end yet. */
  const openBase = (memberId: number): { member: Member; base: Contract } | null => {
    const member = contracts.member(memberId)
    const base = contracts.lastBase(memberId)
    return member && !member._erased && base && base.end_on === null ? { member, base } : null
  }
  const told = (contract: Contract, type: string) => {
    tell({ type: `member_plan.${type}`, member_id: contract.member_id, member_plan_id: contract.id })
    return contract
  }
  const end = (contract: Contract, endOn: string) => {
    ledger.set(contract, { end_on: endOn })
    told(contract, 'updated')
  }
  const begin = (of: Contract, plan: Plan, startOn: string, endOn: string | null = null, studioId = of.studio_id) =>
    told(
      ledger.add(world.plans, {
        ...{ ...of, id: ledger.nextId(), studio_id: studioId, plan, contracted_on: today() },
        ...{ start_on: startOn, end_on: endOn, cancel_requested_on: null },
      }),
      'created',
    )
  /** One plan after the other, without a day between them. */
  const follow = (base: Contract, plan: Plan, on: string, studioId?: number) => {
    if (base.start_on >= on) return null
    end(base, addDays(on, -1))
    return begin(base, plan, on, null, studioId)
  }

  return {
    changePlan(memberId: number, planId: number, on = nextMonth()): Contract | null {
      const found = openBase(memberId)
      const plan = planOf(planId)
      if (!found || !plan || !isBase(plan) || isRest(plan) || isRest(found.base.plan) || found.base.plan.id === planId)
        return null
      return on > today() ? follow(found.base, plan, on) : null
    },
    /** A contract of a year instead of one without an end. */
    makeYearly(memberId: number): Contract | null {
      const found = openBase(memberId)
      if (!found || isRest(found.base.plan)) return null
      end(found.base, addDays(yearAfter(found.base.start_on), -1))
      return found.base
    },
    /** The next year, from the day after. */
    renewYear(memberId: number): Contract | null {
      const last = contracts.lastBase(memberId)
      if (!last?.end_on || last.end_on < today() || last.cancel_requested_on) return null
      const from = addDays(last.end_on, 1)
      return begin(last, last.plan, from, addDays(yearAfter(from), -1))
    },
    /** 退会手続き: all plans end on the last day. */
    fileWithdrawal(memberId: number, lastDay = lastDayOfMonth(today())): Member | null {
      const found = openBase(memberId)
      if (!found || lastDay < today() || lastDay < found.base.start_on) return null
      for (const contract of contracts.all(memberId)) {
        if (contract.end_on !== null && contract.end_on <= lastDay) continue
        ledger.set(contract, {
          end_on: later(lastDay, contract.start_on),
          cancel_requested_on: today(),
        })
        told(contract, 'canceled')
      }
      ledger.set(found.member, { cancel_requested_at: now() })
      return found.member
    },
    /** Somebody stays after all. */
    takeBackWithdrawal(memberId: number): Member | null {
      const member = contracts.member(memberId)
      const base = contracts.lastBase(memberId)
      if (!member?.cancel_requested_at || !base?.end_on || base.end_on < today()) return null
      for (const contract of contracts.all(memberId)) {
        if (!contract.cancel_requested_on || (contract.end_on ?? '') < today()) continue
        ledger.set(contract, { end_on: null, cancel_requested_on: null })
        told(contract, 'updated')
      }
      ledger.set(member, { cancel_requested_at: null })
      return member
    },
    /** 休会; `until` its last day, after which the plan goes on. */
    suspend(memberId: number, from = nextMonth(), until: string | null = null): Contract | null {
      const found = openBase(memberId)
      if (!found || isRest(found.base.plan) || from <= today() || (until !== null && until < from)) return null
      const { plan } = found.base
      const rest = follow(found.base, restPlan, from)
      if (rest && until !== null) follow(rest, plan, addDays(until, 1))
      return rest
    },
    resume(memberId: number, on = nextMonth()): Contract | null {
      const found = openBase(memberId)
      if (!found || !isRest(found.base.plan) || on <= today()) return null
      const before = contracts.baseOf(memberId).findLast(({ plan }) => !isRest(plan))
      return before ? follow(found.base, before.plan, on) : null
    },
    addOption(memberId: number, planId: number): Contract | null {
      const found = openBase(memberId)
      const plan = planOf(planId)
      return found && plan && !isBase(plan) ? begin(found.base, plan, today()) : null
    },
    endOption(contractId: number, lastDay = lastDayOfMonth(today())): Contract | null {
      const contract = world.plans.find(({ id }) => id === contractId)
      if (!contract || isBase(contract.plan) || contract.end_on !== null || lastDay < contract.start_on) return null
      end(contract, lastDay)
      return contract
    },
    /** From today on at another studio. */
    moveStudio(memberId: number, studioId: number): Member | null {
      const found = openBase(memberId)
      if (!found || found.member.studio_id === studioId || !world.studios.some(({ id }) => id === studioId)) return null
      if (!follow(found.base, found.base.plan, today(), studioId)) return null
      ledger.set(found.member, { studio_id: studioId })
      return found.member
    },
  }
}
