import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChoiceSelect } from '~/components/choice-select'
import { Button } from '~/components/ui/button'

interface PeriodPickerProps<Period extends string | number> {
  /** 月, 年: names the buttons and the select. */
  unit: string
  period: Period
  /** What the select offers, with their labels. */
  periods: readonly (readonly [period: Period, label: string])[]
  /** The neighbour in that direction; undefined where there is none. */
  stepTo: (distance: -1 | 1) => Period | undefined
  onChange: (period: Period) => void
  /** Hover or focus on a period, for prefetching. */
  onIntent: (period: Period) => void
  className: string
  selectClass: string
  /** What else is chosen with the period. */
  children?: ReactNode
}

/** The period before, the next one, or any of those offered. */
export function PeriodPicker<Period extends string | number>(props: PeriodPickerProps<Period>) {
  const { unit, period, periods, stepTo, onChange, onIntent, className, selectClass, children } = props
  const step = (distance: -1 | 1) => {
    const target = stepTo(distance)
    const intent = () => target !== undefined && onIntent(target)
    const onClick = () => target !== undefined && onChange(target)
    return { onClick, onPointerEnter: intent, onFocus: intent, disabled: target === undefined }
  }
  return (
    <fieldset className={className}>
      <legend className="sr-only">対象{unit}</legend>
      <Button variant="outline" size="icon" aria-label={`前の${unit}`} {...step(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <ChoiceSelect
        label={`対象${unit}`}
        value={period}
        choices={periods}
        onChange={onChange}
        className={selectClass}
      />
      <Button variant="outline" size="icon" aria-label={`次の${unit}`} {...step(1)}>
        <ChevronRight aria-hidden />
      </Button>
      {children}
    </fieldset>
  )
}
