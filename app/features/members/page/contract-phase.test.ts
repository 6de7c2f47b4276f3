import { expect, test } from 'vitest'
import type { MemberPlan } from '#contract/member.ts'
import { phaseOf } from './contract-phase'

const contract = (given: Partial<MemberPlan>): MemberPlan => ({
  id: '1',
  planId: '1',
  planName: 'レギュラー会員',
  planCode: 'REG',
  shop: { id: '1', name: '新宿店' },
  kind: 'regular',
  status: 'cancel',
  contractedOn: '2025-01-01',
  startOn: '2025-01-01',
  endOn: '2025-06-30',
  cancelRequestedOn: null,
  nextBillingOn: null,
  ...given,
})

test('a contract followed directly by another has ended, but the member has not left', () => {
  const first = contract({})
  const pause = contract({ id: '2', kind: 'suspension', startOn: '2025-07-01', endOn: '2025-08-31' })
  const again = contract({ id: '3', startOn: '2025-09-01', endOn: null, status: 'active' })
  const all = [again, pause, first]
  expect(all.map((one) => phaseOf(one, all))).toEqual(['契約中', '終了', '終了'])
})

test('a contract followed by a gap, or by an option only, is where the member left', () => {
  const left = contract({})
  const back = contract({ id: '2', startOn: '2025-07-02', endOn: null, status: 'active' })
  const option = contract({ id: '3', kind: 'option', startOn: '2025-06-01', endOn: '2025-12-31' })
  expect(phaseOf(left, [back, left])).toBe('退会')
  expect(phaseOf(left, [option, left])).toBe('退会')
  expect(phaseOf(option, [option, left])).toBe('終了')
})

test('a future contract has not begun', () => {
  const coming = contract({ startOn: '2027-02-01', endOn: null, status: 'waiting' })
  expect(phaseOf(coming, [coming])).toBe('開始前')
})
