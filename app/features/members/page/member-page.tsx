import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarDays, ChevronLeft, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { MemberRow } from '#contract/member.ts'
import { ActsLink, FiguresLink, PlanName, ShopName } from '~/auth/record-links'
import { useCan, useMe, useReach } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'
import { useOpenTabInSight } from '~/components/record/open-tab'
import { Missing } from '~/components/record/record-page'
import { Related, relatedLook } from '~/components/record/related'
import { StaleNotice } from '~/components/states'
import { ErrorPage } from '~/components/status-pages'
import { StepButtons } from '~/components/step-buttons'
import { buttonVariants } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/skeleton'
import { useKeys } from '~/components/use-keys'
import { useSteps } from '~/components/use-steps'
import { keyOf } from '~/data/query'
import { listAsLeft } from '~/lib/lists-as-left'
import { allShops } from '~/shop/selected-shop'
import { AlertNote } from '../alert-note'
import { isMasked } from '../contact'
import { kanaOf, nameOf } from '../labels'
import { WriteTo } from '../mail-links'
import { useNeighbours } from '../neighbours'
import { type MemberSearch, memberQuery } from '../queries'
import { StatusChips } from '../status-chips'
import { SyncLine } from '../sync-line'
import { sameEntry, visibleTabs } from './tabs'

const listOfMembers = { to: '/hacomono/members', label: '会員の一覧' } as const

interface MemberPageProps {
  userId: string
  /** The list that linked here; undefined if the page was opened by its address. */
  list: MemberSearch | undefined
  onShow: (userId: string, list: MemberSearch) => void
  /** Whether this member is still the one requested last. */
  isShown: () => boolean
  /** The open tab. */
  children: ReactNode
}

const ChosenValues = lazyPart(() => import('./chosen-values'), { missing: 'nothing' })

/** Page of one member: header, tabs, and links to previous and next. */
export function MemberPage({ userId, list, onShow, isShown, children }: MemberPageProps) {
  const { data: member, error, isFetching, refetch } = useQuery(memberQuery(userId))
  const { row, previous, next, isAsking } = useNeighbours(userId, list)
  const listed = useListedMember(userId)
  const known = member ?? row ?? listed
  const go = useSteps({
    onPrevious: previous && (() => onShow(previous.id, previous.search)),
    onNext: next && (() => onShow(next.id, next.search)),
    isSettled: () => !isAsking && isShown(),
  })
  const mayLetGo = useCan()('import.run')
  const tabs = visibleTabs(useReach())
  const navigate = useNavigate()
  const openTab = (at: number) => {
    const tab = tabs[at]
    if (tab) void navigate({ to: tab.to, params: { userId }, ...sameEntry })
  }
  const tabsBox = useOpenTabInSight()
  useKeys({
    ...(list && { j: () => go('next'), k: () => go('previous') }),
    ...Object.fromEntries(tabs.map((_, at) => [String(at + 1), () => openTab(at)])),
  })

  if (error && !member && !isFetching) {
    const code = isApiError(error) ? error.code : undefined
    if (code === 'not_found' || code === 'invalid') return <Missing code="404" list={listOfMembers} noun="会員" />
    if (code === 'forbidden') return <Missing code="403" list={listOfMembers} noun="会員" />
    return <ErrorPage error={error} onRetry={() => void refetch()} />
  }
  return (
    <div key={userId} className="group/page mx-auto max-w-6xl px-4 pb-6 sm:px-6 print:max-w-none print:px-0">
      <div className="flex min-h-13 items-center justify-between gap-3 pt-2 print:hidden">
        <Link
          to={listOfMembers.to}
          search={(list ?? listAsLeft(listOfMembers.to)) as never}
          className="inline-flex h-9 items-center gap-1 text-sm text-muted-foreground hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {listOfMembers.label}
        </Link>
        {(previous || next) && (
          <StepButtons onPrevious={previous && (() => go('previous'))} onNext={next && (() => go('next'))} />
        )}
      </div>
      <Header known={known} />
      <div className="mt-2 min-h-6 print:hidden">{known && <Neighbours member={known} />}</div>
      {member?.alertNote && (
        <div className="mt-4">
          <AlertNote text={member.alertNote} />
        </div>
      )}
      <nav
        ref={tabsBox}
        aria-label="会員の情報"
        className="-mx-4 mt-4 overflow-x-auto border-b px-4 sm:mx-0 sm:px-0 print:hidden"
      >
        <ul className="flex gap-1">
          {tabs.map(({ to, label }, at) => (
            <li key={to}>
              <Link
                to={to}
                params={{ userId }}
                {...sameEntry}
                activeOptions={{ exact: true, includeSearch: false }}
                title={`${label}（${at + 1}）`}
                aria-keyshortcuts={String(at + 1)}
                className="-mb-px inline-flex h-10 items-center border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:font-semibold aria-[current=page]:text-foreground"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {error && member && <StaleNotice of="内訳" error={error} onRetry={() => void refetch()} className="mt-4" />}
      <div className="pt-5">{children}</div>
      {member && (
        <div className="mt-8">
          <SyncLine member={member} />
          {mayLetGo && member.hasChosen && <ChosenValues userId={member.id} />}
        </div>
      )}
    </div>
  )
}

/** The member's row in a cached list, of a screen or the palette. */
function useListedMember(userId: string): MemberRow | undefined {
  const queryClient = useQueryClient()
  const lists = queryClient.getQueriesData<{ list: MemberRow[] }>({ queryKey: keyOf('member.list') })
  return lists.flatMap(([, answer]) => answer?.list ?? []).find(({ id }) => id === userId)
}

function Header({ known }: { known: MemberRow | undefined }) {
  if (!known) {
    return (
      <div role="status">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="h-8 w-64 max-w-full" />
        <Skeleton className="mt-3 h-6 w-96 max-w-full" />
      </div>
    )
  }
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 group-has-[[data-nameless]]/page:print:hidden">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold wrap-anywhere">
          {nameOf(known)}
          <span className="ml-3 text-sm font-normal text-muted-foreground">{kanaOf(known)}</span>
        </h1>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="figures text-muted-foreground">会員番号 {known.memberNo}</span>
          <StatusChips member={known} />
          <PlanName id={known.planId} name={known.planName} isQuiet />
          <span className="text-muted-foreground">
            <ShopName shop={known.shop} isQuiet />
          </span>
        </div>
      </div>
      <NextActs member={known} />
    </header>
  )
}

/** Links to the member's other records. */
function Neighbours({ member: { id, shop, trainer } }: { member: MemberRow }) {
  const can = useCan()
  const me = useMe()
  const watched = useReach()('activity.read')
  // This page does not know members assigned through a booking.
  const seesWatched = watched !== undefined && (watched !== 'assigned' || trainer?.id === me?.staff.id)
  return (
    <Related>
      {can('mailLog.read') && (
        <Link to="/mail/logs" search={{ shop: allShops, userId: id }} preload={false} className={relatedLook}>
          送信したメール
        </Link>
      )}
      {seesWatched && (
        <Link
          to="/lean-body/member-activities"
          search={{ shop: allShops, userId: id }}
          preload={false}
          className={relatedLook}
        >
          LEAN BODYの利用状況
        </Link>
      )}
      <FiguresLink shopId={shop.id}>{shop.name}の集計</FiguresLink>
      <ActsLink userId={id} />
    </Related>
  )
}

/** Common next actions for a member. */
function NextActs({ member }: { member: MemberRow }) {
  const { id, tel, email } = member
  const can = useCan()
  const look = buttonVariants({ variant: 'outline' })
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {tel && !isMasked(tel) && (
        <a href={`tel:${tel}`} className={look}>
          <Phone aria-hidden />
          電話をかける
        </a>
      )}
      {can('mail.send') && <WriteTo rows={[member]}>メールを送る</WriteTo>}
      {email && !isMasked(email) && !can('mail.send') && (
        <a href={`mailto:${email}`} className={look}>
          <Mail aria-hidden />
          メールを書く
        </a>
      )}
      {can('reservation.read') && (
        <Link to="/hacomono/members/$userId/bookings" params={{ userId: id }} {...sameEntry} className={look}>
          <CalendarDays aria-hidden />
          予約を見る
        </Link>
      )}
    </div>
  )
}
