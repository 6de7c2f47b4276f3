import { EmptyState } from '~/components/states'
import { Button } from '~/components/ui/button'

/** A report of a shop that does not exist or is out of scope: leads back to the user's shops. */
export default function ShopNotShown({ onAllShops }: { onAllShops: () => void }) {
  return (
    <EmptyState title="この店舗は表示できません" alert>
      <p>店舗が存在しないか、担当範囲に含まれていません。</p>
      <Button size="lg" onClick={onAllShops}>
        担当店舗を表示
      </Button>
    </EmptyState>
  )
}
