import type { z } from 'zod'
import { type Keys, type Kind, type KindName, kinds } from '../../../provider/answers.ts'
import { addDays } from '../../figures/periods.ts'
import { type Probed, ProviderFailure } from '../club-system.ts'
import type { Resource, RowFilter } from '../provider-rows.ts'
import { failureOf, isRefusal } from './client.ts'
import { length } from './pages.ts'
import { shapes } from './read-row.ts'
import { filtersOf, isOutside } from './reader.ts'
import { Instructor, partsOfPage, readBy, Studio } from './shapes.ts'
import type { Answered } from './transport.ts'
import { isKnownWord, wordKeys } from './words.ts'

// How a connection's answers differ from the assumptions, by one request of each resource. Only names of keys and
// counts are said: no value of a row.

/** One GET without a retry: the probe looks at any answer. */
export type Look = (path: string, query: Record<string, string | number>) => Promise<Answered>

const order: readonly KindName[] = [
  ...(['studios', 'instructors', 'rooms', 'programs', 'tickets', 'members', 'contracts', 'memberTickets'] as const),
  ...(['lessons', 'bookings', 'purchases'] as const),
]
const ofKind = (kind: KindName): { name: string; shape: z.ZodType } => {
  if (kind === 'studios') return { name: 'スタジオ', shape: Studio }
  if (kind === 'instructors') return { name: 'インストラクター', shape: Instructor }
  return shapes[kind]
}

const daysOf = (kind: KindName, today: string): RowFilter => {
  if (kind === 'purchases') return { from: addDays(today, -30), to: today }
  return kind === 'lessons' || kind === 'bookings' ? { from: today, to: addDays(today, 6) } : {}
}
/** Nobody has it. */
const unknownMember = '999999999'

/** Reads one page of each resource and the answer to a number that nobody has. Writes nothing. */
export async function probe(look: Look, today: string): Promise<Probed[]> {
  const probed: Probed[] = []
  let member: string | undefined
  for (const kind of order) {
    const found: Probed = { name: ofKind(kind).name, rows: 0, differences: [], notes: [] }
    probed.push(found)
    const isOfMember = kinds[kind].path.includes(':id')
    if (isOfMember && member === undefined) {
      found.notes.push('会員の番号を読み取れないため、確認できません。')
      continue
    }
    const filter = isOfMember ? { memberId: member as string } : daysOf(kind, today)
    const path = kinds[kind].path.replace(':id', encodeURIComponent(member ?? ''))
    const answer = await answered(look, path, { ...filtersOf(filter), page: 1, length })
    const rows = typeof answer === 'string' ? null : rowsIn(answer, kinds[kind], found.differences)
    if (typeof answer === 'string') found.differences.push(answer)
    if (rows) lookAtRows(kind, rows, filter, found)
    if (kind === 'members') member = rows?.flatMap((row) => numberIn(row) ?? [])[0]
    found.rows = rows?.length ?? 0
  }
  const answer = await answered(look, `${kinds.members.path}/${unknownMember}`, {})
  probed.push({ name: 'ない番号への回答', rows: 0, differences: refusalDifferences(answer), notes: [] })
  return probed
}

async function answered(look: Look, path: string, query: Record<string, string | number>) {
  try {
    const answer = await look(path, query)
    if (answer.status === 401) throw failureOf('unauthorized')
    return answer
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind !== 'unauthorized') return error.sentence
    if (error instanceof ProviderFailure) throw error
    return failureOf('unavailable').sentence
  }
}

/** `{ errors: [{ code, message }], data: null }` with 404. */
function refusalDifferences(answer: Answered | string): string[] {
  if (typeof answer === 'string') return [answer]
  return [
    ...(answer.status === 404 ? [] : [`状態コードが404ではなく${answer.status}です。`]),
    ...(isRefusal(answer.body) ? [] : ['エラーの形が { errors: [{ code, message }], data: null } ではありません。']),
  ]
}

/** The rows of a page; null where they are not found, which is added to the differences. */
function rowsIn({ status, body }: Answered, { list }: Kind, differences: string[]): unknown[] | null {
  if (status !== 200) {
    differences.push(`状態コードが200ではなく${status}です。`)
    return null
  }
  const answer = recordIn(body)
  if (!answer) differences.push('データではなく画面など、JSONでないものが返りました。')
  else if (!recordOf(answer.data)) differences.push(`「data」がありません。ある項目: ${namesOf(answer)}`)
  const data = recordOf(answer?.data)
  if (!data) return null
  const page = recordOf(data[list])
  if (!page) {
    differences.push(`「data」の中に「${list}」がありません。ある項目: ${namesOf(data)}`)
    return null
  }
  const missing = partsOfPage.filter((part) =>
    part === 'list' ? !Array.isArray(page.list) : !Number.isInteger(page[part]),
  )
  if (missing.length > 0) differences.push(`ページの項目がないか、数・一覧ではありません: ${missing.join('、')}`)
  const unknown = Object.keys(page).filter((name) => !(partsOfPage as readonly string[]).includes(name))
  if (unknown.length > 0) differences.push(`ページの知らない項目: ${unknown.join('、')}`)
  if (Number.isInteger(page.page) && page.page !== 1) differences.push('1ページ目を指定しましたが、別のページです。')
  if (!Array.isArray(page.list)) return null
  if (page.list.length > Number(page.length)) differences.push('1ページの行が length より多くあります。')
  return page.list
}

function lookAtRows(
  kind: KindName,
  rows: readonly unknown[],
  filter: RowFilter,
  { differences, notes }: Pick<Probed, 'differences' | 'notes'>,
) {
  if (rows.length === 0) notes.push('行がないため、項目は確認できません。')
  const { keys } = kinds[kind]
  const [missing, unknown, unreadable, otherForm, words] = [tally(), tally(), tally(), tally(), tally()]
  for (const raw of rows) {
    compareKeys(keys, raw, '', { missing, unknown, otherForm })
    const read = ofKind(kind).shape.safeParse(readBy(keys, raw))
    for (const path of new Set((read.error?.issues ?? []).map((issue) => pathOf(keys, issue.path))))
      unreadable.add(path)
    for (const path of unknownWords(kind, keys, readBy(keys, raw))) words.add(path)
  }
  for (const path of missing.names()) unreadable.forget(path)
  const say = (what: string, { counted }: Tally) => {
    if (counted().length > 0) differences.push(`${what}: ${counted().join('、')}`)
  }
  say('ない項目', missing)
  say('知らない項目', unknown)
  say('読み取れない値のある項目', unreadable)
  say('日時の形が異なる項目', otherForm)
  say('分からない言葉のある項目', words)
  const outside = isResource(kind) ? rows.filter((raw) => isOutside(kind, filter, raw)).length : 0
  if (outside > 0) {
    const filterName = filter.memberId === undefined ? 'date_from、date_to' : '会員の番号'
    differences.push(`指定した条件（${filterName}）の外の行: ${outside}件`)
  }
}

const isResource = (kind: KindName): kind is Resource & KindName => kind !== 'studios' && kind !== 'instructors'

type Tally = ReturnType<typeof tally>
function tally() {
  const counts = new Map<string, number>()
  return {
    add: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    forget: (name: string) => void counts.delete(name),
    names: () => [...counts.keys()],
    counted: () => [...counts].map(([name, n]) => `${name}（${n}件）`),
  }
}

/** The forms of days and moments that are expected; reading accepts more. */
const forms = { day: /^\d{4}-\d{2}-\d{2}$/, moment: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/ }
const formOf = (ours: string) =>
  /_at$/.test(ours) ? forms.moment : /_on$|^birthday$/.test(ours) ? forms.day : undefined

function compareKeys(
  keys: Keys,
  raw: unknown,
  prefix: string,
  to: { missing: Tally; unknown: Tally; otherForm: Tally },
): void {
  const row = recordOf(raw)
  if (!row) return
  const known = new Set<string>()
  for (const [ours, inner] of Object.entries(keys)) {
    const theirs = typeof inner === 'string' ? inner : inner.key
    known.add(theirs)
    const value = row[theirs]
    if (value === undefined) to.missing.add(`${prefix}${theirs}`)
    else if (typeof inner === 'object') {
      const inside = { missing: tally(), unknown: tally(), otherForm: tally() }
      for (const one of Array.isArray(value) ? value : [value])
        compareKeys(inner.of, one, `${prefix}${theirs}.`, inside)
      // Once a row, however many lines it has.
      for (const what of ['missing', 'unknown', 'otherForm'] as const)
        for (const name of inside[what].names()) to[what].add(name)
    } else if (typeof value === 'string' && value !== '' && formOf(ours)?.test(value) === false)
      to.otherForm.add(`${prefix}${theirs}`)
  }
  for (const name of Object.keys(row)) if (!known.has(name)) to.unknown.add(`${prefix}${name}`)
}

/** The club system's keys to a value of a row, by our names for them. */
function pathOf(keys: Keys, path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.filter((part) => typeof part === 'string')
  if (first === undefined) return '行全体'
  const inner = keys[first] ?? first
  if (typeof inner === 'string') return inner
  return rest.length > 0 ? `${inner.key}.${pathOf(inner.of, rest)}` : inner.key
}

function unknownWords(kind: KindName, keys: Keys, row: unknown): Set<string> {
  const found = new Set<string>()
  for (const [path, word] of Object.entries(wordKeys[kind] ?? {})) {
    const parts = path.split('.')
    for (const value of valuesAt(row, parts)) {
      const isWord = (typeof value === 'string' && value !== '') || typeof value === 'number'
      if (isWord && !isKnownWord(word, value)) found.add(pathOf(keys, parts))
    }
  }
  return found
}

function valuesAt(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, first === undefined ? [] : [first, ...rest]))
  return first === undefined ? [value] : valuesAt(recordOf(value)?.[first], rest)
}

/** Also of a member who cannot be read. */
function numberIn(row: unknown): string | undefined {
  const { id, is_guest } = recordOf(readBy(kinds.members.keys, row)) ?? {}
  return !is_guest && (typeof id === 'number' || typeof id === 'string') ? String(id) : undefined
}

const recordOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
const namesOf = (of: object) => Object.keys(of).join('、') || 'なし'
function recordIn(body: string) {
  try {
    return recordOf(JSON.parse(body))
  } catch {
    return null
  }
}
