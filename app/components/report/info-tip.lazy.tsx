import type { PointerEventHandler } from 'react'
import { kpiFormulas } from '#contract/kpi-formulas.ts'
import { AnchoredPopover } from '~/components/ui/popover'
import type { OverlayProps } from '~/lib/on-demand'
import type { TipText } from './info-tip'

interface Props extends OverlayProps {
  label: string
  text: TipText
  /** Opened by hover: the focus does not move. */
  byHover: boolean
  onPointerEnter: PointerEventHandler
  onPointerLeave: PointerEventHandler
}

export default function InfoTipContent({ label, text, byHover, ...props }: Props) {
  const leaveFocus = (event: Event) => event.preventDefault()
  return (
    <AnchoredPopover
      {...props}
      aria-label={label}
      className="w-72 px-3.5 py-3 text-sm"
      {...(byHover && { onOpenAutoFocus: leaveFocus, onCloseAutoFocus: leaveFocus })}
    >
      <p className="font-semibold">{label}</p>
      <p className="mt-1 whitespace-pre-line text-muted-foreground">
        {typeof text === 'string' ? text : text(kpiFormulas)}
      </p>
    </AnchoredPopover>
  )
}
