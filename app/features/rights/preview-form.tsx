import { Eye } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type RoleLevel, roleLevels } from '#contract/words/staff.ts'
import { useMe } from '~/auth/session'
import { Modal } from '~/components/dialogs/modal'
import { Button } from '~/components/ui/button'
import { useServerMutation } from '~/data/mutation'
import { startPreview } from '~/functions/preview'
import { ScopeInput } from '~/nouns/shop/scope-field'
import { useSelectedShop } from '~/shop/selected-shop'

/** Starts a preview of the app with a role's rights, at some shops, or all for head office. */
export function PreviewForm({ role }: { role: RoleLevel }) {
  const [isChoosingShops, setIsChoosingShops] = useState(false)
  const { start, isStarting } = usePreview(role)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3 rounded-lg border bg-card px-4 py-3 text-sm print:hidden">
      <p className="min-w-0 flex-1 basis-60 text-muted-foreground">
        {roleLevels[role]}には画面がどう見えるかを確認できます。確認している間は、変更はできません。
      </p>
      <Button
        variant="outline"
        aria-disabled={isStarting || undefined}
        onClick={() => (role === 'all' ? start([]) : setIsChoosingShops(true))}
      >
        <Eye aria-hidden />
        この権限で見る
      </Button>
      {isChoosingShops && <ShopsDialog role={role} onClose={() => setIsChoosingShops(false)} />}
    </div>
  )
}

function usePreview(role: RoleLevel) {
  const { mutateAsync, isPending } = useServerMutation(startPreview, { invalidates: [] })
  const start = async (shopIds: string[]) => {
    if (isPending) return
    await mutateAsync({ data: { role, shopIds } })
    // All data on the screen was loaded with the user's own rights.
    window.location.assign('/')
  }
  // A snackbar has shown the failure.
  return { start: (shopIds: string[]) => void start(shopIds).catch(() => {}), isStarting: isPending }
}

/** Dialog for the shops of the preview; starts with the selected one. */
function ShopsDialog({ role, onClose }: { role: RoleLevel; onClose: () => void }) {
  const id = useId()
  const shops = useMe()?.shops ?? []
  const { shop } = useSelectedShop(undefined)
  const [chosen, setChosen] = useState(shop ? [shop.id] : [])
  const [isMissing, setMissing] = useState(false)
  const list = useRef<HTMLFieldSetElement>(null)
  const { start, isStarting } = usePreview(role)
  const choose = (shopIds: string[]) => {
    setChosen(shopIds)
    setMissing(false)
  }
  const look = () => {
    if (chosen.length > 0) return start(chosen)
    setMissing(true)
    list.current?.querySelector<HTMLElement>('[type=checkbox]')?.focus()
  }
  return (
    <Modal
      title={`${roleLevels[role]}の権限で見る`}
      onClose={onClose}
      footer={
        <Button size="lg" aria-disabled={isStarting || undefined} onClick={look}>
          この権限で見る
        </Button>
      }
    >
      <fieldset ref={list} aria-describedby={isMissing ? `${id}-error` : undefined}>
        <legend className="mb-1.5 text-sm font-medium">担当店舗</legend>
        <ScopeInput
          id={id}
          invalid={isMissing || undefined}
          value={{ scope: 'shops', shopIds: chosen }}
          onChange={({ shopIds = [] }) => choose(shopIds)}
          options={shops}
          allowAll={false}
        />
        {isMissing && (
          <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-bad">
            担当店舗を選択してください。
          </p>
        )}
      </fieldset>
    </Modal>
  )
}
