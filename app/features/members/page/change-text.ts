const labels: Record<string, string> = {
  hasActivePlan: '有効プラン',
  lockedHasActivePlan: '有効プランの固定',
  withLeanBodyContent: 'LEAN BODY',
  lockedWithLeanBodyContent: 'LEAN BODYの固定',
  tags: 'タグ',
  trainerStaffId: '担当トレーナー',
  trainer: '担当トレーナー',
  staffNote: 'メモ',
  alertNote: '注意事項',
  status: '利用状態',
}

/** What a field is called; one that has no name here is called as in the data. */
export const fieldLabel = (field: string) => labels[field] ?? field

const flags: Record<string, [no: string, yes: string]> = {
  hasActivePlan: ['なし', 'あり'],
  withLeanBodyContent: ['利用不可', '利用可'],
  lockedHasActivePlan: ['固定しない', '手動で固定'],
  lockedWithLeanBodyContent: ['固定しない', '手動で固定'],
}
const none = '–'

/** A field's value before or after a change. */
export function changeText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return none
  if (typeof value === 'boolean') return (flags[field] ?? ['いいえ', 'はい'])[value ? 1 : 0]
  if (Array.isArray(value)) return value.length === 0 ? none : value.join('、')
  if (typeof value === 'object') return 'displayName' in value ? String(value.displayName) : JSON.stringify(value)
  return String(value)
}
