import { useState } from 'react'
import type { LeanBodyRow } from '#contract/lean-body.ts'
import { lazyPart } from '~/components/lazy-part'
import { Button } from '~/components/ui/button'

const CurateDialog = lazyPart(() => import('./curate-dialog'), { missing: 'notice' })

interface CurateSelectedProps {
  rows: LeanBodyRow[]
  onDone: () => void
}

/** まとめて変更 for the selected contents. */
export function CurateSelected({ rows, onDone }: CurateSelectedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        まとめて変更
      </Button>
      {isOpen && <CurateDialog rows={rows} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}
