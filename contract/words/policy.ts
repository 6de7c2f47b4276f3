import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** The texts that members agree to. */
export const policyTypes = { userPolicy: '利用規約', privacyPolicy: 'プライバシーポリシー' } as const
export type PolicyType = ValueOf<typeof policyTypes>

/** An edition's state today: of a type's activated ones, the latest that has started is in force. */
export const policyStates = { draft: '下書き', scheduled: '予定', active: '有効', ended: '終了' } as const
export type PolicyState = ValueOf<typeof policyStates>

export const policyList = {
  sortKeys: ['effectiveFrom', 'edition', 'title', 'agreedCount', 'updatedAt'],
  defaultSort: '-effectiveFrom',
  /** 施行日 on these days. */
  filters: { type: policyTypes, state: policyStates, beginsFrom: 'day', beginsTo: 'day' },
} as const satisfies ListWords

/** A day as policies name it: 2026年4月1日. */
export function policyDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}
