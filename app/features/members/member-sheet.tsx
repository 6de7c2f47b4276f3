import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Member } from '#contract/member.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { OnTimetable, PlanName, ShopName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { Sparkline } from '~/components/charts/sparkline'
import { lazyPart } from '~/components/lazy-part'
import { Fact, Facts } from '~/components/record/facts'
import { Sheet } from '~/components/sheet'
import { EmptyState, FailedState } from '~/components/states'
import { mayBeGone } from '~/components/status-pages'
import { Button, buttonVariants } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate, formatDateTime, formatMonth } from '~/lib/dates'
import { failureMessage } from '~/lib/failure'
import { formatCount, formatSheets, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { AlertNote } from './alert-note'
import { ContactFacts, ProfileFacts, StandingFacts, UnpaidFact } from './facts'
import { kanaOf, nameOf, visitMonthText } from './labels'
import { WriteTo } from './mail-links'
import { type Place, useNeighbours } from './neighbours'
import { type MemberSearch, memberQuery } from './queries'
import { StatusChips } from './status-chips'
import { SyncLine } from './sync-line'

const OutreachOfMember = lazyPart(() => import('./outreach/of-member.lazy'))

interface MemberSheetProps {
  userId: string
  search: MemberSearch
  onClose: () => void
  onShow: (userId: string, search: MemberSearch) => void
  /** Whether this member is still the one requested last. */
  isShown: () => boolean
  /** The member's page, as URL and as navigation. */
  page: Pick<LinkProps, 'to' | 'params' | 'state'>
  onOpen: () => void
}

/** Sheet of one member over the list, with previous and next. */
export function MemberSheet({ userId, search, onClose, onShow, isShown, page, onOpen }: MemberSheetProps) {
  const can = useCan()
  const { data: member, error, refetch } = useQuery(memberQuery(userId))
  const { row, previous, next, isAsking } = useNeighbours(userId, search)
  const known = member ?? row
  const show = (to: Place | undefined) => to && (() => onShow(to.id, to.search))

  return (
    <Sheet
      title={
        known ? (
          <>
            {nameOf(known)}
            <span className="ml-2 text-xs font-normal text-muted-foreground">{kanaOf(known)}</span>
          </>
        ) : (
          '会員'
        )
      }
      aside={
        known && (
          <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted-foreground">
            <span className="figures">会員番号 {known.memberNo}</span>
            <StatusChips member={known} />
            <Link
              {...page}
              title="会員ページを開く（o）"
              aria-keyshortcuts="o"
              className={cn(buttonVariants({ variant: 'outline' }), 'h-8')}
            >
              <Maximize2 aria-hidden />
              会員ページを開く
            </Link>
            {can('mail.send') && <WriteTo rows={[known]}>メールを送る</WriteTo>}
          </div>
        )
      }
      onClose={onClose}
      onPrevious={show(previous)}
      onNext={show(next)}
      isSettled={() => !isAsking && isShown()}
      onOpen={onOpen}
    >
      {error && !member ? (
        <Unshown error={error} onRetry={() => void refetch()} onClose={onClose} />
      ) : member ? (
        <Summary member={member} />
      ) : (
        <div role="status">
          <span className="sr-only">読み込み中...</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
            <Skeleton key={place} className="mb-4 h-12" />
          ))}
        </div>
      )}
    </Sheet>
  )
}

/** Error state; offers a retry unless the member does not exist. */
function Unshown({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const code = isApiError(error) ? error.code : undefined
  const isMissing = code === 'not_found' || code === 'invalid'
  if (!isMissing && code !== 'forbidden') {
    return <FailedState title="会員を表示できませんでした" error={error} onRetry={onRetry} />
  }
  return (
    <EmptyState title={isMissing ? '会員が見つかりません' : 'この会員を表示する権限がありません'} alert>
      <p>{isMissing ? mayBeGone : failureMessage(error).text}</p>
      <Button variant="outline" size="lg" onClick={onClose}>
        会員の一覧へ
      </Button>
    </EmptyState>
  )
}

function Summary({ member }: { member: Member }) {
  const next = member.nextReservation
  return (
    <div className="space-y-6 text-sm">
      {member.alertNote && <AlertNote text={member.alertNote} />}
      <Section title="チケット・予約">
        <Fact label="次の予約">
          {next ? (
            <OnTimetable shopId={next.shop.id} startAt={next.startAt}>
              {formatDateTime(next.startAt)} {next.programName}
            </OnTimetable>
          ) : (
            'なし'
          )}
        </Fact>
        <Fact label="チケット残数">{member.ticketsLeft > 0 ? formatSheets(member.ticketsLeft) : 'なし'}</Fact>
        {member.unpaidAmount !== undefined && <UnpaidFact userId={member.id} yen={member.unpaidAmount} />}
      </Section>
      <Section title="連絡先">
        <ContactFacts member={member} />
      </Section>
      <OutreachOfMember member={member} isShort />
      <Section title="プロフィール">
        <ProfileFacts member={member} />
      </Section>
      <Section title="会員状態">
        <StandingFacts member={member} />
      </Section>
      <Visits member={member} />
      <Plans plans={member.plans} />
      <SyncLine member={member} />
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 font-semibold">{title}</h3>
    <Facts>{children}</Facts>
  </section>
)

function Visits({ member: { visitMonths, visits30d, lastVisitOn } }: { member: Member }) {
  const [first, last] = [visitMonths[0], visitMonths.at(-1)]
  return (
    <section>
      <h3 className="mb-2 font-semibold">来館</h3>
      <Facts>
        <Fact label={memberFields.lastVisitOn}>{lastVisitOn && formatDate(lastVisitOn)}</Fact>
        <Fact label={memberFields.visits30d}>{visits30d === null ? '–' : `${formatCount(visits30d)}日`}</Fact>
      </Facts>
      {first && last && (
        <figure className="mt-3">
          <Sparkline kind="bars" values={visitMonths.map(({ days }) => days)} />
          <figcaption className="mt-1 flex justify-between text-xs text-muted-foreground">
            <span>{formatMonth(first.month)}</span>
            <span className="sr-only">から12か月の来館日数: {visitMonths.map(visitMonthText).join('、')}</span>
            <span>{formatMonth(last.month)}</span>
          </figcaption>
        </figure>
      )}
    </section>
  )
}

function Plans({ plans }: { plans: Member['plans'] }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">契約の履歴</h3>
      {plans.length === 0 ? (
        <p className="text-muted-foreground">契約はありません。</p>
      ) : (
        <ol className="divide-y rounded-md border">
          {plans.map(({ id, planId, planName, kind, shop, startOn, endOn, monthlyFee }) => (
            <li key={id} className="px-3 py-2">
              <p className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="font-medium">
                  <PlanName id={planId} name={planName} isQuiet />
                  {kind !== 'regular' && <Chip className="ml-2">{kind === 'option' ? 'オプション' : '休会'}</Chip>}
                </span>
                {monthlyFee !== undefined && <span className="figures">月額 {formatYen(monthlyFee)}</span>}
              </p>
              <p className="figures text-xs text-muted-foreground">
                {formatDate(startOn)} 〜 {endOn && formatDate(endOn)} · <ShopName shop={shop} isQuiet />
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
