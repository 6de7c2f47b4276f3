import { Pencil, RotateCcw } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { Adjustments, DayFacts } from '#contract/daily-report.ts'
import { type DayFigure, dayFigures, isDayMoneyFigure } from '#contract/words/daily-report.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useFormContext, useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { readNumber } from '~/lib/amount'
import { cn } from '~/lib/utils'
import { disclosedFigures, emptyDayText, figureOf, figureText, shownFigures, unitOf } from './labels'
import { PartError, usePartError } from './part-error'

interface FiguresFieldProps {
  field: FieldHandle<Adjustments>
  facts: DayFacts
}

/** The counted figures of the day; staff can correct one with a reason. Both values are kept. */
export function FiguresField({ field: handle, facts }: FiguresFieldProps) {
  const { figures } = facts
  const field = useLiveField(handle)
  const adjustments = field.state.value
  const [opened, setOpened] = useState<DayFigure>()
  const change = (key: DayFigure, next: Adjustments[DayFigure] | undefined) => {
    const { [key]: _, ...others } = adjustments
    field.handleChange(next ? { ...others, [key]: next } : others)
  }
  const [isWhole, setWhole] = useState(false)
  const emptiness = isWhole ? undefined : emptyDayText(facts)
  const disclosed = emptiness ? shownFigures(facts, adjustments) : disclosedFigures(figures)
  const groups = [disclosed.filter((key) => !isDayMoneyFigure(key)), disclosed.filter(isDayMoneyFigure)]
  return (
    <FieldFrame field={field} label="自動集計" group show={shownAdjustments}>
      {() => (
        <div className="grid gap-x-8 @min-[640px]:grid-cols-2">
          {emptiness && (
            <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 text-sm">
              <p>{emptiness}</p>
              <Button variant="outline" onClick={() => setWhole(true)}>
                <Pencil aria-hidden />
                数字を修正する
              </Button>
            </div>
          )}
          {groups
            .filter((keys) => keys.length > 0)
            .map((keys) => (
              <ul key={keys[0]} className="divide-y">
                {keys.map((key) => (
                  <FigureRow
                    key={key}
                    of={key}
                    counted={figureOf(figures, key)}
                    adjustment={adjustments[key]}
                    isOpened={opened === key}
                    onOpen={() => {
                      setOpened(key)
                      change(key, { value: figureOf(figures, key) ?? 0, reason: '' })
                    }}
                    onChange={(next) => change(key, next)}
                  />
                ))}
              </ul>
            ))}
        </div>
      )}
    </FieldFrame>
  )
}

interface FigureRowProps {
  of: DayFigure
  counted: number | null | undefined
  adjustment: Adjustments[DayFigure] | undefined
  /** The figure just opened for correction, whose input gets the focus. */
  isOpened: boolean
  onOpen: () => void
  onChange: (next: Adjustments[DayFigure] | undefined) => void
}

function FigureRow({ of, counted, adjustment, isOpened, onOpen, onChange }: FigureRowProps) {
  const label = dayFigures[of]
  const [typed, setTyped] = useState<string>()
  const { holds } = useFormContext()
  // Text that is no number is kept, and holds the report back until it is one.
  const isNumber = typed === undefined || typeof readNumber(typed) === 'number'
  const trouble = `${label}の修正後は、数字で入力してください。`
  const hold = `adjustments.${of}`
  useEffect(() => {
    if (!isNumber) holds.set(hold, trouble)
    return () => void holds.delete(hold)
  }, [holds, hold, trouble, isNumber])
  const id = useId()
  const reasonLabel = `${label}を修正した理由`
  const reason = usePartError(`adjustments.${of}.reason`, reasonLabel)
  const value = usePartError(`adjustments.${of}.value`, `${label}の修正後`)
  return (
    <li className="py-1.5">
      <div className="flex min-h-9 items-center justify-between gap-3 text-sm">
        <span>{label}</span>
        <span className="flex items-center gap-1">
          <span className={cn('figures font-medium', adjustment && 'text-muted-foreground line-through')}>
            {figureText(of, counted)}
          </span>
          {adjustment ? (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`${label}を自動集計に戻す`}
              onClick={() => {
                setTyped(undefined)
                onChange(undefined)
              }}
            >
              <RotateCcw aria-hidden />
            </Button>
          ) : (
            <Button variant="ghost" size="icon" aria-label={`${label}を修正`} onClick={onOpen}>
              <Pencil aria-hidden />
            </Button>
          )}
        </span>
      </div>
      {adjustment && (
        <div className="flex flex-wrap items-center gap-2 pb-1.5">
          <input
            // biome-ignore lint/a11y/noAutofocus: whoever presses 修正 types next
            autoFocus={isOpened}
            aria-label={`${label}の修正後（${unitOf(of)}）`}
            inputMode="numeric"
            autoComplete="off"
            value={typed ?? String(adjustment.value)}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => {
              setTyped(target.value)
              const read = readNumber(target.value)
              if (typeof read === 'number') onChange({ ...adjustment, value: Math.round(read) })
            }}
            {...value.input}
            {...(!isNumber && { 'aria-invalid': true, 'aria-describedby': id })}
            onBlur={() => isNumber && setTyped(undefined)}
            className={cn(inputClass, 'figures w-24 shrink-0 text-right')}
          />
          <input
            {...reason.input}
            aria-label={reasonLabel}
            placeholder="理由（提出のときに必要です）"
            maxLength={200}
            value={adjustment.reason}
            onChange={({ target }) => onChange({ ...adjustment, reason: target.value })}
            className={cn(inputClass, 'w-auto flex-1 basis-40')}
          />
          {!isNumber && (
            <p id={id} role="alert" className="w-full text-sm text-bad">
              {trouble}
            </p>
          )}
          <PartError {...value} />
          <PartError {...reason} />
        </div>
      )}
    </li>
  )
}

/** 「来館数 12回（理由）」, for the conflict dialog. */
function shownAdjustments(adjustments: Adjustments) {
  const entries = Object.entries(adjustments) as [DayFigure, NonNullable<Adjustments[DayFigure]>][]
  return entries
    .map(([key, { value, reason }]) => `${dayFigures[key]} ${figureText(key, value)}（${reason || '–'}）`)
    .join('、')
}
