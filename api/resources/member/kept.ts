import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { type member, mostTags } from '#contract/member.ts'
import type { bulkResults } from '#contract/words/member-record.ts'
import type { AuditDetail } from '../../context.ts'
import { difference } from '../../wire/difference.ts'
import { definedOf } from '../../wire/rows.ts'
import type { HeldMember, Kept } from './records.ts'

// Rules for what staff record about a member (decision 0035).

type Changes = Omit<Input<typeof member.update>, 'id' | 'version'>
type BulkInput = Input<typeof member.bulk>
export type BulkResult = keyof typeof bulkResults
const bothFlags = ['hasActivePlan', 'withLeanBodyContent'] as const
type Flag = (typeof bothFlags)[number]
const lockOf = { hasActivePlan: 'lockedHasActivePlan', withLeanBodyContent: 'lockedWithLeanBodyContent' } as const

/** Sorted by code point, which no collation changes: the same tags are always the same list. */
const sortedTags = (tags: readonly string[]) => [...new Set(tags)].sort()

/** A blank note is none. */
const noteOf = (text: string | null | undefined) => (text?.trim() === '' ? null : text)

/** The input's values as stored. */
function textsOf({ tags, trainerStaffId, staffNote, alertNote, ...flags }: Changes): Partial<Kept> {
  return {
    ...definedOf({ ...flags, staffNote: noteOf(staffNote), alertNote: noteOf(alertNote) }),
    ...(tags && { tags: sortedTags(tags) }),
    ...(trainerStaffId !== undefined && { trainerStaffId: trainerStaffId === null ? null : Number(trainerStaffId) }),
  }
}

function keptOf(held: HeldMember): Kept {
  const { id, tags, trainerStaffId, staffNote, alertNote } = held
  const { hasActivePlan, lockedHasActivePlan, withLeanBodyContent, lockedWithLeanBodyContent } = held
  const flags = { hasActivePlan, lockedHasActivePlan, withLeanBodyContent, lockedWithLeanBodyContent }
  return { id, ...flags, tags, trainerStaffId, staffNote, alertNote }
}

/** The flags while they are not set by hand. */
export const byContracts = ({
  contractStatus,
  leanBodyByPlans,
}: Pick<HeldMember, 'contractStatus' | 'leanBodyByPlans'>) => ({
  hasActivePlan: contractStatus === 'active',
  withLeanBodyContent: leanBodyByPlans,
})

/** A flag set by hand is kept; any other follows contracts and plans, and staff cannot choose it. */
function flagOf(flag: Flag, before: HeldMember, after: Kept, changes: Changes, byContracts: boolean): boolean {
  const lock = lockOf[flag]
  if (after[lock]) return after[flag]
  const chosen = changes[flag]
  // When unlocking a flag the client may still send its old value.
  if (!before[lock] && chosen !== undefined && chosen !== before[flag] && chosen !== byContracts) {
    throw new ApiError('invalid', { fields: { [flag]: 'この項目は「手動で固定」にすると変更できます。' } })
  }
  return byContracts
}

/** Applies the changes of one member. */
export function withChanges(held: HeldMember, changes: Changes): Kept {
  const after = { ...keptOf(held), ...textsOf(changes) }
  const followed = byContracts(held)
  for (const flag of bothFlags) {
    after[flag] = flagOf(flag, held, after, changes, followed[flag])
  }
  return after
}

/** A flag is either locked at a value or unlocked, not both. */
export function requireOneWay(input: BulkInput) {
  for (const flag of bothFlags) {
    if (input[flag] === undefined || input[lockOf[flag]] !== false) continue
    throw new ApiError('invalid', { fields: { [flag]: 'この項目は、固定と解除を同時に指定できません。' } })
  }
}

/** None of a member's tags is dropped for a new one. */
export function requireRoomForTags(changed: readonly { one: HeldMember; after: Kept }[]) {
  const full = changed.filter(({ after }) => after.tags.length > mostTags)
  const [first] = full
  if (!first) return
  const who = full.length === 1 ? `${first.one.name}さん` : `${first.one.name}さんほか${full.length - 1}名`
  throw new ApiError('invalid', { fields: { addTags: `この項目を足すと、${who}のタグが${mostTags}個を超えます。` } })
}

/** Applies a bulk change to one member: all of it, or nothing. */
export function bulkChange(one: HeldMember, input: BulkInput): { after: Kept; result: BulkResult } {
  const before = keptOf(one)
  const after = { ...before }
  const followed = byContracts(one)
  for (const flag of bothFlags) {
    const lock = lockOf[flag]
    const wanted = input[flag]
    if (input[lock] === false) {
      after[lock] = false
      after[flag] = followed[flag]
    } else if (wanted !== undefined || input[lock]) {
      if (one[lock] && one[flag] !== wanted && !input[lock]) return { after: before, result: 'locked' }
      after[lock] = true
      after[flag] = wanted ?? one[flag]
    }
  }
  const tags = [...before.tags, ...input.addTags].filter((tag) => !input.removeTags.includes(tag))
  after.tags = sortedTags(tags)
  if (input.trainerStaffId !== undefined) {
    after.trainerStaffId = input.trainerStaffId === null ? null : Number(input.trainerStaffId)
  }
  const isSame = Object.keys(difference(before, after) ?? {}).length === 0
  return { after, result: isSame ? 'unchanged' : 'changed' }
}

export const changeOf = (held: HeldMember, after: Kept): AuditDetail => ({
  resourceId: String(held.userId),
  shopId: String(held.shopId),
  memberId: String(held.id),
  diff: difference(keptOf(held), after),
})
