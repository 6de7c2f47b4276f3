import { Eye } from 'lucide-react'
import { useId, useState } from 'react'
import type { RoleLevel } from '#contract/words/staff.ts'
import { useMe } from '~/auth/session'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { useServerMutation } from '~/data/mutation'
import { startPreview } from '~/functions/preview'

/** From the rights of a role to how the product looks with them: at one shop, or at all of them for head office. */
export function PreviewForm({ role }: { role: RoleLevel }) {
  const shops = useMe()?.shops ?? []
  const id = useId()
  const [shopId, setShopId] = useState(shops[0]?.id ?? '')
  const looking = useServerMutation(startPreview, { invalidates: [] })
  const preview = async () => {
    await looking.mutateAsync({ data: { role, shopIds: role === 'all' ? [] : [shopId] } })
    // Everything on the screen was read with one's own rights.
    window.location.assign('/')
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-lg border bg-card px-4 py-3 text-sm print:hidden">
      <p className="min-w-0 flex-1 basis-60 text-muted-foreground">
        この権限で、画面がどう見えるかを確認できます。その間は、何も変更されません。
      </p>
      {role !== 'all' && (
        <div className="flex items-center gap-2">
          <label htmlFor={id}>担当店舗</label>
          <NativeSelect id={id} value={shopId} onChange={(event) => setShopId(event.target.value)}>
            {shops.map(({ id: one, name }) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </div>
      )}
      <Button
        variant="outline"
        aria-disabled={looking.isPending || undefined}
        onClick={() => looking.isPending || void preview().catch(() => {})}
      >
        <Eye aria-hidden />
        この権限で見る
      </Button>
    </div>
  )
}
