import type { Living } from '../life.ts'
import { isRest, planOf } from '../masters.ts'
import { person } from '../people.ts'
import { addPurchase, firstDetails } from '../sales.ts'
import { dayOf } from '../time.ts'
import type { Member } from '../world.ts'

/** Members come, are mended, and are forgotten. */
export function memberVerbs({ world, ledger, contracts, traps, now, tell }: Living) {
  const found = (id: number) => {
    const member = contracts.member(id)
    return member && !member._erased ? member : null
  }
  const contract = (member: Member, planId: number, startOn: string) => {
    const plan = planOf(planId)
    if (!plan || isRest(plan)) return null
    const row = ledger.add(world.plans, {
      ...{ id: ledger.nextId(), member_id: member.id, studio_id: member.studio_id, plan },
      ...{ contracted_on: dayOf(now()), start_on: startOn, end_on: null, cancel_requested_on: null },
      ...{ payment_method: 'クレジットカード', payment_status: '支払い済み' },
    })
    tell({ type: 'member_plan.created', member_id: member.id, member_plan_id: row.id })
    return row
  }

  return {
    /** A new member with a plan and their first sale; `headId`: of whose family. */
    join({ studioId, planId = 601, startOn = dayOf(now()), headId }: JoinOptions = {}): Member | null {
      const head = headId === undefined ? undefined : found(headId)
      const studio = studioId ?? head?.studio_id ?? world.studios[0]?.id
      const plan = planOf(planId)
      if (head === null || !plan || isRest(plan) || !world.studios.some(({ id }) => id === studio)) return null
      if (startOn < dayOf(now())) return null
      const id = ledger.nextId()
      const made = { ...person(id, id, studio as number, traps, head), joined_at: now() }
      const member = ledger.add(world.members, made)
      contract(member, planId, startOn)
      addPurchase(world, ledger, {
        ...{ studioId: member.studio_id, memberId: id, at: now(), settledAt: now(), method: 'クレジットカード' },
        ...{ details: firstDetails(plan.price, traps), more: { _isFirst: true } },
      })
      return member
    },
    /** Somebody who is no member, among the members. */
    addGuest(studioId = world.studios[0]?.id): Member | null {
      if (!world.studios.some(({ id }) => id === studioId)) return null
      const id = ledger.nextId()
      return ledger.add(world.members, { ...person(id, id, studioId as number, traps), is_guest: true })
    },
    /** Somebody who had left, under their old number. */
    rejoin(memberId: number, planId = 601): Member | null {
      const member = found(memberId)
      const today = dayOf(now())
      if (!member || !contracts.isOver(memberId, today)) return null
      if (!contract(member, planId, today)) return null
      ledger.set(member, { cancel_requested_at: null })
      return member
    },
    changeMember(memberId: number, change: Partial<Member>): Member | null {
      const member = found(memberId)
      if (!member) return null
      ledger.set(member, { ...change, id: member.id })
      return member
    },
    /** Personal data go; contracts, bookings and sales are kept without a name. */
    erase(memberId: number): boolean {
      const member = found(memberId)
      if (!member) return false
      const kept = ['id', 'studio_id', 'joined_at']
      const emptied = Object.keys(member).filter((key) => !kept.includes(key))
      ledger.set(member, { ...Object.fromEntries(emptied.map((key) => [key, null])), _erased: true })
      for (const rows of [world.reservations, world.purchases]) {
        for (const row of rows) if (row.member_id === memberId) ledger.set(row, { member_id: null })
      }
      return true
    },
  }
}

interface JoinOptions {
  studioId?: number
  planId?: number
  startOn?: string
  headId?: number
}
