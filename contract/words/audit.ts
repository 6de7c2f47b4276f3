import type { ListWords } from './list.ts'
import { type AuditGroup, auditGroups, type Field, formerNouns, type NounWords, nouns } from './nouns.ts'
import { valuesOf, type Words } from './words.ts'

const ofNouns: Record<string, NounWords> = { ...nouns, ...formerNouns }
const entries = Object.entries(ofNouns)

/** The actions of a group, with labels. */
const actionsIn = (group: AuditGroup): Words => Object.assign({}, ...entries.map(([, { actions }]) => actions?.[group]))

/** Each action with its label. */
export const auditActions: Words = Object.assign({}, ...valuesOf(auditGroups).map(actionsIn))

/** The actions of a group. */
export const actionsOf = (group: AuditGroup): string[] => Object.keys(actionsIn(group))

/** The label of an action; without one its technical name. */
export const actionLabel = (action: string) => auditActions[action] ?? action

/** What only members do, by a link in a mail to them: the row's member is who acted. */
export const memberActions: readonly string[] = ['mailUnsubscribed', 'mailConsented', 'mailDeclined']

/** Subjects of a row: the nouns of the contract, and those of older releases. */
export const auditResources = Object.fromEntries(entries.map(([noun, { label }]) => [noun, label])) as Record<
  keyof typeof nouns | keyof typeof formerNouns,
  string
>

/** The nouns of today, for a choice: rows of former ones are found with them. */
export const presentResources = Object.fromEntries(
  Object.entries(nouns).map(([noun, { label }]) => [noun, label]),
) as Record<keyof typeof nouns, string>

export const auditList = {
  sortKeys: ['at'],
  defaultSort: '-at',
  filters: {
    group: auditGroups,
    action: { maxLength: 60 },
    resourceType: auditResources,
    /** As stored in the log: for members and users the user's id. */
    resourceId: { maxLength: 100 },
    /** On this day in Tokyo or later. */
    from: 'day',
    to: 'day',
    /** Only rows that changed a record. */
    changed: 'true',
  },
} as const satisfies ListWords

/** A noun and those that are it today: their rows are found together. */
export const withFormer = (noun: keyof typeof auditResources): string[] => [
  noun,
  ...Object.entries(formerNouns).flatMap(([former, { today }]) => (today === noun ? [former] : [])),
]

/** Label and format of a noun's field; undefined where it may not be shown. */
export const auditField = (resourceType: string, name: string): Field | undefined =>
  ofNouns[resourceType]?.fields?.[name]

/** A field's label. */
export const fieldLabel = (resourceType: string, name: string) =>
  auditField(resourceType, name)?.label ?? 'その他の項目'

const none = '–'
const dateTime = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/
const day = /^\d{4}-\d\d-\d\d$/

/** A field's value before or after a change, as staff read it. */
export function changeText(resourceType: string, name: string, value: unknown): string {
  const { words, flag } = auditField(resourceType, name) ?? {}
  if (value === null || value === undefined || value === '') return none
  if (typeof value === 'boolean') return (flag ?? ['いいえ', 'はい'])[value ? 1 : 0]
  if (typeof value === 'number' && !words) return value.toLocaleString('ja-JP').replace('-', '▲')
  if (Array.isArray(value)) return value.map((one) => words?.[String(one)] ?? one).join('、') || none
  if (typeof value === 'object') return 'displayName' in value ? String(value.displayName) : none
  const text = String(value)
  if (words && Object.hasOwn(words, text)) return words[text] as string
  if (day.test(text)) return text.replaceAll('-', '/')
  return text.replace(dateTime, '$1/$2/$3 $4').replace(/:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/, '')
}
