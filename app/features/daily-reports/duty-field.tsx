import { Plus, X } from 'lucide-react'
import type { DailyReportDay, DailyReportDraft } from '#contract/daily-report.ts'
import { dailyReportFields } from '#contract/words/fields/daily-report.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { Clock } from './clock'
import { PartError, usePartError } from './part-error'

type Duty = DailyReportDraft['staffOnDuty'][number]

interface DutyFieldProps {
  field: FieldHandle<Duty[]>
  staff: DailyReportDay['staff']
  /** Total hours of all staff, suggested as 総労働時間. */
  onHours: (hours: number) => void
}

/** Shifts: who worked, from when to when. */
export function DutyField({ field: handle, staff, onHours }: DutyFieldProps) {
  const field = useLiveField(handle)
  const duties = field.state.value
  const change = (next: Duty[]) => {
    field.handleChange(next)
    onHours(hoursOf(next))
  }
  const nameOf = (id: string) => staff.find((one) => one.id === id)?.displayName ?? '店舗を離れたスタッフ'
  const free = staff.filter(({ id }) => !duties.some(({ staffId }) => staffId === id))
  return (
    <FieldFrame
      field={field}
      label={dailyReportFields.staffOnDuty}
      group
      show={(shown) => shown.map(({ staffId, from, to }) => `${nameOf(staffId)} ${from}〜${to}`).join('、')}
    >
      {() => (
        <div className="space-y-2">
          <ul className="space-y-2">
            {duties.map((duty, at) => {
              const set = (next: Partial<Duty>) =>
                change(duties.map((one, index) => (index === at ? { ...one, ...next } : one)))
              const name = nameOf(duty.staffId)
              return (
                <DutyRow
                  key={duty.staffId}
                  at={at}
                  name={name}
                  duty={duty}
                  onChange={set}
                  onRemove={() => change(duties.filter((one) => one !== duty))}
                />
              )
            })}
          </ul>
          {free.length > 0 && (
            <span className="inline-flex items-center gap-2 text-sm">
              <Plus aria-hidden className="size-4 text-muted-foreground" />
              <NativeSelect
                aria-label="出勤者を追加"
                value=""
                onChange={({ target }) =>
                  change([
                    ...duties,
                    { staffId: target.value, from: duties.at(-1)?.from ?? '10:00', to: duties.at(-1)?.to ?? '19:00' },
                  ])
                }
              >
                <option value="" disabled>
                  出勤者を追加
                </option>
                {free.map(({ id, displayName }) => (
                  <option key={id} value={id}>
                    {displayName}
                  </option>
                ))}
              </NativeSelect>
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

interface DutyRowProps {
  at: number
  name: string
  duty: Duty
  onChange: (next: Partial<Duty>) => void
  onRemove: () => void
}

function DutyRow({ at, name, duty, onChange, onRemove }: DutyRowProps) {
  const path = `staffOnDuty.${at}`
  const labels = { from: `${name}の出勤`, to: `${name}の退勤` }
  const from = usePartError(`${path}.from`, labels.from)
  const to = usePartError(`${path}.to`, labels.to)
  const person = usePartError(`${path}.staffId`, name)
  return (
    <li className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="min-w-24 flex-1 wrap-anywhere">{name}</span>
      <span className="flex items-center gap-1.5">
        <Clock {...from.input} label={labels.from} value={duty.from} onChange={(from) => onChange({ from })} />
        <span aria-hidden>〜</span>
        <Clock {...to.input} label={labels.to} value={duty.to} onChange={(to) => onChange({ to })} />
        <Button
          aria-describedby={person.input['aria-describedby']}
          variant="ghost"
          size="icon"
          aria-label={`${name}を出勤者から外す`}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </span>
      <PartError {...from} />
      <PartError {...to} />
      <PartError {...person} />
    </li>
  )
}

/** Total of all shifts, in quarters of an hour. */
function hoursOf(duties: readonly Duty[]): number {
  const minutes = (clock: string) => {
    const [hour = Number.NaN, minute = Number.NaN] = clock.split(':').map(Number)
    return hour * 60 + minute
  }
  const sum = duties.reduce((total, { from, to }) => total + Math.max(0, minutes(to) - minutes(from) || 0), 0)
  return Math.round(sum / 15) / 4
}
