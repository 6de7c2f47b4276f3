import type { ReconciledFigure } from '#contract/words/reconciliation.ts'
import { addDays } from '../../figures/periods.ts'

// MA002 as its columns are understood (api/sync/hacomono/README.md), counted from the contracts that were drawn. Options
// make no membership.

export interface Contract {
  shopId: number
  /** The club system's number of the plan. */
  plan: string
  isSuspension: boolean
  contractedOn: string
  startOn: string
  /** The last valid day. */
  endOn: string | null
  cancelRequestedOn: string | null
}

export interface Person {
  id: number
  shopId: number
  /** 入会日 as it came. */
  joinedOn: string | null
  /** その他メンバー of somebody's family. */
  isFamily: boolean
  /** Whether their contracts are still to be read. */
  isUnread: boolean
  /** Whether only a file has them, after a run has read everybody. */
  isOfFile: boolean
  contracts: readonly Contract[]
}

export type PeopleFigure = Extract<
  ReconciledFigure,
  | 'registered'
  | 'underContract'
  | 'underContractOnFirst'
  | 'newlyRegistered'
  | 'applied'
  | 'joined'
  | 'planChanged'
  | 'suspended'
  | 'left'
>

export interface Month {
  /** The first of the month, and its last counted day. */
  from: string
  to: string
  shops: ReadonlySet<number>
  /** Day of the file: what was contracted or filed later was not known; null: everything is. */
  knownOn: string | null
}

const open = '9999-12-31'
const lastDay = ({ endOn }: Contract) => endOn ?? open
const covers = (contract: Contract, day: string) => contract.startOn <= day && lastDay(contract) >= day

/** Contracts as they were known on a day, in order. */
export function knownContracts(contracts: readonly Contract[], knownOn: string | null): Contract[] {
  return contracts
    .filter(({ contractedOn }) => knownOn === null || contractedOn <= knownOn)
    .map((contract) =>
      knownOn !== null && (contract.cancelRequestedOn ?? '') > knownOn ? { ...contract, endOn: null } : contract,
    )
    .sort((one, other) => (one.startOn < other.startOn ? -1 : one.startOn > other.startOn ? 1 : 0))
}

/** Contracts without a day between them are one membership. */
export function membershipsOf(contracts: readonly Contract[]): { contracts: Contract[]; endOn: string }[] {
  const memberships: { contracts: Contract[]; endOn: string }[] = []
  for (const contract of contracts) {
    const current = memberships.at(-1)
    if (current && (current.endOn === open || contract.startOn <= addDays(current.endOn, 1))) {
      current.contracts.push(contract)
      if (lastDay(contract) > current.endOn) current.endOn = lastDay(contract)
    } else memberships.push({ contracts: [contract], endOn: lastDay(contract) })
  }
  return memberships
}

/** How often somebody counts in each figure of a month. */
export function countPerson(person: Person, { from, to, shops, knownOn }: Month): Map<PeopleFigure, number> {
  const counts = new Map<PeopleFigure, number>()
  const add = (figure: PeopleFigure, is: boolean) => {
    if (is) counts.set(figure, (counts.get(figure) ?? 0) + 1)
  }
  const isHere = (of: { shopId: number } | undefined) => of !== undefined && shops.has(of.shopId)
  const isWithin = (day: string) => day >= from && day <= to
  if (person.isOfFile) return counts
  const memberships = membershipsOf(knownContracts(person.contracts, knownOn))
  const begun = memberships.filter(({ contracts: [first] }) => first !== undefined && first.startOn <= to)

  const joinedOn = person.joinedOn ?? open
  const hasLeft = begun.length > 0 && begun.every(({ endOn }) => endOn <= to)
  const home = begun.at(-1)?.contracts.findLast(({ startOn }) => startOn <= to) ?? person
  add('registered', isHere(home) && joinedOn <= to && !hasLeft)
  add('newlyRegistered', isHere(memberships[0]?.contracts[0] ?? person) && isWithin(joinedOn))

  for (const { contracts, endOn } of memberships) {
    const [first] = contracts
    const atEnd = endOn === to ? undefined : contracts.findLast((one) => covers(one, to))
    add('applied', isHere(first) && isWithin(first?.contractedOn ?? ''))
    add('joined', isHere(first) && isWithin(first?.startOn ?? ''))
    // The last day of a membership is one of leaving, and no longer counted at its end.
    add('left', isHere(contracts.at(-1)) && isWithin(endOn))
    add('underContract', isHere(atEnd))
    add('suspended', isHere(atEnd) && atEnd?.isSuspension === true)
    add('underContractOnFirst', isHere(contracts.findLast((one) => covers(one, from))))
    for (const [at, one] of contracts.entries()) {
      const before = contracts[at - 1]
      const isChange = before && before.plan !== one.plan && !before.isSuspension && !one.isSuspension
      add('planChanged', isChange === true && isHere(one) && isWithin(one.startOn))
    }
  }
  return counts
}
