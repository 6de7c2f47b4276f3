import { lazy, Suspense, useState } from 'react'
import type { MemberRow } from '#contract/member.ts'
import { Button } from '~/components/ui/button'

const ChangeDialog = lazy(() => import('./change-dialog'))

interface ChangeSelectedProps {
  rows: MemberRow[]
  onDone: () => void
}

/** まとめて変更 for the selected members. */
export function ChangeSelected({ rows, onDone }: ChangeSelectedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        まとめて変更
      </Button>
      {isOpen && (
        <Suspense>
          <ChangeDialog rows={rows} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
