import { indexOf } from './index-of.ts'
import { isBase, isRest } from './masters.ts'
import { addDays } from './time.ts'
import type { Contract, Member, World } from './world.ts'

const byStart = (a: Contract, b: Contract) => (a.start_on < b.start_on ? -1 : 1)
export const covers = ({ start_on, end_on }: Contract, day: string) => start_on <= day && (end_on ?? '9999') >= day

/** What the contracts of members say. */
export function readContracts(world: World) {
  const byMember = indexOf(
    () => world.plans,
    (row) => row.member_id,
  )
  const byId = indexOf(
    () => world.members,
    (row) => row.id,
  )
  /** In order; without options. */
  const baseOf = (memberId: number) =>
    byMember(memberId)
      .filter(({ plan }) => isBase(plan))
      .toSorted(byStart)
  const isOver = (memberId: number, day: string) => {
    const contracts = byMember(memberId).filter(({ plan }) => isBase(plan))
    return contracts.length > 0 && contracts.every(({ end_on }) => end_on !== null && end_on < day)
  }
  return {
    member: (id: number) => byId(id)[0] as Member | undefined,
    all: byMember,
    baseOf,
    lastBase: (memberId: number) => baseOf(memberId).at(-1),
    /** All memberships ended before the day. */
    isOver,
    isActive: (memberId: number, day: string) =>
      byMember(memberId).some((one) => isBase(one.plan) && !isRest(one.plan) && covers(one, day)),
    isResting: (memberId: number, day: string) =>
      byMember(memberId).some((one) => isRest(one.plan) && covers(one, day)),
    /** Contracts without a day between them are one membership. */
    membershipsOf(memberId: number): Contract[][] {
      const memberships: Contract[][] = []
      let until: string | null = ''
      for (const contract of baseOf(memberId)) {
        const follows: boolean = memberships.length > 0 && (until === null || contract.start_on <= addDays(until, 1))
        if (follows) memberships.at(-1)?.push(contract)
        else memberships.push([contract])
        until = follows && (until === null || (contract.end_on ?? '9999') < until) ? until : contract.end_on
      }
      return memberships
    },
  }
}
export type Contracts = ReturnType<typeof readContracts>
