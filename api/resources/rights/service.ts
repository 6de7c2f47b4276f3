import { matrix, permissions } from '#contract/permissions.ts'
import { rightSentence } from '#contract/right-sentence.ts'
import type { rights } from '#contract/rights.ts'
import { type PrincipalName, permissionWords, principals } from '#contract/words/permissions.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Handlers } from '../../context.ts'

const list = permissions.map((permission) => {
  const { area, name } = permissionWords[permission]
  const reaches = valuesOf(principals).map((principal) => {
    const cell = matrix[permission][principal]
    const scope = cell === '-' ? null : cell
    return [principal, { scope, sentence: rightSentence(principal, permission, scope) }] as const
  })
  return {
    permission,
    area,
    name,
    reach: Object.fromEntries(reaches) as Record<PrincipalName, (typeof reaches)[number][1]>,
  }
})

export const rightsHandlers: Handlers<typeof rights> = {
  // No personal data: the matrix is public among staff.
  list: async () => ({ list }),
}
