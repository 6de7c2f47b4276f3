import type { Permission } from '#contract/permissions.ts'
import { auditField } from '#contract/words/audit.ts'
import { conditionOf } from '#contract/words/audit-conditions.ts'
import { noShopInCharge } from '#contract/words/staff.ts'
import type { Diff, FoundAct } from './repository.ts'

// Which parts of an audit row may be shown, and their labels. A field without a label (contract/words/audit.ts) never
// leaves the API.

export interface Names {
  staff: ReadonlyMap<string, string>
  /** Of the conditions, which hold whatever id was sent: only those whom the reader sees. */
  staffInSight: ReadonlyMap<string, string>
  shops: ReadonlyMap<string, string>
}

/** Maximum length of a text in a row. */
const longestText = 300
/** Characters before the first difference of two long texts. */
const leadIn = 40

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that contain records, flattened: `monthlyTargets.sales`. */
function flattened(resourceType: string, diff: Diff): [field: string, before: unknown, after: unknown][] {
  return Object.entries(diff).flatMap(([field, { before, after }]): [string, unknown, unknown][] => {
    const keys = Object.keys({ ...(isRecord(before) && before), ...(isRecord(after) && after) })
    const parts = keys.map((key): [string, unknown, unknown] => [
      `${field}.${key}`,
      isRecord(before) ? (before[key] ?? null) : null,
      isRecord(after) ? (after[key] ?? null) : null,
    ])
    const known = parts.filter(([name]) => auditField(resourceType, name))
    if (known.length === 0) return [[field, before, after]]
    return known.filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is))
  })
}

const idText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null)

/** Its shops are stored as numbers, those of a staff member as names. */
const isPreview = (resourceType: string) => resourceType === 'auth'

/** Conditions whose value is a staff member. */
const staffConditions = ['staffId', 'trainerStaffId', 'ownerStaffId', 'authorStaffId', 'senderStaffId']

/** Lists of ids that are shown as a count. */
export function idsIn(rows: readonly FoundAct[]): { staff: string[]; inConditions: string[]; shops: string[] } {
  const [staff, inConditions, shops] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const add = (ids: Set<string>, ...values: unknown[]) => {
    for (const value of values) {
      const id = idText(value)
      if (id && /^[1-9]\d{0,8}$/.test(id)) ids.add(id)
    }
  }
  for (const { resourceType, diff, filter } of rows) {
    add(staff, diff?.trainerStaffId?.before, diff?.trainerStaffId?.after)
    add(inConditions, ...staffConditions.map((key) => filter?.[key]))
    for (const side of [diff?.target, diff?.shopIds, isPreview(resourceType) ? diff?.shops : undefined].flatMap(
      (one) => [one?.before, one?.after],
    )) {
      const ids = isRecord(side) ? side.shopIds : side
      if (Array.isArray(ids)) add(shops, ...ids)
    }
  }
  return { staff: [...staff], inConditions: [...inConditions], shops: [...shops] }
}

const everyShop = '全店舗'

function shopsText(value: unknown, { shops }: Names): unknown {
  const ids = isRecord(value) ? (value.scope === 'all' ? [] : value.shopIds) : value
  if (!Array.isArray(ids)) return null
  if (ids.length === 0) return everyShop
  const known = ids.flatMap((id) => shops.get(String(id)) ?? [])
  const others = ids.length - known.length
  return [...known, ...(others > 0 ? [`担当外の${others}店舗`] : [])]
}

/** A value as shown: single ids by name, lists of ids by their number. */
function shownValue(resourceType: string, field: string, value: unknown, names: Names): unknown {
  if (value === null || value === undefined) return null
  if (field === 'trainerStaffId') return names.staff.get(String(value)) ?? null
  if (field === 'target' || field === 'shopIds') return shopsText(value, names)
  // A preview without shops is of the head office, or of somebody without a shop.
  if (field === 'shops' && isPreview(resourceType)) {
    return Array.isArray(value) && value.length > 0 ? shopsText(value, names) : null
  }
  if (field === 'shops' && Array.isArray(value) && value.length === 0) return noShopInCharge
  if (field === 'gained' || field === 'lost') return Array.isArray(value) ? `${value.length}名` : null
  return isRecord(value) ? null : value
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
/** A rich text as plain text. */
const wordsOf = (html: string) =>
  html
    .replace(/<\/(p|h\d|li|blockquote)>|<br ?\/?>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .trim()

/** Two long texts, each cut to the part around their first difference. */
function aroundDifference(before: unknown, after: unknown): [unknown, unknown] {
  const texts = [before, after].filter((one) => typeof one === 'string')
  if (!texts.some((text) => text.length > longestText)) return [before, after]
  const [a = '', b = ''] = texts
  let same = 0
  if (texts.length === 2) while (same < a.length && a[same] === b[same]) same += 1
  const from = Math.max(0, same - leadIn)
  const cut = (value: unknown) => {
    if (typeof value !== 'string') return value
    const end = from + longestText
    return `${from > 0 ? '…' : ''}${value.slice(from, end).toWellFormed()}${value.length > end ? '…' : ''}`
  }
  return [cut(before), cut(after)]
}

/** Each field before and after, as far as the caller may read it. */
export function fieldsOf(
  { resourceType, diff }: FoundAct,
  { seesDetail, can }: { seesDetail: boolean; can: (permission: Permission) => boolean },
  names: Names,
) {
  return flattened(resourceType, diff ?? {}).map(([field, was, is]) => {
    const known = auditField(resourceType, field)
    if (!known || known.isHidden || (known.isContact && !seesDetail) || (known.needs && !can(known.needs))) {
      return { field, before: null, after: null, isHidden: true }
    }
    const shown = (value: unknown) => {
      const one = shownValue(resourceType, field, value, names)
      return field === 'body' && typeof one === 'string' ? wordsOf(one) : one
    }
    const [before, after] = aroundDifference(shown(was), shown(is))
    return { field, before, after, isHidden: false }
  })
}

/** The filters of an export, as far as the caller may read them. */
export function conditionsOf({ filter }: FoundAct, seesDetail: boolean, names: Names) {
  return Object.entries(filter ?? {}).flatMap(([key, value]) => {
    const condition = conditionOf(key)
    if (!condition || (condition.isPersonal && !seesDetail)) return []
    const text = staffConditions.includes(key)
      ? (names.staffInSight.get(String(value)) ?? String(value))
      : String(value)
    return [{ key, value: text }]
  })
}
