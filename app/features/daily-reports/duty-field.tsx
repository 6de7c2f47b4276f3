import { Plus, X } from 'lucide-react'
import type { DailyReportDay, DailyReportDraft } from '#contract/daily-report.ts'
import { FieldFrame, inputClass } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { cn } from '~/lib/utils'

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
      label="出勤者"
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
                <li key={duty.staffId} className="flex flex-wrap items-center gap-2 text-sm">
                  <span className="min-w-24 flex-1 wrap-anywhere">{name}</span>
                  <span className="flex items-center gap-1.5">
                    <Clock label={`${name}の出勤`} value={duty.from} onChange={(from) => set({ from })} />
                    <span aria-hidden>〜</span>
                    <Clock label={`${name}の退勤`} value={duty.to} onChange={(to) => set({ to })} />
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={`${name}を出勤者から外す`}
                      onClick={() => change(duties.filter((one) => one !== duty))}
                    >
                      <X aria-hidden />
                    </Button>
                  </span>
                </li>
              )
            })}
          </ul>
          {free.length > 0 && (
            <label className="inline-flex items-center gap-2 text-sm">
              <Plus aria-hidden className="size-4 text-muted-foreground" />
              <span className="sr-only">出勤者を追加</span>
              <select
                value=""
                onChange={({ target }) =>
                  change([
                    ...duties,
                    { staffId: target.value, from: duties.at(-1)?.from ?? '10:00', to: duties.at(-1)?.to ?? '19:00' },
                  ])
                }
                className={cn(inputClass, 'h-10 w-auto')}
              >
                <option value="" disabled>
                  出勤者を追加
                </option>
                {free.map(({ id, displayName }) => (
                  <option key={id} value={id}>
                    {displayName}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

interface ClockProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A time of the business day as text; hours after midnight continue up to 30:00. */
const Clock = ({ label, value, onChange }: ClockProps) => (
  <input
    aria-label={label}
    inputMode="numeric"
    autoComplete="off"
    maxLength={5}
    value={value}
    // What an IME composes stays as it is until it is confirmed.
    onChange={({ target, nativeEvent }) =>
      onChange((nativeEvent as InputEvent).isComposing ? target.value : clockOf(target.value))
    }
    onCompositionEnd={({ currentTarget }) => onChange(clockOf(currentTarget.value))}
    className={cn(inputClass, 'figures h-10 w-24 text-center')}
  />
)

/** 「1930」 and 「１９：３０」 are 19:30. */
function clockOf(typed: string): string {
  const text = typed.normalize('NFKC')
  return /^\d{4}$/.test(text) ? `${text.slice(0, 2)}:${text.slice(2)}` : text
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
