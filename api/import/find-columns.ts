export interface FoundColumns<Column extends string> {
  /** Which column of the file each is. */
  at: Partial<Record<Column, number>>
  /** Headings that are known, and not of this kind. */
  elsewhere: string[]
  unknown: string[]
  /** Headings of which any may be the column, by column, while no answer chooses one. */
  unclear: Partial<Record<Column, string[]>>
}

interface Layout<Column extends string> {
  /** The headings of each column; of several in a file the first counts. */
  headings: Readonly<Record<Column, readonly string[]>>
  /** Known headings that are not read. */
  elsewhere: readonly string[]
  /** Columns for which several headings are ambiguous, unless one is the first of its names. */
  oneOnly?: readonly Column[]
}

/**
 * Each column as staff have answered (null: left out), else under the first of its headings that the file has. Of two
 * answers for one column the last counts. Headings are compared by `headingKey`, never by likeness:
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
  const keys = headings.map(headingKey)
  const unclear: FoundColumns<Column>['unclear'] = {}
  for (const [column, names] of entries) {
    const found = names
      .map((name) => keys.indexOf(headingKey(name)))
      .filter((index) => index >= 0 && !answered.has(index))
    const isUnclear =
      found.length > 1 && layout.oneOnly?.includes(column) && found[0] !== keys.indexOf(headingKey(names[0] ?? ''))
    if (isUnclear && at[column] === undefined) unclear[column] = found.map((index) => headings[index] as string)
    if (found[0] !== undefined) at[column] ??= found[0]
  }
  const used = new Set<number>(Object.values(at))
  const others = headings.filter((_, index) => !used.has(index))
  const known: ReadonlySet<string> = new Set(
    [...layout.elsewhere, ...entries.flatMap(([, names]) => names)].map(headingKey),
  )
  const isKnown = (heading: string) => known.has(headingKey(heading)) || heading === errorHeading
  return { at, elsewhere: others.filter(isKnown), unknown: others.filter((heading) => !isKnown(heading)), unclear }
}

/** A sentence about the first column without an answer, for each row; undefined: none. */
export function unclearColumn<Column extends string>(
  labels: Readonly<Record<string, string>>,
  { unclear }: FoundColumns<Column>,
): string | undefined {
  const [first] = Object.entries<string[] | undefined>(unclear)
  if (!first) return undefined
  const [column, headings = []] = first
  return `「${headings.join('」と「')}」の列があり、どれが${labels[column]}か分かりません（「列の意味」で選べます）`
}

/** Of the column that our own files of refused rows have: read by nobody, and no part of how a file is recognised. */
export const errorHeading = 'エラー'

/** A heading as it is shown: without spaces, in half width. */
export const plainHeading = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')

/** As headings are compared: also without the marks of a form's fields, and whether or not in capitals. */
export const headingKey = (text: string) =>
  plainHeading(text)
    .toLowerCase()
    .replace(/^[※*★]+|[※*★]+$|\((必須|任意)\)$/g, '')
