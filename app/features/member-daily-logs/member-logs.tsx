import { Link } from '@tanstack/react-router'
import { type LogKind, logKinds } from '#contract/words/daily-log.ts'
import { ActsLink } from '~/auth/record-links'
import { ChoiceSwitch } from '~/components/choice-switch'
import { EmptyState } from '~/components/states'
import { ViewTabs, viewTab } from '~/components/view-tabs'
import { Period, viewChoices } from './controls'
import { Purpose } from './daily-logs'
import { pathOf } from './kind-tabs'
import { useKinds } from './labels'
import { MemberDays } from './member-days'
import { type MemberLogSearch, periodFault, shownDays } from './queries'

interface MemberLogsProps {
  userId: string
  search: MemberLogSearch
  onSearchChange: (next: MemberLogSearch, how?: { replace: boolean }) => void
}

/** The daily logs on a member's own page. */
export function MemberLogs({ userId, search, onSearchChange }: MemberLogsProps) {
  const kinds = useKinds()((sight) => sight.days)
  const wanted: LogKind = search.kind ?? 'condition'
  const kind = kinds.includes(wanted) ? wanted : kinds[0]
  if (kind === undefined) return <EmptyState title="この権限では会員ごとの記録は表示できません" />
  const { shop, from, to, view } = search
  const change = (next: Partial<MemberLogSearch>, how?: { replace: boolean }) =>
    onSearchChange({ ...search, offset: undefined, ...next }, how)
  return (
    <div data-nameless className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ViewTabs label="日次ログの種類">
          {kinds.map((one) => (
            <Link
              key={one}
              to="/hacomono/members/$userId/daily-logs"
              params={{ userId }}
              search={{ shop, from, to, view, kind: one === 'condition' ? undefined : one }}
              replace
              state
              resetScroll={false}
              aria-current={one === kind ? 'page' : undefined}
              activeProps={{ 'aria-current': one === kind ? 'page' : undefined }}
              className={viewTab}
            >
              {logKinds[one]}
            </Link>
          ))}
        </ViewTabs>
        <ActsLink userId={userId} resourceType="dailyLog">
          日次ログの操作履歴
        </ActsLink>
        <Link
          to={pathOf[kind]}
          search={{ shop, from, to, view, userId }}
          className="text-sm font-medium text-primary underline-offset-4 hover:underline print:hidden"
        >
          日次ログの画面で開く
        </Link>
      </div>
      <Purpose kind={kind} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 print:hidden">
        <Period search={search} onChange={(days) => change(days, { replace: true })} />
        <ChoiceSwitch
          label="表示"
          choices={viewChoices(['list', 'chart'])}
          value={view ?? 'list'}
          onChange={(next) => change({ view: next === 'chart' ? 'chart' : undefined })}
        />
      </div>
      {periodFault(shownDays(search)) ? (
        <EmptyState title="この期間の記録は表示できません">
          <p>期間を直すと表示します。</p>
        </EmptyState>
      ) : (
        <MemberDays key={`${kind} ${userId}`} {...{ kind, userId, search, onSearchChange }} />
      )}
    </div>
  )
}
