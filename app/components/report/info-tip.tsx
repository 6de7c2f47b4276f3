import { Info } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { KpiFormulas } from '#contract/kpi-formulas.ts'
import { useOnDemand } from '~/lib/on-demand'

/** Each line is a paragraph. Formulas are loaded with the tip, so a text with formulas is a function of them. */
export type TipText = string | ((formulas: KpiFormulas) => string)

const hoverDelay = { open: 250, close: 200 }

interface InfoTipProps {
  label: string
  text: TipText
  /** Text to underline instead of the (i), where space is short. */
  children?: ReactNode
}

/** The (i) beside a figure; shows its text on hover, click, keyboard and touch. */
export function InfoTip({ label, text, children }: InfoTipProps) {
  const tip = useOnDemand(() => import('./info-tip.lazy'))
  const [hovered, setHovered] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const soon = (event: PointerEvent, open: boolean) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        setHovered(open)
        tip.overlayProps.onOpenChange(open)
      },
      open ? hoverDelay.open : hoverDelay.close,
    )
  }

  return (
    <>
      <button
        {...tip.button}
        type="button"
        aria-haspopup="dialog"
        // Screen readers repeat a column header with each cell, so its name must not change.
        aria-label={children ? undefined : `${label}の説明`}
        onPointerEnter={(event) => {
          tip.button.onPointerEnter()
          soon(event, true)
        }}
        onPointerLeave={(event) => soon(event, false)}
        onClick={() => {
          clearTimeout(timer.current)
          // A click keeps open what hovering opened.
          if (!hovered) tip.button.onClick()
          setHovered(false)
        }}
        className={
          children
            ? '-my-1 min-h-6 rounded-xs [text-align:inherit] underline decoration-muted-foreground decoration-dotted underline-offset-4 hover:decoration-solid print:my-0 print:min-h-0 print:no-underline'
            : 'relative grid size-6 shrink-0 place-items-center rounded-full text-muted-foreground hover:text-foreground print:hidden'
        }
      >
        {children ?? <Info aria-hidden className="size-3.5" />}
      </button>
      {tip.Overlay && (
        <tip.Overlay
          {...tip.overlayProps}
          label={label}
          text={text}
          byHover={hovered}
          onPointerEnter={(event) => soon(event, true)}
          onPointerLeave={(event) => hovered && soon(event, false)}
        />
      )}
    </>
  )
}
