import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '~/components/ui/button'

/** A button that opens what was found below it. */
export function Opened({ label, count, children }: { label: string; count: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <Button
        variant="ghost"
        className="mt-1 -ml-2 px-2"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon aria-hidden />
        {label}（{count}）
      </Button>
      <div id={id}>{isOpen && children}</div>
    </>
  )
}
