import type { DifferenceReason } from '#contract/words/reconciliation.ts'

/** A part of a difference that is known: whom or what it is about, and by how much theirs is higher. */
export interface Difference<Subject> {
  subject: Subject
  reason: DifferenceReason
  amount: number
}

export interface Counted<Subject> {
  subject: Subject
  /** By the club system's definition, of the file's days and what was known then. */
  theirs: number
  /** By the same definition, of our days and what is known now. */
  theirsNow: number
  /** As our screens count it. */
  ours: number
}

/**
 * Why a subject differs: what has changed between the file and our data is 遅れ, the rest a matter of definition. The
 * amounts add up to `theirs` − `ours`.
 */
export function differencesOf<Subject>(
  { subject, theirs, theirsNow, ours }: Counted<Subject>,
  definition: () => DifferenceReason,
): Difference<Subject>[] {
  if (theirs === ours) return []
  const differences: Difference<Subject>[] = []
  if (theirs !== theirsNow) differences.push({ subject, reason: 'since', amount: theirs - theirsNow })
  if (theirsNow !== ours) differences.push({ subject, reason: definition(), amount: theirsNow - ours })
  return differences
}
