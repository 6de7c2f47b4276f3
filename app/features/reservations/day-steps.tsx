import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { cn } from '~/lib/utils'

interface DayStepsProps {
  unit: '日' | '週' | '期間'
  /** The days shown, in words. */
  text: string
  /** The first of them; undefined for all days. */
  day: string | undefined
  /** Undefined where the days shown have no end. */
  onStep: ((distance: 1 | -1) => void) | undefined
  onDay: (day: string) => void
  onToday: () => void
  /** Whether the arrow keys and T do the same. */
  hasKeys?: boolean
}

/** ‹ 今日 › and the days shown. */
export function DaySteps({ unit, text, day, onStep, onDay, onToday, hasKeys = false }: DayStepsProps) {
  const step = (name: '前' | '次', distance: 1 | -1, key: string) => (
    <Button
      variant="outline"
      size="icon"
      aria-label={`${name}の${unit}`}
      title={hasKeys ? `${name}の${unit}（${key}）` : `${name}の${unit}`}
      aria-disabled={!onStep || undefined}
      onClick={() => onStep?.(distance)}
    >
      {distance < 0 ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />}
    </Button>
  )
  return (
    <>
      {step('前', -1, '←')}
      <Button variant="outline" {...(hasKeys && { 'aria-keyshortcuts': 't', title: '今日（T）' })} onClick={onToday}>
        今日
      </Button>
      {step('次', 1, '→')}
      <p aria-live="polite" className="figures text-base font-semibold">
        {text}
      </p>
      <input
        type="date"
        aria-label="日付"
        value={day ?? ''}
        max="2100-12-31"
        onChange={({ target }) => target.value >= '2000' && onDay(target.value)}
        className={cn(inputClass, 'w-auto px-2')}
      />
    </>
  )
}
