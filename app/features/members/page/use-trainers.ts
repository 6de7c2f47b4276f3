import { useQuery } from '@tanstack/react-query'
import type { Member } from '#contract/member.ts'
import type { RoleLevel } from '#contract/words/staff.ts'
import { trainerQuery } from '../queries'

/** Staff whom the API accepts as trainers: those who work in a shop. */
const trainerRoles: RoleLevel[] = ['level2', 'level3', 'level4']

/** Possible trainers of a member: active staff of their shop, and the current trainer. */
export function useTrainers({ shop, trainer }: Member) {
  const { data } = useQuery(trainerQuery(shop.id))
  const offered = (data?.list ?? []).filter(({ role }) => trainerRoles.includes(role))
  return trainer === null || offered.some(({ id }) => id === trainer.id) ? offered : [trainer, ...offered]
}
