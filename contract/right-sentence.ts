import type { Permission, Scope } from './permissions.ts'
import { type PrincipalName, permissionWords, principals, type RightWords } from './words/permissions.ts'

/** A right of the matrix without words does not compile. */
const wordsOf: Record<Permission, RightWords> = permissionWords

/** The words before the noun, and how it is seen. */
function bounds(scope: Scope, { isOfChain }: RightWords): { before: string; how?: string } {
  switch (scope) {
    case 'own':
      return { before: '自分の' }
    case 'assigned':
      return { before: '担当する' }
    case 'published':
      return { before: isOfChain ? '公開中の' : '担当店舗の公開中の' }
    case 'shops':
      return { before: '担当店舗の' }
    case 'aggregate':
      return { before: '担当店舗の', how: 'を、5名以上の概数でのみ見られます' }
    case 'all':
      return { before: isOfChain ? '' : 'すべての店舗の' }
  }
}

/** What a principal may do by this right, or may not (`null`), as a sentence: 「店長は、担当店舗の会員を見られます。」 */
export function rightSentence(principal: PrincipalName, permission: Permission, scope: Scope | null): string {
  const words = wordsOf[permission]
  const who = `${principals[principal]}は、`
  if (!scope) return `${who}${words.of ?? ''}${words.act.replace(/ます$/, 'ません')}。`
  const { before, how } = bounds(scope, words)
  return `${who}${before}${words.of ?? ''}${how ?? words.act}。`
}
