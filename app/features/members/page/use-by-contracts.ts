import { useQuery } from '@tanstack/react-query'
import type { Member } from '#contract/member.ts'
import { planQuery } from '../queries'
import { plansQuery } from './queries'

/** What a member's flags are without a lock; undefined while that is not known. */
export function useByContracts({ id, shop, contractStatus }: Member) {
  const { data: contracts } = useQuery(plansQuery(id))
  const { data: plans } = useQuery(planQuery(shop.id))
  const withContent = new Set(plans?.list.filter((plan) => plan.withLeanBodyContent).map((plan) => plan.id))
  const covering = contracts?.list.filter(({ status }) => status === 'active')
  return {
    hasActivePlan: contractStatus === 'active',
    withLeanBodyContent: plans && covering?.some(({ planId }) => withContent.has(planId)),
  }
}
