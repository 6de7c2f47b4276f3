import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#contract/permissions.ts'
import { type Api, startApi } from '../support/api.ts'

interface Right {
  permission: string
  reach: Record<string, { scope: string | null; sentence: string }>
}

let api: Api
let list: Right[]
beforeAll(async () => {
  api = await startApi()
  list = (await api.get('/api/admin/rights', { token: await api.as({ role: 'level1' }) })).json.list
})
afterAll(() => api.close())

test('the rights are listed once each, with a sentence for every role', () => {
  expect(list.map(({ permission }) => permission)).toEqual(permissions)
  const sentences = list.flatMap(({ reach }) => Object.values(reach).map(({ sentence }) => sentence))
  expect(sentences).toHaveLength(permissions.length * 6)
  for (const sentence of sentences) expect(sentence).toMatch(/^[^は]+は、.+(ます|ません)。$/)
  // All sentences differ.
  expect(new Set(sentences).size).toBe(sentences.length)
})

test.each([
  ['member.read', 'level3', '店長は、担当店舗の会員を見られます。'],
  ['member.read', 'level1', '取引先は、会員を見られません。'],
  ['member.read', 'all', '本部は、すべての店舗の会員を見られます。'],
  ['log.condition', 'level2', 'トレーナーは、担当する会員の体調の記録を見られます。'],
  ['report.members', 'level1', '取引先は、担当店舗の会員数と来館の集計を、5名以上の概数でのみ見られます。'],
  ['announcement.read', 'level1', '取引先は、担当店舗の公開中のお知らせを見られます。'],
  ['column.write', 'all', '本部は、コラムを登録・更新できます。'],
  ['audit.read', 'level2', 'トレーナーは、自分の操作履歴を見られます。'],
  ['admin.flag', 'admin', '管理者は、管理者を設定・解除できます。'],
])('%s of %s reads: %s', (permission, principal, sentence) => {
  expect(list.find((right) => right.permission === permission)?.reach[principal]?.sentence).toBe(sentence)
})
