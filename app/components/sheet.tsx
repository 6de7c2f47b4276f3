import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useIsNarrow } from './resource-table/media'
import { StepButtons } from './step-buttons'
import { Button } from './ui/button'
import { useKeys } from './use-keys'
import { type Steps, useSteps } from './use-steps'

interface SheetProps extends Partial<Steps> {
  title: ReactNode
  /** Beside the title: chips and the like. */
  aside?: ReactNode
  onClose: () => void
  /** Opens the record's own page: `o`, or Enter where nothing else has it. */
  onOpen?: () => void
  children: ReactNode
}

/** A record over its list, which stays usable; on a small screen it covers the page. It has its own URL. */
export function Sheet(props: SheetProps) {
  const isNarrow = useIsNarrow()
  return <OpenSheet key={String(isNarrow)} covers={isNarrow} {...props} />
}

/** The link of the record that is open, in the list behind. */
const currentRow = () => document.querySelector<HTMLElement>('[data-record][aria-current]')

/** Enter activates a focused control, and belongs to the list behind. */
const hasItsOwnEnter = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a,button,summary,[data-row]') !== null

function OpenSheet(props: SheetProps & { covers: boolean }) {
  const { title, aside, covers, onClose, onOpen, onPrevious, onNext, isSettled, children } = props
  // What is no record of a list has no next one.
  const hasSteps = isSettled !== undefined
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()

  // On close, the focus returns to the row of the record shown last.
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = currentRow()
    if (!current || current === row.current) return
    row.current = current
    if (!covers) current.scrollIntoView({ block: 'nearest' })
  })

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (covers) element?.showModal()
    else element?.show()
    heading.current?.focus()
    return () => {
      // A focus that the user has moved elsewhere stays there.
      if (document.activeElement !== document.body && !element?.contains(document.activeElement)) return
      const back = [row.current, opener].find((one) => one instanceof HTMLElement && one.isConnected)
      if (back instanceof HTMLElement) setTimeout(() => back.focus())
    }
  }, [covers])

  const go = useSteps({ onPrevious, onNext, isSettled: isSettled ?? (() => true) })
  const prevented = (act: () => void) => (event: KeyboardEvent) => {
    event.preventDefault()
    act()
  }
  useKeys({
    j: prevented(() => go('next')),
    k: prevented(() => go('previous')),
    o: onOpen && prevented(onOpen),
    Enter: onOpen && ((event) => hasItsOwnEnter(event.target) || prevented(onOpen)(event)),
    // Modal dialogs handle Esc themselves.
    Escape: covers ? undefined : prevented(onClose),
  })

  return (
    <dialog
      ref={dialog}
      data-sheet
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="fixed inset-y-0 right-0 left-auto z-30 m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden border-l bg-popover text-foreground shadow-overlay sm:top-header sm:h-auto sm:w-[min(480px,100vw)] print:hidden"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-start gap-2 border-b py-3 pr-2 pl-5">
          <div className="min-w-0 flex-1">
            <h2
              ref={heading}
              id={`${id}-title`}
              tabIndex={-1}
              aria-live="polite"
              className="text-base font-semibold outline-none"
            >
              {title}
            </h2>
            {aside}
          </div>
          {hasSteps && (
            <StepButtons onPrevious={onPrevious && (() => go('previous'))} onNext={onNext && (() => go('next'))} />
          )}
          <Button variant="ghost" size="icon" aria-label="閉じる" onClick={onClose}>
            <X aria-hidden />
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-label="内容" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">
          {children}
        </section>
      </div>
    </dialog>
  )
}
