import { lazy, Suspense, useState } from 'react'
import type { LeanBodyRow } from '#contract/lean-body.ts'
import { Button } from '~/components/ui/button'

const CurateDialog = lazy(() => import('./curate-dialog'))

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
      {isOpen && (
        <Suspense>
          <CurateDialog rows={rows} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
