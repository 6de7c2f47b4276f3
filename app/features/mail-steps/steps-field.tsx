import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MailStepDraft } from '#contract/mail-step.ts'
import type { MailTemplateRow } from '#contract/mail-template.ts'
import { mailCategories } from '#contract/words/mail.ts'
import { isQuiet, mostSteps } from '#contract/words/mail-step.ts'
import { FieldFrame, type FieldProps } from '~/components/fields/field-frame'
import { useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { NativeSelect } from '~/components/ui/native-select'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { templatesQuery } from './queries'
import { Node, Timeline, whenText } from './timeline'

type Step = MailStepDraft['steps'][number]

interface StepsFieldProps extends FieldProps<Step[]> {
  trigger: MailStepDraft['trigger']
}

/** Whether its day is valid and later than the previous step's. */
const isAfter = ({ delayDays }: Step, before: Step | undefined) =>
  Number.isInteger(delayDays) && delayDays >= 0 && delayDays <= 365 && delayDays > (before?.delayDays ?? -1)

/** Locates a step's control after a move, to restore the focus. */
const partOf = (at: number, part: string) =>
  document.querySelector<HTMLElement>(`[data-step="${at}"] [data-part="${part}"]:not(:disabled)`)

/**
 * The steps as a vertical timeline. Moving a step, by its buttons or with Alt and an arrow key, swaps mail and time with
 * its neighbour; the days stay in place.
 */
export function StepsField({ trigger, ...frame }: StepsFieldProps) {
  const field = useLiveField(frame.field)
  const steps = field.state.value
  const [announcement, setAnnouncement] = useState('')
  const { data } = useQuery(templatesQuery)
  const templates = data?.list.filter(({ shop }) => shop === null) ?? []
  const nameOf = (id: string) => templates.find((template) => template.id === id)?.name

  const change = (at: number, part: Partial<Step>) =>
    field.handleChange(steps.map((step, one) => (one === at ? { ...step, ...part } : step)))

  const move = (at: number, by: -1 | 1) => {
    const to = at + by
    const [one, other] = [steps[at], steps[to]]
    if (!one || !other) return
    const next = [...steps]
    next[at] = { ...other, delayDays: one.delayDays }
    next[to] = { ...one, delayDays: other.delayDays }
    flushSync(() => {
      field.handleChange(next)
      setAnnouncement(`ステップ${at + 1}を${to + 1}番目に移動しました。`)
    })
    const button = partOf(to, by === -1 ? 'up' : 'down') ?? partOf(to, by === -1 ? 'down' : 'up')
    button?.focus()
  }

  const add = () => {
    const last = steps.at(-1)
    const delayDays = last ? (Number.isInteger(last.delayDays) ? Math.min(365, last.delayDays + 3) : 0) : 0
    flushSync(() => {
      field.handleChange([...steps, { delayDays, sendTime: last?.sendTime ?? '10:00', templateId: '' }])
      setAnnouncement(`ステップ${steps.length + 1}を追加しました。`)
    })
    partOf(steps.length, 'days')?.focus()
  }

  const remove = (at: number) => {
    flushSync(() => {
      field.handleChange(steps.filter((_, one) => one !== at))
      setAnnouncement(`ステップ${at + 1}を削除しました。`)
    })
    const near = partOf(Math.min(at, steps.length - 2), 'days')
    ;(near ?? document.querySelector<HTMLElement>('[data-add-step]'))?.focus()
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (isComposing(event) || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    // In a select these keys open the options.
    if (event.target instanceof HTMLSelectElement || (event.target as HTMLInputElement).type === 'time') return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <FieldFrame
      {...frame}
      field={field}
      group
      show={(value) => value.map((step) => `${whenText(step)} ${nameOf(step.templateId) ?? ''}`).join('、')}
      aside={`${steps.length} / ${mostSteps}通`}
    >
      {({ 'aria-invalid': invalid }) => (
        <>
          <Timeline trigger={trigger}>
            {steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              <Node key={at} data-step={at}>
                {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would stand on the line */}
                <div
                  role="group"
                  aria-label={`ステップ${at + 1}`}
                  onKeyDown={(event) => onKeyDown(event, at)}
                  className="rounded-lg border bg-card p-3 shadow-card"
                >
                  <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
                    <input
                      type="number"
                      inputMode="numeric"
                      min={0}
                      max={365}
                      data-part="days"
                      aria-invalid={invalid && !isAfter(step, steps[at - 1]) ? true : undefined}
                      aria-label={`ステップ${at + 1}の日数`}
                      value={Number.isFinite(step.delayDays) ? step.delayDays : ''}
                      onChange={({ target }) => change(at, { delayDays: target.valueAsNumber })}
                      onBlur={() => field.handleBlur()}
                      className={cn(inputClass, 'figures w-24 text-right')}
                    />
                    <span className="text-sm">日後の</span>
                    <input
                      type="time"
                      aria-invalid={invalid && (step.sendTime === '' || isQuiet(step.sendTime)) ? true : undefined}
                      aria-label={`ステップ${at + 1}の時刻`}
                      value={step.sendTime}
                      onChange={({ target }) => change(at, { sendTime: target.value })}
                      onBlur={() => field.handleBlur()}
                      className={cn(inputClass, 'figures w-32')}
                    />
                    <span className="text-sm">に送信</span>
                    <span className="ml-auto flex">
                      <Button
                        variant="ghost"
                        size="icon"
                        data-part="up"
                        disabled={at === 0}
                        aria-label={`ステップ${at + 1}を上へ`}
                        title="上へ（Alt+↑）"
                        aria-keyshortcuts="Alt+ArrowUp"
                        onClick={() => move(at, -1)}
                      >
                        <ArrowUp aria-hidden />
                      </Button>
                      <Button
                        variant="ghost"
                        size="icon"
                        data-part="down"
                        disabled={at === steps.length - 1}
                        aria-label={`ステップ${at + 1}を下へ`}
                        title="下へ（Alt+↓）"
                        aria-keyshortcuts="Alt+ArrowDown"
                        onClick={() => move(at, 1)}
                      >
                        <ArrowDown aria-hidden />
                      </Button>
                      <Button
                        variant="ghost"
                        size="icon"
                        aria-label={`ステップ${at + 1}を削除する`}
                        title="削除する"
                        onClick={() => remove(at)}
                      >
                        <X aria-hidden />
                      </Button>
                    </span>
                  </div>
                  <TemplatePicker
                    label={`ステップ${at + 1}のテンプレート`}
                    value={step.templateId}
                    isInvalid={Boolean(invalid) && step.templateId === ''}
                    templates={templates}
                    onChange={(templateId) => change(at, { templateId })}
                  />
                </div>
              </Node>
            ))}
            {steps.length < mostSteps && (
              <Node tone="edge">
                <Button variant="outline" data-add-step onClick={add}>
                  <Plus aria-hidden />
                  ステップを追加
                </Button>
              </Node>
            )}
          </Timeline>
          <p role="status" className="sr-only">
            {announcement}
          </p>
        </>
      )}
    </FieldFrame>
  )
}

interface TemplatePickerProps {
  label: string
  value: string
  isInvalid: boolean
  templates: readonly MailTemplateRow[]
  onChange: (id: string) => void
}

/** Template of a step: an active common template, or the current one. */
function TemplatePicker({ label, value, isInvalid, templates, onChange }: TemplatePickerProps) {
  const chosen = templates.find(({ id }) => id === value)
  const offered = templates.filter(({ id, status }) => status === 'active' || id === value)
  return (
    <div className="mt-2">
      <NativeSelect
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="w-full"
      >
        <option value="">テンプレートを選択</option>
        {offered.map(({ id, name, status }) => (
          <option key={id} value={id}>
            {status === 'active' ? name : `${name}（公開中ではありません）`}
          </option>
        ))}
      </NativeSelect>
      {chosen && (
        <p className="mt-1 text-xs text-muted-foreground wrap-anywhere">
          {mailCategories[chosen.category]}　件名: {chosen.subject}
        </p>
      )}
    </div>
  )
}
