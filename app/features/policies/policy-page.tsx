import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Printer } from 'lucide-react'
import type { Policy } from '#contract/policy.ts'
import { policyFields } from '#contract/words/fields/policy.ts'
import type { PolicyType } from '#contract/words/policy.ts'
import { ActsLink, LastChange } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { EditRecord, NewRecord } from '~/components/record/editing'
import { Fact, Facts } from '~/components/record/facts'
import { HistorySection } from '~/components/record/history-section'
import { LoadedRecord, Missing } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import { RichText } from '~/components/rich-text/rich-text'
import { Button, buttonVariants } from '~/components/ui/button'
import { listAudit } from '~/functions/audit'
import { removePolicy } from '~/functions/policy'
import { formatDate } from '~/lib/dates'
import { kinds } from './kinds'
import { PolicyForm } from './policy-form'
import { editionsQuery, policyQuery } from './queries'
import { StateChip } from './state-chip'

interface NewPolicyProps {
  type: PolicyType
  /** An id, or `newest`: of the editions that were activated. */
  from: string | undefined
}

/** A new edition: blank, or as a copy of `from`. */
export function NewPolicy({ type, from }: NewPolicyProps) {
  const { noun, list } = kinds[type]
  if (from === 'newest') {
    return (
      <LoadedRecord query={editionsQuery(type)} list={list} title={`${noun}の登録`} noun={noun}>
        {(editions) => <NewPolicy type={type} from={editions.list.find(({ state }) => state !== 'draft')?.id} />}
      </LoadedRecord>
    )
  }
  if (from === undefined) {
    return (
      <NewRecord list={list} noun={noun}>
        {(onDone) => <PolicyForm type={type} onDone={onDone} />}
      </NewRecord>
    )
  }
  return (
    <LoadedRecord query={policyQuery(from)} list={list} title={`${noun}の登録`} noun={noun}>
      {(row) => (
        <NewRecord list={list} noun={noun}>
          {(onDone) => (
            <>
              <p className="mb-5 text-sm text-muted-foreground">「{row.edition}」の本文を写しています。</p>
              <PolicyForm type={type} from={row} onDone={onDone} />
            </>
          )}
        </NewRecord>
      )}
    </LoadedRecord>
  )
}

/** One edition: form for a draft, read-only text once activated. */
export function EditPolicy({ type, id }: { type: PolicyType; id: string }) {
  const { noun, list } = kinds[type]
  const can = useCan()
  const mayWrite = can('policy.write')
  const { data } = useQuery({ ...policyQuery(id), enabled: false })
  // An edition of the other type: its page is under the other list.
  if (data && data.type !== type) return <Missing code="404" list={list} noun={noun} />
  return (
    <EditRecord
      list={list}
      noun={noun}
      query={policyQuery(id)}
      canEdit={({ state }) => mayWrite && state === 'draft'}
      state={({ state }) => <StateChip state={state} />}
      related={(row) => <Neighbours row={row} />}
      removal={{
        resource: 'policy',
        nameOf: ({ edition }) => edition,
        remove: removePolicy,
        isOffered: ({ state }) => state === 'draft',
      }}
      form={(row, onDone) => <PolicyForm type={type} row={row} onDone={onDone} />}
      readOnly={(row) => <ReadOnly row={row} mayWrite={mayWrite} />}
      below={(row) => (
        <>
          <Text row={row} />
          {mayWrite && can('audit.read') && (
            <HistorySection of={{ resourceType: 'policy', resourceId: id }} read={listAudit} noun={noun} />
          )}
        </>
      )}
    />
  )
}

/** Links to an edition's difference from the one before, and to the audit log. */
const Neighbours = ({ row: { id, type, follows } }: { row: Policy }) => (
  <>
    {follows && (
      <Link to={kinds[type].difference} search={{ before: follows.id, after: id }} className={relatedLook}>
        「{follows.edition}」との違い
      </Link>
    )}
    <ActsLink resourceType="policy" resourceId={id} />
  </>
)

function ReadOnly({ row, mayWrite }: { row: Policy; mayWrite: boolean }) {
  return (
    <>
      <div className="mb-5 flex flex-wrap gap-2 print:hidden">
        <Button variant="outline" onClick={() => window.print()}>
          <Printer aria-hidden />
          印刷する
        </Button>
        {mayWrite && (
          <Link
            to={kinds[row.type].create}
            search={{ from: row.id }}
            className={buttonVariants({ variant: 'outline' })}
          >
            <Copy aria-hidden />
            新しい版を登録
          </Link>
        )}
      </div>
      <Facts>
        <Fact label={policyFields.edition}>{row.edition}</Fact>
        <Fact label={policyFields.effectiveFrom}>{formatDate(row.effectiveFrom)}</Fact>
        <Fact label={policyFields.effectiveTo}>{row.effectiveTo && formatDate(row.effectiveTo)}</Fact>
        <Fact label={policyFields.noticeFrom}>{row.noticeFrom && formatDate(row.noticeFrom)}</Fact>
        <Fact label={policyFields.requiresReconsent}>{row.requiresReconsent ? '求める' : '求めない'}</Fact>
        <Fact label={policyFields.agreedCount}>{row.agreedCount.toLocaleString('ja-JP')}名</Fact>
        <Fact label={policyFields.changeSummary}>
          <span className="whitespace-pre-line">{row.changeSummary}</span>
        </Fact>
        <Fact label="更新">
          <LastChange at={row.updatedAt} by={row.updatedBy} />
        </Fact>
      </Facts>
    </>
  )
}

/** The text as members see it. */
const Text = ({ row: { title, html } }: { row: Policy }) => (
  <section aria-labelledby="policy-text" className="mt-8 mb-8">
    <h2 id="policy-text" className="mb-3 text-[15px] font-semibold print:hidden">
      会員に表示される内容
    </h2>
    <div className="rounded-lg border bg-card p-4 sm:p-6 print:border-0 print:p-0">
      <p className="mb-4 text-lg font-semibold">{title}</p>
      <RichText html={html} kind="policy" />
    </div>
  </section>
)
