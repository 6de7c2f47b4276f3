import { useState } from 'react'
import type { MemberRow } from '#contract/member.ts'
import { lazyPart } from '~/components/lazy-part'
import { Button } from '~/components/ui/button'

const ChangeDialog = lazyPart(() => import('./change-dialog'), { missing: 'notice' })

interface ChangeSelectedProps {
  rows: MemberRow[]
  onDone: () => void
}

/** まとめて変更 for the selected members. */
export default function ChangeSelected({ rows, onDone }: ChangeSelectedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        まとめて変更
      </Button>
      {isOpen && <ChangeDialog rows={rows} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}
