export interface FoundColumns<Column extends string> {
  /** Which column of the file each is. */
  at: Partial<Record<Column, number>>
  /** Headings that are known, and not of this kind. */
  elsewhere: string[]
  unknown: string[]
}

interface Layout<Column extends string> {
  /** The headings of each column; of several in a file the first counts. */
  headings: Readonly<Record<Column, readonly string[]>>
  /** Known headings that are of no use here. */
  elsewhere: readonly string[]
}

/**
 * Each column as staff have answered (null: left out), else under the first of its headings that the file has. Of two
 * answers for one column the last counts. Headings are compared without spaces and in half width, never by likeness:
 * 入会日 is not 入会日時の更新.
 */
export function findColumns<Column extends string>(
  headings: readonly string[],
  layout: Layout<Column>,
  answers: Readonly<Record<string, string | null>> = {},
): FoundColumns<Column> {
  const at: FoundColumns<Column>['at'] = {}
  const answered = new Set<number>()
  for (const [heading, column] of Object.entries(answers)) {
    const index = headings.indexOf(heading)
    if (index < 0) continue
    answered.add(index)
    if (column !== null && Object.hasOwn(layout.headings, column)) at[column as Column] = index
  }
  const entries = Object.entries(layout.headings) as [Column, readonly string[]][]
  for (const [column, names] of entries) {
    const found = names
      .map((name) => headings.indexOf(plainHeading(name)))
      .find((index) => index >= 0 && !answered.has(index))
    if (found !== undefined) at[column] ??= found
  }
  const used = new Set<number>(Object.values(at))
  const others = headings.filter((_, index) => !used.has(index))
  const known: ReadonlySet<string> = new Set(
    [...layout.elsewhere, ...entries.flatMap(([, names]) => names)].map(plainHeading),
  )
  const isKnown = (heading: string) => known.has(heading)
  return { at, elsewhere: others.filter(isKnown), unknown: others.filter((heading) => !isKnown(heading)) }
}

/** As headings are compared. */
export const plainHeading = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')
