import { useStore } from '@tanstack/react-form'
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { DailyReport, DailyReportDay, DailyReportDraft } from '#contract/daily-report.ts'
import { isApiError } from '#contract/errors.ts'
import { weathers } from '#contract/words/daily-report.ts'
import { dailyReportFields } from '#contract/words/fields/daily-report.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { optionsOf, SelectField } from '~/components/fields/choice-fields'
import { FieldFrame } from '~/components/fields/field-frame'
import { NumberField } from '~/components/fields/number-field'
import { TextAreaField, TextField } from '~/components/fields/text-field'
import { type FieldHandle, FormContext, useLiveField } from '~/components/resource-form/form-context'
import { StaleDialog } from '~/components/resource-form/stale-dialog'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { inputClass } from '~/components/ui/input-class'
import { notifyRefusal, rehearsal } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { updateDailyReport } from '~/functions/daily-report'
import { readNumber } from '~/lib/amount'
import { formatDate } from '~/lib/dates'
import { failureMessage } from '~/lib/failure'
import { formatYen } from '~/lib/format'
import { notify } from '~/lib/notices'
import { cn } from '~/lib/utils'
import { DutyField } from './duty-field'
import { FiguresField } from './figures-field'
import { IncidentField } from './incident-field'
import { PhotosField } from './photos-field'
import { ProgressPanel } from './progress-panel'
import { SaveLine } from './save-line'
import { type Autosave, useAutosave } from './use-autosave'

interface ReportFormProps {
  day: DailyReportDay
  report: DailyReport | undefined
}

/** Form of a report, with autosave and a submit button. */
export function ReportForm({ day, report }: ReportFormProps) {
  const autosave = useAutosave({ shopId: day.shop.id, date: day.date, report })
  const { fields, context, state, contest } = autosave
  const element = useRef<HTMLDivElement>(null)
  const submission = useSubmission(autosave, element)
  const injured = report?.incident?.member
  const hasMoney = day.figures.salesByCategory !== undefined
  return (
    <FormContext value={context}>
      <div
        ref={element}
        className="@container space-y-4 print:hidden [&_:is(input,select,textarea,button)]:scroll-my-32"
      >
        {report?.status === 'returned' && <Returned report={report} />}
        {hasMoney && (
          <Part title="レジ">
            <Till autosave={autosave} />
          </Part>
        )}
        {day.previous && (day.previous.handover || day.previous.tomorrowPlan) && <FromBefore previous={day.previous} />}
        <Part title="この日の数字">
          <FiguresField field={fields.adjustments} facts={day} />
        </Part>
        <Part title="今月の進み方">
          <ProgressPanel facts={day} />
        </Part>
        <Part title="この日のこと">
          <div className="space-y-5">
            <div className="grid gap-5 @min-[560px]:grid-cols-[10rem_1fr]">
              <SelectField
                field={fields.weather}
                label={dailyReportFields.weather}
                options={optionsOf(weathers)}
                none="選択してください"
              />
              <TextField field={fields.eventNote} label={dailyReportFields.eventNote} />
            </div>
            <DutyField
              field={fields.staffOnDuty}
              staff={day.staff}
              onHours={(hours) => autosave.form.setFieldValue('laborHours', hours)}
            />
            <HoursField field={fields.laborHours} />
            <TextAreaField field={fields.goodPoints} label={dailyReportFields.goodPoints} rows={2} />
            <TextAreaField field={fields.issues} label={dailyReportFields.issues} rows={2} />
            <TextAreaField field={fields.memberVoice} label={dailyReportFields.memberVoice} rows={2} />
            <IncidentField
              field={fields.incident}
              shopId={day.shop.id}
              memberName={injured ? nameOf(injured) : undefined}
            />
            <TextAreaField field={fields.facilityTrouble} label={dailyReportFields.facilityTrouble} rows={2} />
            <PhotosField field={fields.imgUrls} />
          </div>
        </Part>
        <Part title="引き継ぎ">
          <div className="space-y-5">
            <TextAreaField field={fields.handover} label={dailyReportFields.handover} rows={2} />
            <TextAreaField field={fields.tomorrowPlan} label={dailyReportFields.tomorrowPlan} rows={2} />
          </div>
        </Part>
      </div>
      <div className="sticky bottom-0 z-20 -mx-4 mt-6 flex print:hidden flex-wrap items-center justify-end gap-3 border-t bg-background px-4 py-3 sm:-mx-6 sm:px-6">
        <SaveLine state={state} contest={contest} />
        <Button size="lg" aria-disabled={submission.isBusy || undefined} onClick={submission.ask}>
          <Send aria-hidden />
          提出する
        </Button>
      </div>
      {submission.isAsking && (
        <ConfirmDialog check="nothing" title="日報を提出" onYes={submission.submit} onNo={submission.cancel}>
          <p className="font-medium">
            {day.shop.name} {formatDate(day.date)}
          </p>
          <p className="mt-2">この内容で提出します。提出すると、差し戻されるまで変更できません。</p>
        </ConfirmDialog>
      )}
      {contest && !contest.isPutOff && <StaleDialog {...contest} />}
    </FormContext>
  )
}

const nameOf = ({ lastName, firstName, memberNo }: { lastName: string; firstName: string; memberNo: string }) =>
  `${lastName}\u3000${firstName}（${memberNo}）`

/** Submits the report once everything is saved. */
function useSubmission(autosave: Autosave, element: RefObject<HTMLDivElement | null>) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const showFirst = () =>
    requestAnimationFrame(() =>
      (
        element.current?.querySelector<HTMLElement>('[aria-invalid=true]') ??
        element.current?.querySelector<HTMLElement>('[role=alert]')
      )?.scrollIntoView({ block: 'center' }),
    )
  /** Submits what is saved; a refusal is shown at its fields. */
  const attempt = async (call?: typeof rehearsal) => {
    setBusy(true)
    try {
      const row = await autosave.flush()
      if (row) {
        await updateDailyReport({ data: { id: row.id, version: row.version, action: 'submit' }, ...call })
        return true
      }
      notify.error('保存できていない入力があります。保存されてから、もう一度提出してください。')
    } catch (error) {
      if (isApiError(error) && error.fields) {
        autosave.refuse(error.fields)
        notify.error(autosave.sentenceOf(error.fields))
        showFirst()
      } else if (isApiError(error) && error.code === 'stale') notifyRefusal(error)
      else notify.error(failureMessage(error).text)
    } finally {
      setBusy(false)
    }
    return false
  }
  return {
    isAsking,
    isBusy,
    submit: async () => {
      const isSubmitted = await attempt()
      setAsking(false)
      if (!isSubmitted) return
      notify.success('日報を提出しました。')
      await invalidate(queryClient, 'dailyReport')
    },
    cancel: () => setAsking(false),
    ask: async () => {
      if (isBusy) return
      const [wait] = autosave.context.holds.values()
      if (wait !== undefined) return notify.error(wait)
      // A report without text can be submitted too, for its figures.
      await autosave.ensure()
      if (await attempt(rehearsal)) setAsking(true)
    },
  }
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardHeader>
      <CardTitle>{title}</CardTitle>
    </CardHeader>
    <CardContent>{children}</CardContent>
  </Card>
)

const Returned = ({ report: { approver, approverComment } }: { report: DailyReport }) => (
  <div role="alert" className="rounded-md bg-warning-surface px-4 py-3 text-sm">
    <p className="font-semibold">
      {approver ? `${approver.displayName}さんから差し戻されました。` : '差し戻されました。'}
    </p>
    {approverComment && <p className="mt-1 whitespace-pre-line">{approverComment}</p>}
  </div>
)

const FromBefore = ({ previous }: { previous: NonNullable<DailyReportDay['previous']> }) => (
  <section aria-label="前回からの引き継ぎ" className="rounded-md bg-accent px-4 py-3 text-sm text-accent-foreground">
    <h2 className="font-semibold">{formatDate(previous.date)}の日報から</h2>
    {previous.handover && <p className="mt-1 whitespace-pre-line">引き継ぎ: {previous.handover}</p>}
    {previous.tomorrowPlan && <p className="mt-1 whitespace-pre-line">翌日の予定: {previous.tomorrowPlan}</p>}
  </section>
)

/** Counted cash; a difference needs an explanation. */
function Till({ autosave: { form, fields } }: { autosave: Autosave }) {
  const { salesCash, cashFloat, cashOnHand } = useStore(form.store, ({ values }) => values as DailyReportDraft)
  const isWhole = typeof salesCash === 'number' && typeof cashFloat === 'number' && typeof cashOnHand === 'number'
  const difference = isWhole ? cashOnHand - (cashFloat + salesCash) : null
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-4 @min-[640px]:grid-cols-4">
        <NumberField field={fields.salesCash} label={dailyReportFields.salesCash} unit="円" />
        <NumberField field={fields.salesCard} label={dailyReportFields.salesCard} unit="円" />
        <NumberField field={fields.cashFloat} label={dailyReportFields.cashFloat} unit="円" />
        <NumberField field={fields.cashOnHand} label={dailyReportFields.cashOnHand} unit="円" />
      </div>
      <p className="flex items-baseline justify-between gap-3 border-t pt-3 text-sm" aria-live="polite">
        <span>過不足（有高 −（準備金 ＋ 現金売上））</span>
        <span className={cn('figures text-lg font-semibold', difference !== null && difference !== 0 && 'text-bad')}>
          {formatYen(difference)}
        </span>
      </p>
      {difference !== null && difference !== 0 && (
        <TextField field={fields.cashComment} label={dailyReportFields.cashComment} help="提出のときに必要です。" />
      )}
    </div>
  )
}

/** Hours in quarters, computed from the shifts or typed. */
function HoursField({ field: handle }: { field: FieldHandle<number | null> }) {
  const field = useLiveField<number | string | null>(handle)
  const [typed, setTyped] = useState<string>()
  return (
    <FieldFrame
      field={field}
      label={dailyReportFields.laborHours}
      help="出勤者の時間の合計が入ります。"
      show={(value) => `${value}時間`}
    >
      {(input) => (
        <span className="flex w-36 items-center gap-2">
          <input
            {...input}
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? String(field.state.value ?? '')}
            onChange={({ target }) => {
              setTyped(target.value)
              field.handleChange(readNumber(target.value))
            }}
            onBlur={() => {
              setTyped(undefined)
              field.handleBlur()
            }}
            className={cn(inputClass, 'figures text-right')}
          />
          <span className="shrink-0 text-sm text-muted-foreground">時間</span>
        </span>
      )}
    </FieldFrame>
  )
}
