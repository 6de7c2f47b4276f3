import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { type LogKind, logKinds, purposes, rightOf } from '#contract/words/daily-log.ts'
import { ActsLink, ShopLink } from '~/auth/record-links'
import { useCan, useReach } from '~/auth/session'
import { ChoiceSwitch } from '~/components/choice-switch'
import { Related, relatedLook } from '~/components/record/related'
import { ScreenHead } from '~/components/screen-head'
import { EmptyState, FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { useChooseShop } from '~/shop/choose-shop'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { Period, type View, viewChoices, WhoseDays } from './controls'
import { DayList } from './day-list'
import { KindTabs, pathOf } from './kind-tabs'
import { daysText, sightOf } from './labels'
import { MemberDays } from './member-days'
import { MetricsGuide } from './metrics-guide'
import {
  type Day,
  daysQuery,
  type LogSearch,
  periodFault,
  readAgain,
  requestedDays,
  requestOfMember,
  shownDays,
} from './queries'
import { RevealDialog, useMaskedAt } from './reveal'
import { Weeks } from './weeks'

interface DailyLogsProps {
  kind: LogKind
  search: LogSearch
  onSearchChange: (next: LogSearch, how?: { replace: boolean }) => void
}

/** One kind of log: days, charts of one member, or weekly counts of a shop. */
export function DailyLogs({ kind, search, onSearchChange }: DailyLogsProps) {
  const { shopId, shop, label } = useSelectedShop(search.shop)
  const sight = sightOf(useReach()(rightOf[kind]))
  const { userId } = search
  const offered: View[] = [
    ...(sight.days ? (['list'] as const) : []),
    ...(sight.days && userId !== undefined ? (['chart'] as const) : []),
    ...(sight.weeks ? (['summary'] as const) : []),
  ]
  const wanted = search.view ?? 'list'
  const view = offered.includes(wanted) ? wanted : (offered[0] ?? 'list')
  const chosenShopId = shop?.id ?? shopId
  const days = shownDays(search)
  const isOfMember = userId !== undefined && view !== 'summary'
  const change = (next: Partial<LogSearch>, how?: { replace: boolean }) =>
    onSearchChange({ ...search, offset: undefined, ...next }, how)
  // A list fills the window; charts and weekly tables take their natural height.
  const isList = view === 'list' && (isOfMember || chosenShopId !== undefined)
  return (
    <div
      className={`flex flex-col gap-2 px-4 sm:px-6 print:block print:h-auto print:p-0 ${isList ? 'sm:h-[calc(100dvh-var(--spacing-header))] sm:min-h-168' : 'pb-6'}`}
    >
      <ScreenHead title="日次ログ" lead={!isOfMember && label} tabs={<KindTabs search={search} />}>
        <p className="figures hidden text-sm font-medium print:block">
          {logKinds[kind]} {daysText(days)}
        </p>
      </ScreenHead>
      <Neighbours userId={isOfMember ? userId : undefined} shopId={chosenShopId} />
      <Purpose kind={kind} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 print:hidden">
        {view !== 'summary' && (
          <ChosenMember kind={kind} search={search} shopId={chosenShopId} shopLabel={label} onChange={change} />
        )}
        <Period search={search} onChange={(next) => change(next, { replace: true })} />
        {offered.length > 1 && (
          <ChoiceSwitch
            label="表示"
            value={view}
            choices={viewChoices(offered)}
            onChange={(next) =>
              change({ view: next === 'list' ? undefined : next, ...(next === 'summary' && { userId: undefined }) })
            }
          />
        )}
      </div>
      {periodFault(days) ? (
        <EmptyState title="この期間の記録は表示できません">
          <p>期間を直すと表示します。</p>
        </EmptyState>
      ) : view === 'summary' ? (
        <Weeks kind={kind} search={search} shopId={chosenShopId} />
      ) : isOfMember ? (
        <MemberDays
          key={`${kind} ${userId}`}
          kind={kind}
          userId={userId}
          search={search}
          onSearchChange={onSearchChange}
        />
      ) : chosenShopId === undefined ? (
        <ChooseShop canSum={sight.weeks} onSum={() => change({ view: 'summary' })} />
      ) : (
        <ShopDays
          key={`${kind} ${chosenShopId}`}
          kind={kind}
          shopId={chosenShopId}
          search={search}
          onSearchChange={onSearchChange}
        />
      )}
    </div>
  )
}

/** Links to other records of the same member or shop. They contain nothing of the log. */
function Neighbours({ userId, shopId }: { userId: string | undefined; shopId: string | undefined }) {
  const can = useCan()
  if (userId === undefined && shopId === undefined) return null
  return (
    <Related>
      {userId !== undefined && can('reservation.read') && (
        <Link to="/hacomono/members/$userId/bookings" params={{ userId }} preload={false} className={relatedLook}>
          会員の予約
        </Link>
      )}
      {userId !== undefined && can('member.read') && (
        <ActsLink userId={userId} resourceType="dailyLog">
          操作履歴
        </ActsLink>
      )}
      {userId === undefined && can('reservation.read') && (
        <>
          <Link to="/hacomono/reservations/timetable" search={{ shop: shopId }} preload={false} className={relatedLook}>
            タイムテーブル
          </Link>
          <Link to="/hacomono/reservations" search={{ shop: shopId }} preload={false} className={relatedLook}>
            予約の一覧
          </Link>
        </>
      )}
      {userId === undefined && shopId !== undefined && <ShopLink shopId={shopId} />}
    </Related>
  )
}

/** The purpose that members consented to; in print also a note that there are no names. */
export const Purpose = ({ kind }: { kind: LogKind }) => (
  <>
    <p className="text-sm text-muted-foreground">
      <span className="font-medium text-foreground">利用目的</span> {purposes[kind]}
      {kind === 'healthcare' && <MetricsGuide />}
    </p>
    <p className="hidden text-sm print:block">健康に関する記録のため、会員の氏名は印刷していません。</p>
  </>
)

interface ChosenMemberProps {
  kind: LogKind
  search: LogSearch
  shopId: string | undefined
  shopLabel: string
  onChange: (next: Partial<LogSearch>) => void
}

/** Whose days these are. A member's name is in the answer that the days come with. */
function ChosenMember({ kind, search, shopId, shopLabel, onChange }: ChosenMemberProps) {
  const { userId } = search
  const isTrainer = useReach()(rightOf[kind]) === 'assigned'
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(userId)
  useEffect(() => {
    if (shown.current === userId) return
    shown.current = userId
    // The button that was pressed no longer exists.
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('button,input')?.focus()
  }, [userId])
  return (
    <div ref={place} className="contents">
      {userId === undefined ? (
        <WhoseDays
          userId={undefined}
          member={undefined}
          shopId={shopId}
          isTrainer={isTrainer}
          shopLabel={shopLabel}
          onChoose={(chosen) => onChange({ userId: chosen })}
        />
      ) : (
        <NamedMember kind={kind} search={search} userId={userId} onChange={onChange} />
      )}
    </div>
  )
}

function NamedMember({
  kind,
  search,
  userId,
  onChange,
}: Pick<ChosenMemberProps, 'kind' | 'search' | 'onChange'> & { userId: string }) {
  const { data } = useQuery({ ...daysQuery(kind, requestOfMember(search, userId)), enabled: false })
  return (
    <WhoseDays
      userId={userId}
      member={data?.member}
      shopId={undefined}
      isTrainer={false}
      shopLabel=""
      onChoose={() => onChange({ userId: undefined, view: undefined })}
    />
  )
}

interface ChooseShopProps {
  canSum: boolean
  onSum: () => void
}

/** Days are shown for one shop at a time. */
function ChooseShop({ canSum, onSum }: ChooseShopProps) {
  const { shops } = useSelectedShop(undefined)
  const chooseShop = useChooseShop()
  return (
    <EmptyState title="店舗か会員を選ぶと記録を表示します">
      <div className="flex flex-wrap justify-center gap-2">
        {shops.slice(0, 12).map(({ id, name }) => (
          <Button key={id} variant="outline" size="lg" onClick={() => chooseShop(id)}>
            {name}
          </Button>
        ))}
      </div>
      {shops.length > 12 && <p>ほかの店舗は、画面上部の店舗の切り替えで選べます。</p>}
      {canSum && (
        <Button variant="ghost" size="lg" onClick={onSum}>
          全店舗の集計を見る
        </Button>
      )}
    </EmptyState>
  )
}

interface ShopDaysProps {
  kind: LogKind
  shopId: string
  search: LogSearch
  onSearchChange: (next: LogSearch, how: { replace: boolean }) => void
}

/** The days of a shop's members who gave consent. */
function ShopDays({ kind, shopId, search, onSearchChange }: ShopDaysProps) {
  const owner = { shopId }
  const {
    data: answer,
    error,
    refetch,
  } = useQuery({
    ...daysQuery(kind, requestedDays(search, owner)),
    ...readAgain,
  })
  const [revealing, setRevealing] = useState<Day['member']>()
  const [until, setUntil] = useState<string>()
  useMaskedAt(kind, until)
  const mayReveal = useCan()('log.reveal')
  const onReveal = useCallback((member: Day['member']) => setRevealing(member), [])
  const router = useRouter()
  const memberPath = (userId: string) => {
    const { shop, from, to } = search
    return router.buildLocation({ to: pathOf[kind], search: { shop, from, to, userId } }).href
  }
  if (error && isApiError(error) && error.code === 'not_found') return <ShopNotFound />
  if (error && isApiError(error) && error.code === 'forbidden') {
    return <FailedState title="日次ログを表示できませんでした" error={error} onRetry={() => void refetch()} />
  }
  return (
    <>
      <DayList
        kind={kind}
        owner={owner}
        search={search}
        onSearchChange={onSearchChange}
        answer={answer}
        onReveal={mayReveal ? onReveal : undefined}
        memberPath={memberPath}
      />
      {revealing && (
        <RevealDialog
          kind={kind}
          member={revealing}
          days={shownDays(search)}
          onClose={(shownUntil) => {
            setRevealing(undefined)
            if (shownUntil) setUntil(shownUntil)
          }}
        />
      )}
    </>
  )
}
