import { useQuery } from '@tanstack/react-query'
import type { Member } from '#contract/member.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import { trainerQuery } from '../queries'

/** Whom the API takes as somebody's trainer: who works in a shop. */
const trainerRoles: RoleLevel[] = ['level2', 'level3', 'level4']

/** Who may look after a member: active staff of their shop, and who does it now. */
export function useTrainers({ shop, trainer }: Member) {
  const { data } = useQuery(trainerQuery(shop.id))
  const offered = (data?.list ?? []).filter(({ role }) => trainerRoles.includes(role))
  return trainer === null || offered.some(({ id }) => id === trainer.id) ? offered : [trainer, ...offered]
}
