import { Link } from '@tanstack/react-router'
import type { MailStep } from '#contract/mail-step.ts'
import { mailStepFields } from '#contract/words/fields/mail-step.ts'
import { stepStops, triggerText } from '#contract/words/mail-step.ts'
import { ActsLink, LastChange } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { StateChip } from '~/components/publication'
import { EditRecord, NewRecord } from '~/components/record/editing'
import { Fact, Facts } from '~/components/record/facts'
import { HistorySection } from '~/components/record/history-section'
import { relatedLook } from '~/components/record/related'
import { listAudit } from '~/functions/audit'
import { removeMailStep } from '~/functions/mail-step'
import { formatDateTime } from '~/lib/dates'
import { allShops } from '~/shop/selected-shop'
import { DryRun } from './dry-run'
import { Enrolments } from './enrolments'
import { mailStepQuery } from './queries'
import { StepForm } from './step-form'
import { StepsTimeline } from './timeline'

const noun = 'ステップメール'
const list = { to: '/mail/steps', label: 'ステップメールの一覧' } as const

export const NewStep = () => (
  <NewRecord list={list} noun={noun}>
    {(onDone) => <StepForm onDone={onDone} />}
  </NewRecord>
)

/** One scenario: form or timeline, dry run, and enrolments. */
export function EditStep({ id }: { id: string }) {
  const mayAudit = useCan()('audit.read')
  return (
    <EditRecord
      list={list}
      noun={noun}
      query={mailStepQuery(id)}
      canEdit={({ canEdit }) => canEdit}
      state={({ status }) => <StateChip row={{ state: status }} />}
      related={() => <Neighbours id={id} />}
      removal={{
        resource: 'mailStep',
        nameOf: ({ name }) => name,
        remove: removeMailStep,
        isOffered: ({ status }) => status !== 'active',
      }}
      form={(row, onDone) => <StepForm row={row} onDone={onDone} />}
      readOnly={(row) => <ReadOnly step={row} />}
      below={(row) => (
        <div className="mt-8 space-y-6 pb-12">
          <DryRun step={row} />
          <Enrolments step={row} />
          {row.canEdit && mayAudit && (
            <HistorySection of={{ resourceType: 'mailStep', resourceId: id }} read={listAudit} noun={noun} />
          )}
        </div>
      )}
    />
  )
}

/** Links to a scenario's sent mails and audit log. */
function Neighbours({ id }: { id: string }) {
  return (
    <>
      {useCan()('mailLog.read') && (
        <Link to="/mail/logs" search={{ shop: allShops, stepId: id }} className={relatedLook}>
          このステップメールで送信したメール
        </Link>
      )}
      <ActsLink resourceType="mailStep" resourceId={id} />
    </>
  )
}

function ReadOnly({ step }: { step: MailStep }) {
  return (
    <div className="space-y-6">
      <Facts>
        <Fact label={mailStepFields.name}>{step.name}</Fact>
        <Fact label={mailStepFields.trigger}>{triggerText(step.trigger)}</Fact>
        <Fact label={mailStepFields.entryFilter}>{step.filterText ?? 'すべての会員'}</Fact>
        <Fact label={mailStepFields.stopOn}>{step.stopOn.map((stop) => stepStops[stop]).join('、')}</Fact>
        <Fact label="公開">{step.activatedAt && formatDateTime(step.activatedAt)}</Fact>
        <Fact label="更新">
          <LastChange at={step.updatedAt} by={step.updatedBy} />
        </Fact>
      </Facts>
      <section aria-label="ステップ">
        <StepsTimeline step={step} />
      </section>
    </div>
  )
}
