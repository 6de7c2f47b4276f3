import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditRow } from '#contract/audit.ts'
import { isApiError } from '#contract/errors.ts'
import { actionLabel } from '#contract/words/audit.ts'
import { conditionOf, conditionText } from '#contract/words/audit-conditions.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { ShopName, StaffName } from '~/auth/record-links'
import { FieldChanges } from '~/components/record/changes'
import { Fact, Facts } from '~/components/record/facts'
import { Sheet } from '~/components/sheet'
import { EmptyState, FailedState } from '~/components/states'
import { mayBeGone } from '~/components/status-pages'
import { Button, buttonVariants } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { actorText, browserText, targetText } from './labels'
import { type AuditSearch, auditListQuery, auditQuery } from './queries'
import { useRecordPath } from './record-path'

interface AuditSheetProps {
  id: string
  search: AuditSearch
  onClose: () => void
  onShow: (id: string) => void
  /** Whether this row is still the one requested last. */
  isShown: () => boolean
}

/** Sheet with one audit entry: what was changed, and from where. */
export function AuditSheet({ id, search, onClose, onShow, isShown }: AuditSheetProps) {
  const { data: page } = useQuery(auditListQuery(search))
  const rows = page?.list ?? []
  const at = rows.findIndex((row) => row.id === id)
  const listed = rows[at]
  const { data: fetched, error, refetch } = useQuery({ ...auditQuery(id), enabled: listed === undefined })
  const row = listed ?? fetched
  const show = (to: AuditRow | undefined) => to && (() => onShow(to.id))
  return (
    <Sheet
      title={row ? actionLabel(row.action) : '操作履歴'}
      aside={
        row && (
          <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted-foreground">
            <span className="figures">{formatDateTime(row.at)}</span>
            <span>{actorText(row)}</span>
          </p>
        )
      }
      onClose={onClose}
      onPrevious={at > 0 ? show(rows[at - 1]) : undefined}
      onNext={at >= 0 ? show(rows[at + 1]) : undefined}
      isSettled={isShown}
    >
      {row ? (
        <Detail row={row} />
      ) : error ? (
        <Unshown error={error} onRetry={() => void refetch()} onClose={onClose} />
      ) : (
        <div role="status">
          <span className="sr-only">読み込み中...</span>
          {['a', 'b', 'c'].map((place) => (
            <Skeleton key={place} className="mb-4 h-12" />
          ))}
        </div>
      )}
    </Sheet>
  )
}

/** Error state; offers a retry unless the record does not exist. */
function Unshown({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const isMissing = isApiError(error) && (error.code === 'not_found' || error.code === 'invalid')
  if (!isMissing) return <FailedState title="操作履歴を表示できませんでした" error={error} onRetry={onRetry} />
  return (
    <EmptyState title="操作履歴が見つかりません" alert>
      <p>{mayBeGone}</p>
      <Button variant="outline" size="lg" onClick={onClose}>
        操作履歴の一覧へ
      </Button>
    </EmptyState>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 font-semibold">{title}</h3>
    {children}
  </section>
)

function Detail({ row }: { row: AuditRow }) {
  const place = useRecordPath()(row)
  const { resourceType, resourceId, actor, fields, conditions, member, shop, reason, rowCount } = row
  return (
    <div className="space-y-6 text-sm">
      {place !== undefined && (
        <Link {...(place as { to: string })} className={buttonVariants({ variant: 'outline' })}>
          {targetText(row)}を開く
        </Link>
      )}
      <Section title="操作">
        <Facts>
          <Fact label="日時">{`${formatDateTime(row.at)}:${row.at.slice(17, 19)}`}</Fact>
          <Fact label="操作者">
            <StaffName staff={actor && { ...actor, displayName: actorText(row) }} nobody={actorText(row)} />
          </Fact>
          <Fact label="権限">{actor?.role && roleLevels[actor.role]}</Fact>
          <Fact label="対象">{targetText(row)}</Fact>
          {resourceId !== null && <Fact label="対象のID">{resourceId}</Fact>}
          {member && <Fact label="会員番号">{member.memberNo}</Fact>}
          {shop && (
            <Fact label="店舗">
              <ShopName shop={shop} />
            </Fact>
          )}
          {reason && <Fact label="理由">{reason}</Fact>}
          {rowCount !== null && <Fact label="件数">{formatCount(rowCount)}件</Fact>}
          <Fact label="番号">{row.id}</Fact>
        </Facts>
      </Section>
      {fields.length > 0 && (
        <Section title="変更内容">
          <FieldChanges of={resourceType} fields={fields} />
        </Section>
      )}
      {conditions.length > 0 && (
        <Section title="出力の条件">
          <Facts>
            {conditions.map(({ key, value }) => (
              <Fact key={key} label={conditionOf(key)?.label ?? key}>
                {conditionText(key, value)}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
      {row.ip !== undefined && (
        <Section title="接続元">
          <Facts>
            <Fact label="IPアドレス">{row.ip}</Fact>
            <Fact label="端末">{row.userAgent && <span title={row.userAgent}>{browserText(row.userAgent)}</span>}</Fact>
            <Fact label="セッション">{row.session}</Fact>
          </Facts>
        </Section>
      )}
    </div>
  )
}
