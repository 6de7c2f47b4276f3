import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DailyReportRecord } from '#contract/daily-report.ts'
import type { ReportAction } from '#contract/report-action.ts'
import { actionFields } from '#contract/words/fields/report-action.ts'
import { actionCategories, actionEvaluations, actionPriorities } from '#contract/words/report-action.ts'
import { ActsLink, FiguresLink, ShopLink, ShopName, StaffName, useSeesStaff } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { useMayBeginActions } from '~/auth/use-may-begin-actions'
import { EditRecord, NewRecord } from '~/components/record/editing'
import { Fact, Facts } from '~/components/record/facts'
import { LoadedRecord, Missing } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { inputClass } from '~/components/ui/input-class'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { removeReportAction, updateReportAction } from '~/functions/report-action'
import { formatDate, formatDateTime } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { ActionStatusChip, Overdue } from '~/nouns/shop-report/status-chips'
import { ActionForm } from './action-form'
import { EffectPanel } from './effect-panel'
import { PeopleLink } from './people-link'
import { actionQuery, type NewActionSearch, originQuery } from './queries'

const noun = '改善アクション'
const list = { to: '/shop-reports/actions', label: '改善アクションの一覧' } as const

export function NewAction({ from }: { from: NewActionSearch }) {
  const can = useCan()
  if (!useMayBeginActions()) return <Missing code="403" list={list} noun={noun} />
  const form = (report?: DailyReportRecord) => (
    <NewRecord list={list} noun={noun}>
      {(onDone) => <ActionForm from={from} report={report} onDone={onDone} />}
    </NewRecord>
  )
  if (from.report === undefined || !can('dailyReport.read')) return form()
  return (
    <LoadedRecord query={originQuery(from.report)} list={list} title={`${noun}の登録`} noun="元の日報">
      {form}
    </LoadedRecord>
  )
}

/** One action: form or read-only text, its effect, and comments. */
export const ActionPage = ({ id }: { id: string }) => (
  <EditRecord
    list={list}
    noun={noun}
    query={actionQuery(id)}
    canEdit={({ mayWrite }) => mayWrite === 'all'}
    state={({ status, isOverdue }) => (
      <>
        <ActionStatusChip status={status} />
        {isOverdue && <Overdue />}
      </>
    )}
    related={(row) => <Neighbours row={row} />}
    removal={{
      resource: 'reportAction',
      nameOf: ({ title }) => title,
      remove: removeReportAction,
      isOffered: ({ mayWrite }) => mayWrite === 'all',
    }}
    form={(row, onDone) => <ActionForm row={row} onDone={onDone} />}
    readOnly={(row) => <ActionText row={row} />}
    below={(row) => (
      <div className="mt-6 space-y-4 pb-12">
        <EffectPanel row={row} />
        <Comments row={row} />
      </div>
    )}
  />
)

/** Origin of the action, and the figure that measures it. */
function Neighbours({ row: { id, shop, owner, dailyReport } }: { row: ReportAction }) {
  const can = useCan()
  const sees = useSeesStaff()
  return (
    <>
      {dailyReport && can('dailyReport.read') && (
        <Link
          to="/shop-reports/$shopId/$date"
          params={{ shopId: shop.id, date: dailyReport.date }}
          className={relatedLook}
        >
          元の日報
        </Link>
      )}
      <FiguresLink shopId={shop.id}>{shop.name}の集計</FiguresLink>
      <ShopLink shopId={shop.id} />
      {sees(owner.id) && (
        <Link to="/staffs/$staffId" params={{ staffId: owner.id }} className={relatedLook}>
          担当者 {owner.displayName}
        </Link>
      )}
      <ActsLink resourceType="reportAction" resourceId={id} />
    </>
  )
}

function ActionText({ row }: { row: ReportAction }) {
  const texts = [
    ['計画', row.plan],
    ['実施内容', row.doNote],
    ['検証', row.check],
    ['次の打ち手', row.nextAction],
  ] as const
  return (
    <div className="space-y-5">
      <h2 className="text-lg font-semibold wrap-anywhere">{row.title}</h2>
      <Facts>
        <Fact label={actionFields.shopId}>
          <ShopName shop={row.shop} />
        </Fact>
        <Fact label={actionFields.ownerStaffId}>
          <StaffName staff={row.owner} />
        </Fact>
        <Fact label="期間">
          {formatDate(row.startOn)} 〜 {formatDate(row.dueOn)}
        </Fact>
        <Fact label={actionFields.category}>{actionCategories[row.category]}</Fact>
        <Fact label={actionFields.priority}>{actionPriorities[row.priority]}</Fact>
        <Fact label={actionFields.progress}>{row.progress}%</Fact>
        <Fact label={actionFields.evaluation}>{row.evaluation && actionEvaluations[row.evaluation]}</Fact>
        {row.people > 0 && (
          <Fact label={actionFields.people}>
            <PeopleLink row={row} />
          </Fact>
        )}
        {row.dailyReport && (
          <Fact label={actionFields.dailyReportId}>
            <Link
              to="/shop-reports/$shopId/$date"
              params={{ shopId: row.shop.id, date: row.dailyReport.date }}
              className="text-primary underline underline-offset-4"
            >
              {formatDate(row.dailyReport.date)}
            </Link>
          </Fact>
        )}
      </Facts>
      {texts.map(
        ([label, text]) =>
          text && (
            <section key={label}>
              <h3 className="text-sm font-semibold">{label}</h3>
              <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{text}</p>
            </section>
          ),
      )}
    </div>
  )
}

const mostComment = 500

/** Comments and progress. */
function Comments({ row }: { row: ReportAction }) {
  const [text, setText] = useState('')
  const [progress, setProgress] = useState(row.progress)
  const update = useServerMutation(updateReportAction, { invalidates: ['reportAction'] })
  const mayProgress = row.mayWrite === 'progress' && row.status !== 'done'
  const send = async () => {
    const comment = text.trim()
    const changes = { ...(comment && { comment }), ...(mayProgress && progress !== row.progress && { progress }) }
    if (update.isPending || Object.keys(changes).length === 0) return
    try {
      await update.mutateAsync({
        data: { id: row.id, version: row.version, ...changes },
        done: comment ? 'コメントを追加しました。' : '進捗を更新しました。',
      })
      setText('')
    } catch (error) {
      notifyRefusal(error)
    }
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>コメント</CardTitle>
      </CardHeader>
      <CardContent className="space-y-4">
        {row.comments.length === 0 && <p className="text-sm text-muted-foreground">コメントはまだありません。</p>}
        <ol className="space-y-3">
          {row.comments.map(({ staff, at, text }) => (
            <li key={at} className="text-sm">
              <p className="figures text-xs text-muted-foreground">
                <StaffName staff={staff} nobody="退職したスタッフ" isQuiet /> {formatDateTime(at)}
              </p>
              <p className="mt-0.5 whitespace-pre-line wrap-anywhere">{text}</p>
            </li>
          ))}
        </ol>
        {row.mayWrite !== 'nothing' && (
          <div className="space-y-3 border-t pt-4 print:hidden">
            {mayProgress && (
              <label className="flex items-center gap-3 text-sm">
                進捗
                <input
                  type="range"
                  min={0}
                  max={95}
                  step={5}
                  value={progress}
                  onChange={({ target }) => setProgress(Number(target.value))}
                  className="w-48 accent-primary"
                />
                <span className="figures">{progress}%</span>
              </label>
            )}
            <textarea
              aria-label="コメントを書く"
              rows={2}
              maxLength={mostComment}
              value={text}
              onChange={({ target }) => setText(target.value)}
              className={cn(inputClass, 'py-2')}
            />
            <Button
              variant="outline"
              size="lg"
              aria-disabled={update.isPending || undefined}
              onClick={() => void send()}
            >
              {mayProgress ? '進捗とコメントを送る' : 'コメントを追加'}
            </Button>
          </div>
        )}
      </CardContent>
    </Card>
  )
}
