import { useQuery } from '@tanstack/react-query'
import type { SavedView } from '#contract/saved-view.ts'
import type { SharedViewsProps } from '~/components/resource-table/types'
import { formatCount } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import SharedViews from '~/shop/shared-views'
import { memberListQuery, memberSearch, requestedMembers } from './queries'

/** Shared conditions with their number of members. */
export default function SharedConditions(props: SharedViewsProps) {
  return <SharedViews {...props} Beside={MemberCount} />
}

/** In the selected shop. */
function MemberCount({ view, shop }: { view: SavedView; shop: string | undefined }) {
  const { shops } = useSelectedShop(shop)
  const { data } = useQuery(memberListQuery(requestedMembers({ ...memberSearch(view.search), shop }, shops)))
  return (
    <span className="figures shrink-0 text-xs text-muted-foreground">
      {data && `${formatCount(data.paging.total)}名`}
    </span>
  )
}
