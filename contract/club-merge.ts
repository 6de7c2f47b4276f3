import { z } from 'zod'
import { zDate, zDateTime, zId, zWord } from './common.ts'
import { zWho } from './people.ts'
import { mergeChoices, mergedKinds, mergeGroupLabels, mergeGroups, mergeStates } from './words/club-merge.ts'
import { importKinds } from './words/import.ts'

const zCount = z.int().nonnegative()
const zPerson = z.strictObject({ id: zId, displayName: z.string() })

/** How rows of one kind meet: in both, only at the club system, only here within the days that it has. */
const Compared = z.strictObject({
  kind: zWord(mergedKinds),
  same: zCount,
  onlyThere: zCount,
  onlyHere: zCount,
  /** Of sales, yen with tax: those of `same` as they are here. Null: no money. */
  yen: z.strictObject({ same: z.int(), onlyThere: z.int(), onlyHere: z.int() }).nullable(),
})
export type Compared = z.output<typeof Compared>

/** Before anything is read: one page of members, the contracts of some, the sales of the last month that is over. */
export const MergeSample = z.strictObject({
  at: zDateTime,
  /** Members that the club system says it has. */
  theirMembers: zCount,
  ourMembers: zCount,
  /** Of the members read: by number, alike under another number, of another person under the same number, new. */
  people: z.strictObject({ read: zCount, byNumber: zCount, alike: zCount, refused: zCount, onlyThere: zCount }),
  /** Contracts of some of the members; a member with two running base contracts counts in `doubled`. */
  contracts: z.strictObject({ members: zCount, same: zCount, onlyThere: zCount, doubled: zCount }),
  /** Of one month: what agrees, and what would count twice if all of it were written. */
  sales: z.strictObject({
    month: zDate,
    same: zCount,
    sameYen: z.int(),
    onlyThere: zCount,
    onlyThereYen: z.int(),
    onlyHere: zCount,
    onlyHereYen: z.int(),
    /** The month has more sales than the sample reads. */
    isCut: z.boolean(),
  }),
})
export type MergeSample = z.output<typeof MergeSample>

const MergeGroup = z.strictObject({
  key: zWord(mergeGroupLabels),
  rows: zCount,
  heads: zCount,
  /** Null: no money. */
  yen: z.int().nullable(),
  answer: z.string().nullable(),
})
export type MergeGroup = z.output<typeof MergeGroup>

export const ClubMerge = z.strictObject({
  state: zWord(mergeStates),
  /** Null: nothing was compared yet. */
  sample: MergeSample.nullable(),
  compared: z.array(Compared),
  /** Those that have rows. */
  groups: z.array(MergeGroup),
  /** What may be taken back before the club system is read, the newest first. */
  imports: z.array(
    z.strictObject({
      id: zId,
      name: z.string(),
      kind: zWord(importKinds),
      writtenAt: zDateTime,
      /** All of its rows are within what the club system has; false: older ones, or leavers, would go too. */
      isCovered: z.boolean(),
    }),
  ),
  decidedBy: zPerson.nullable(),
  decidedAt: zDateTime.nullable(),
  /** Until when what was written may be taken back; null: nothing to take back. */
  revocableUntil: zDateTime.nullable(),
  /** Of the last step, for staff. */
  sentence: z.string().nullable(),
})
export type ClubMerge = z.output<typeof ClubMerge>

/** What is to be done with imported data; `importIds` with `undo`. */
export const MergeChoice = z.strictObject({ choice: zWord(mergeChoices), importIds: z.array(zId).max(200) })

/** The answers of a stage: of each of its groups that has rows. */
export const MergeAnswers = z
  .strictObject({
    stage: z.enum(['people', 'facts']),
    answers: z.array(z.strictObject({ key: zWord(mergeGroupLabels), answer: z.string().max(20) })).max(20),
  })
  .superRefine(({ answers }, ctx) => {
    answers.forEach(({ key, answer }, at) => {
      if (!Object.hasOwn(mergeGroups[key].answers, answer))
        ctx.addIssue({
          code: 'custom',
          path: ['answers', at, 'answer'],
          message: 'この項目は、選択肢から選んでください。',
        })
    })
  })

/** That somebody has to choose or answer. */
export const WaitingMerge = z.strictObject({ id: zId, brandCode: z.string(), state: zWord(mergeStates) })

/** A row that needs an answer, on both sides. */
export const MergeRow = z.strictObject({
  id: zId,
  /** Null: a guest. */
  member: zWho.nullable(),
  here: z.string(),
  /** Null: only here. */
  there: z.string().nullable(),
})
export type MergeRow = z.output<typeof MergeRow>
