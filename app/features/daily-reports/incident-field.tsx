import type { ReactNode } from 'react'
import type { DailyReportDraft } from '#contract/daily-report.ts'
import { dailyReportFields } from '#contract/words/fields/daily-report.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { inputClass } from '~/components/ui/input-class'
import { serverQuery } from '~/data/query'
import { listMembers } from '~/functions/member'
import { cn } from '~/lib/utils'
import { MemberChoice } from '~/nouns/member/member-choice'
import { Clock } from './clock'
import { PartError, usePartError } from './part-error'

type Incident = NonNullable<DailyReportDraft['incident']>
const nothing: Incident = { time: null, place: null, userId: null, what: null, action: null }

interface IncidentFieldProps {
  field: FieldHandle<Incident | null>
  shopId: string
  /** Name of the member already in the report. */
  memberName: string | undefined
}

/** An incident: who was affected, what happened, what was done. */
export function IncidentField({ field: handle, shopId, memberName }: IncidentFieldProps) {
  const field = useLiveField(handle)
  const incident = field.state.value
  const set = (next: Partial<Incident>) => field.handleChange({ ...(incident ?? nothing), ...next })
  return (
    <FieldFrame
      field={field}
      label={dailyReportFields.incident}
      group
      show={(shown) => shown && [shown.time, shown.place, shown.what, shown.action].filter(Boolean).join(' ／ ')}
    >
      {({ id }) => (
        <div className="space-y-3">
          <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={incident !== null}
              onChange={({ target }) => field.handleChange(target.checked ? nothing : null)}
              className="size-4 accent-primary"
            />
            事故・けががありました
          </label>
          {incident && (
            <div className="grid gap-3 rounded-md border bg-card p-3 sm:grid-cols-[8rem_1fr]">
              <Line name="time" id={id} label="発生時刻">
                {(input) => (
                  <Clock {...input} value={incident.time ?? ''} onChange={(time) => set({ time: time || null })} />
                )}
              </Line>
              <Line name="place" id={id} label="場所">
                {(input) => (
                  <input
                    {...input}
                    maxLength={100}
                    value={incident.place ?? ''}
                    onChange={({ target }) => set({ place: target.value || null })}
                    className={inputClass}
                  />
                )}
              </Line>
              <Line name="userId" id={id} label="会員（いる場合）" wide>
                {(input) => (
                  <MemberChoice
                    id={input.id}
                    find={(keyword) => serverQuery('member.list', listMembers)({ shopId, keyword, limit: 5 })}
                    value={incident.userId}
                    name={memberName}
                    onChange={(userId) => set({ userId })}
                  />
                )}
              </Line>
              <Line name="what" id={id} label="状況" wide>
                {(input) => (
                  <textarea
                    {...input}
                    rows={2}
                    value={incident.what ?? ''}
                    onChange={({ target }) => set({ what: target.value || null })}
                    className={cn(inputClass, 'py-2')}
                  />
                )}
              </Line>
              <Line name="action" id={id} label="対応" wide>
                {(input) => (
                  <textarea
                    {...input}
                    rows={2}
                    value={incident.action ?? ''}
                    onChange={({ target }) => set({ action: target.value || null })}
                    className={cn(inputClass, 'py-2')}
                  />
                )}
              </Line>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

interface LineProps {
  name: keyof Incident
  /** The field's id: the start of its inputs'. */
  id: string
  label: string
  wide?: boolean
  children: (input: { id: string } & ReturnType<typeof usePartError>['input']) => ReactNode
}

function Line({ name, id, label, wide, children }: LineProps) {
  const error = usePartError(`incident.${name}`, label)
  const inputId = `${id}-${name}`
  return (
    <div className={cn(wide && 'sm:col-span-2')}>
      <label htmlFor={inputId} className="mb-1 block text-xs text-muted-foreground">
        {label}
      </label>
      {children({ ...error.input, id: inputId })}
      <PartError {...error} />
    </div>
  )
}
