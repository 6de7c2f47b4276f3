import { expect, test } from 'vitest'
import type { DifferenceReason } from '#contract/words/reconciliation.ts'
import type { Contract, PeopleFigure, Person } from './members.ts'
import { type OurPeople, reconcilePeople } from './people.ts'

// October 2026; the file was made on 2 November, and our data reach to the 5th.

const contract = (startOn: string, endOn: string | null = null, more: Partial<Contract> = {}): Contract => ({
  ...{ shopId: 1, plan: '601', isSuspension: false, contractedOn: startOn, startOn, endOn, cancelRequestedOn: null },
  ...more,
})
const person = (contracts: Contract[], more: Partial<Person> = {}): Person => ({
  ...{ id: 7, shopId: 1, joinedOn: '2026-01-10', isFamily: false, isUnread: false, isOfFile: false, contracts },
  ...more,
})

const shops = new Set([1])
const october = { from: '2026-10-01', to: '2026-10-31', shops }

/** Of one person whom we count so often in a figure: what the club system counts, and the parts of the difference. */
function reconciled(figure: PeopleFigure, one: Person, ours: number): [number, ...[DifferenceReason, number][]] {
  const counted: OurPeople = new Map([[figure, new Map([[one.id, ours]])]])
  const { recounted, differences } = reconcilePeople({
    ...{ people: [one], ours: counted, figures: [figure] },
    theirMonth: { ...october, knownOn: '2026-11-02' },
    ourMonth: { ...october, knownOn: null },
    migrationDays: new Set(['2025-04-01']),
  })
  const found = differences.get(figure) ?? []
  return [
    recounted.get(figure) ?? 0,
    ...found.map(({ reason, amount }): [DifferenceReason, number] => [reason, amount]),
  ]
}

test('who is registered without a contract is named: as family, as unread, or as a matter of definition', () => {
  expect(reconciled('registered', person([]), 0)).toEqual([1, ['noContract', 1]])
  expect(reconciled('registered', person([], { isFamily: true }), 0)).toEqual([1, ['familyWithoutContract', 1]])
  expect(reconciled('registered', person([], { isFamily: true, isUnread: true }), 0)).toEqual([1, ['unread', 1]])
  expect(reconciled('registered', person([contract('2026-11-10')]), 0)).toEqual([1, ['notBegun', 1]])
  expect(reconciled('registered', person([contract('2026-09-01')]), 1)).toEqual([1])
})

test('入会日 is not the first day of a contract: migrations, 復会, empty and other days are told apart', () => {
  const joined = (joinedOn: string | null, ...contracts: Contract[]) => person(contracts, { joinedOn })
  expect(reconciled('newlyRegistered', joined('2026-10-03', contract('2026-10-03')), 1)).toEqual([1])
  expect(reconciled('newlyRegistered', joined('2026-10-28', contract('2026-11-01')), 0)).toEqual([
    1,
    ['otherJoinedDay', 1],
  ])
  expect(reconciled('newlyRegistered', joined('2025-04-01', contract('2026-10-01')), 1)).toEqual([0, ['migrated', -1]])
  expect(reconciled('newlyRegistered', joined(null, contract('2026-10-01')), 1)).toEqual([0, ['withoutJoinedDay', -1]])
  const back = joined('2024-02-01', contract('2024-02-01', '2025-01-31'), contract('2026-10-09'))
  expect(reconciled('newlyRegistered', back, 1)).toEqual([0, ['rejoined', -1]])
})

test('1日時点 is the first day there, and the close of the day before here', () => {
  expect(reconciled('underContractOnFirst', person([contract('2026-10-01')]), 0)).toEqual([1, ['joinedOnFirst', 1]])
  const moved = person([contract('2026-01-01', '2026-09-30', { shopId: 2 }), contract('2026-10-01')])
  expect(reconciled('underContractOnFirst', moved, 0)).toEqual([1, ['movedOnFirst', 1]])
})

test('what was entered after the file was made is 遅れ', () => {
  const backdated = contract('2026-10-20', null, { contractedOn: '2026-11-04' })
  expect(reconciled('joined', person([backdated]), 1)).toEqual([0, ['since', -1]])
  const left = contract('2026-01-10', '2026-10-31', { cancelRequestedOn: '2026-11-04' })
  expect(reconciled('left', person([left]), 1)).toEqual([0, ['since', -1]])
  expect(reconciled('underContract', person([left]), 0)).toEqual([1, ['since', 1]])
})

test('a shop that is no studio is counted here alone', () => {
  const elsewhere = person([contract('2026-09-01', null, { shopId: 3 })], { shopId: 3 })
  expect(reconciled('underContract', elsewhere, 1)).toEqual([0, ['otherShop', -1]])
})
