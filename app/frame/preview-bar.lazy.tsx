import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#contract/user.ts'
import { noShopInCharge, roleLevels } from '#contract/words/staff.ts'
import { Button } from '~/components/ui/button'
import { endPreview } from '~/functions/preview'
import { failureMessage } from '~/lib/failure'
import { notify } from '~/lib/notices'

/** Banner shown while previewing another role's rights; it cannot be dismissed. */
export default function PreviewBar({ me }: { me: Me }) {
  const [busy, setBusy] = useState(false)
  const end = async () => {
    if (busy) return
    setBusy(true)
    try {
      await endPreview({ data: {} })
      // All data on the screen was loaded with the other rights.
      window.location.assign('/')
    } catch (error) {
      notify.error(failureMessage(error).text)
      setBusy(false)
    }
  }
  const shops = me.shops.map(({ name }) => name).join('、')
  return (
    <section
      aria-label="権限のプレビュー"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b bg-warning-surface px-4 py-2 text-sm text-warning sm:px-6"
    >
      <Eye aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-semibold">{roleLevels[me.staff.role]}</span>
        {me.staff.role !== 'all' && `（${shops || noShopInCharge}）`}の権限で表示しています。変更はできません。
      </p>
      <Button variant="outline" aria-disabled={busy || undefined} onClick={() => void end()}>
        自分の権限に戻す
      </Button>
    </section>
  )
}
