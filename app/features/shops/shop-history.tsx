import { History } from '~/components/record/history'
import { shopHistory } from './queries'
import { useShop } from './shop-page'

/** Who changed what of this shop, and when. */
export const ShopHistory = () => (
  <div className="pb-12">
    <History {...shopHistory(useShop().id)} noun="店舗" />
  </div>
)
