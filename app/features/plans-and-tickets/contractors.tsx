import { Link } from '@tanstack/react-router'
import type { ShopPlan } from '#contract/shop-plan.ts'
import { formatCount } from '~/lib/format'

/** Number of contractors, linked to them; not for optional plans, which the members' list cannot filter by. */
export function Contractors({ plan: { name, code, shopId, category, contractorCount } }: { plan: ShopPlan }) {
  const text = `${formatCount(contractorCount)}名`
  if (category === 'option' || contractorCount === 0) return text
  return (
    <Link
      to="/hacomono/members"
      search={{ shop: shopId, planCode: code, left: 'all' }}
      className="text-primary underline underline-offset-4"
    >
      <span className="sr-only">{name}の会員 </span>
      {text}
    </Link>
  )
}
