import { expect, test } from 'vitest'
import { sizeFault } from './question'

const draft = { category: 'marketing', sendAt: null } as const
const counts = (total: number, used: number) => ({
  total,
  quota: [{ shopId: '1', shopName: '新宿店', used, adding: total, limit: 5_000 }],
})

test('a shop manager sees before writing that there are too many recipients', () => {
  expect(sizeFault(draft, counts(501, 0), true)).toBe('一度に送信できるのは500名までです。宛先を絞り込んでください。')
  expect(sizeFault(draft, counts(501, 0), false)).toBeUndefined()
  expect(sizeFault(draft, counts(500, 0), true)).toBeUndefined()
})

test('an exhausted monthly quota is shown with the recipients, with the remaining number', () => {
  const fault = sizeFault(draft, counts(300, 4_800), false)
  expect(fault).toBe('新宿店の今月の上限（5,000通）を超えます。今月はあと200通送信できます。')
  expect(sizeFault(draft, counts(200, 4_800), false)).toBeUndefined()
  // No limit for transactional mails, nor for a future month, which has no count yet.
  expect(sizeFault({ ...draft, category: 'transactional' }, counts(300, 4_800), false)).toBeUndefined()
  const later = new Date(Date.now() + 60 * 86_400_000).toISOString()
  expect(sizeFault({ ...draft, sendAt: later }, counts(300, 4_800), false)).toBeUndefined()
})
