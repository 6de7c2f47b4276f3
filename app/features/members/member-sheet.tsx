import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Member } from '#contract/member.ts'
import { phoneText } from '#contract/phone.ts'
import { genders, joinRoutes, memberStatuses } from '#contract/words/member.ts'
import { Sparkline } from '~/components/charts/sparkline'
import { Fact, Facts } from '~/components/record/facts'
import { Sheet } from '~/components/sheet'
import { EmptyState, FailedState } from '~/components/states'
import { mayBeGone } from '~/components/status-pages'
import { Button, buttonVariants } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate, formatMonth } from '~/lib/dates'
import { failureMessage } from '~/lib/failure'
import { formatCount, formatYen } from '~/lib/format'
import { cn } from '~/lib/utils'
import { addressOf, ageText, Contact } from './contact'
import { kanaOf, nameOf } from './labels'
import { LockedChip } from './locked-chip'
import { type Place, useNeighbours } from './neighbours'
import { type MemberSearch, memberQuery } from './queries'
import { StatusChips } from './status-chips'
import { SyncLine } from './sync-line'

interface MemberSheetProps {
  memberId: string
  search: MemberSearch
  onClose: () => void
  onShow: (memberId: string, search: MemberSearch) => void
  /** Whether this member is still the one asked for last. */
  isShown: () => boolean
  /** The member's own page, as a link and as an act. */
  page: Pick<LinkProps, 'to' | 'params' | 'state'>
  onOpen: () => void
}

/** One member over the list, with the way to the one before and the one after. */
export function MemberSheet({ memberId, search, onClose, onShow, isShown, page, onOpen }: MemberSheetProps) {
  const { data: member, error, refetch } = useQuery(memberQuery(memberId))
  const { row, previous, next, isAsking } = useNeighbours(memberId, search)
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
              className={cn(buttonVariants({ variant: 'outline' }), 'ml-auto h-8')}
            >
              <Maximize2 aria-hidden />
              会員ページを開く
            </Link>
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

/** Why there is no member to show; what is not there cannot be tried again. */
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
  return (
    <div className="space-y-6 text-sm">
      <Section title="連絡先">
        <Fact label="電話番号">
          {member.tel && <Contact href={`tel:${member.tel}`} text={phoneText(member.tel)} />}
        </Fact>
        <Fact label="メール">{member.email && <Contact href={`mailto:${member.email}`} text={member.email} />}</Fact>
        <Fact label="メール配信">{member.mailOptIn ? '同意あり' : '同意なし'}</Fact>
        {member.address1 !== undefined && <Fact label="住所">{addressOf(member)}</Fact>}
      </Section>
      <Section title="プロフィール">
        <Fact label="生年月日">{ageText(member)}</Fact>
        <Fact label="性別">{genders[member.gender]}</Fact>
        <Fact label="所属店舗">{member.shop.name}</Fact>
        <Fact label="担当トレーナー">{member.trainer?.displayName}</Fact>
      </Section>
      <Section title="会員状態">
        <Fact label="利用状態">
          {memberStatuses[member.status]}
          {member.lockedHasActivePlan && <LockedChip />}
        </Fact>
        <Fact label="LEAN BODY">
          {member.withLeanBodyContent ? '利用可' : '利用不可'}
          {member.lockedWithLeanBodyContent && <LockedChip />}
        </Fact>
        <Fact label="入会日">{member.joinedOn && formatDate(member.joinedOn)}</Fact>
        <Fact label="入会経路">{member.joinRoute && joinRoutes[member.joinRoute]}</Fact>
        {member.cancelledOn && <Fact label="退会日">{formatDate(member.cancelledOn)}</Fact>}
        {member.unpaidAmount !== undefined && (
          <Fact label="未収金">{member.unpaidAmount > 0 ? formatYen(member.unpaidAmount) : 'なし'}</Fact>
        )}
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
        <Fact label="最終来館日">{lastVisitOn && formatDate(lastVisitOn)}</Fact>
        <Fact label="来館日数（30日）">{formatCount(visits30d)}日</Fact>
      </Facts>
      {first && last && (
        <figure className="mt-3">
          <Sparkline kind="bars" values={visitMonths.map(({ days }) => days)} />
          <figcaption className="mt-1 flex justify-between text-xs text-muted-foreground">
            <span>{formatMonth(first.month)}</span>
            <span className="sr-only">
              から12か月の来館日数: {visitMonths.map(({ month, days }) => `${formatMonth(month)} ${days}日`).join('、')}
            </span>
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
          {plans.map(({ id, planName, kind, shop, startOn, endOn, monthlyFee }) => (
            <li key={id} className="px-3 py-2">
              <p className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="font-medium">
                  {planName}
                  {kind !== 'regular' && <Chip className="ml-2">{kind === 'option' ? 'オプション' : '休会'}</Chip>}
                </span>
                {monthlyFee !== undefined && <span className="figures">月額 {formatYen(monthlyFee)}</span>}
              </p>
              <p className="figures text-xs text-muted-foreground">
                {formatDate(startOn)} 〜 {endOn && formatDate(endOn)} · {shop.name}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
