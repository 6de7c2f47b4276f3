import type { DifferenceReason } from '#contract/words/reconciliation.ts'
import { addDays } from '../../figures/periods.ts'
import { type Difference, differencesOf } from './differences.ts'
import { type Contract, countPerson, knownContracts, type Month, type PeopleFigure, type Person } from './members.ts'

/** Our counts of people in a figure, by member. */
export type OurPeople = ReadonlyMap<PeopleFigure, ReadonlyMap<number, number>>

export interface PeopleInput {
  people: readonly Person[]
  ours: OurPeople
  figures: readonly PeopleFigure[]
  /** Days and knowledge of the file, and of our data. */
  theirMonth: Month
  ourMonth: Month
  /** Days that stand as 入会日 of a bulk migration. */
  migrationDays: ReadonlySet<string>
}

export interface PeopleCounted {
  /** By the club system's definition. */
  recounted: Map<PeopleFigure, number>
  differences: Map<PeopleFigure, Difference<number>[]>
}

/** Recounts figures of people by the club system's definition, and says who makes the difference to ours and why. */
export function reconcilePeople(input: PeopleInput): PeopleCounted {
  const { people, ours, figures, theirMonth, ourMonth } = input
  const recounted = new Map<PeopleFigure, number>(figures.map((figure) => [figure, 0]))
  const differences = new Map<PeopleFigure, Difference<number>[]>(figures.map((figure) => [figure, []]))
  for (const person of people) {
    const theirs = countPerson(person, theirMonth)
    const theirsNow = countPerson(person, ourMonth)
    for (const figure of figures) {
      const count = theirs.get(figure) ?? 0
      recounted.set(figure, (recounted.get(figure) ?? 0) + count)
      if (!ours.has(figure)) continue
      const one = {
        subject: person.id,
        theirs: count,
        theirsNow: theirsNow.get(figure) ?? 0,
        ours: ours.get(figure)?.get(person.id) ?? 0,
      }
      const sign = one.theirsNow - one.ours
      differences.get(figure)?.push(...differencesOf(one, () => definitionOf(figure, person, sign, input)))
    }
  }
  return { recounted, differences }
}

/** Which difference of definitions counts somebody in one system only; `sign` > 0: in theirs. */
function definitionOf(
  figure: PeopleFigure,
  person: Person,
  sign: number,
  { ourMonth: { from, to, shops }, migrationDays }: PeopleInput,
): DifferenceReason {
  const contracts = knownContracts(person.contracts, null)
  const isMigrated = person.joinedOn !== null && migrationDays.has(person.joinedOn)
  if (person.isOfFile) return 'ofFile'
  const isElsewhere = !(contracts.length > 0 ? contracts : [person]).some(({ shopId }) => shops.has(shopId))
  if (sign < 0 && isElsewhere) return 'otherShop'
  if (sign > 0 && contracts.length === 0) return withoutContract(person)
  switch (figure) {
    case 'registered':
      if (sign > 0) return contracts.every(({ startOn }) => startOn > to) ? 'notBegun' : 'counting'
      return isMigrated ? 'migrated' : lacksJoinedDay(person, to)
    case 'underContractOnFirst':
      return onFirst(contracts, from, sign)
    case 'newlyRegistered':
      if (isMigrated) return 'migrated'
      if (person.joinedOn === null) return 'withoutJoinedDay'
      return sign < 0 && contracts.some(({ startOn }) => startOn < from) ? 'rejoined' : 'otherJoinedDay'
    default:
      return 'counting'
  }
}

const withoutContract = ({ isUnread, isFamily }: Person): DifferenceReason =>
  isUnread ? 'unread' : isFamily ? 'familyWithoutContract' : 'noContract'

const lacksJoinedDay = ({ joinedOn }: Person, to: string): DifferenceReason =>
  joinedOn === null ? 'withoutJoinedDay' : joinedOn > to ? 'otherJoinedDay' : 'counting'

function onFirst(contracts: readonly Contract[], first: string, sign: number): DifferenceReason {
  const begins = contracts.find(({ startOn }) => startOn === first)
  if (!begins) return 'counting'
  const isGoingOn = contracts.some(({ startOn, endOn }) => startOn < first && (endOn ?? first) >= addDays(first, -1))
  return isGoingOn ? 'movedOnFirst' : sign > 0 ? 'joinedOnFirst' : 'counting'
}
