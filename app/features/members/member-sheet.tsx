import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Member, MemberRow } from '#contract/member.ts'
import { phoneText } from '#contract/phone.ts'
import { genders, joinRoutes, memberStatuses } from '#contract/words/member.ts'
import { Sparkline } from '~/components/charts/sparkline'
import { Fact, Facts } from '~/components/record/facts'
import { Sheet } from '~/components/sheet'
import { EmptyState, FailedState } from '~/components/states'
import { mayBeGone } from '~/components/status-pages'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { publicConfig } from '~/lib/config'
import { formatDate, formatDateTime, formatMonth } from '~/lib/dates'
import { failureMessage } from '~/lib/failure'
import { formatCount, formatYen } from '~/lib/format'
import { pageOf } from '~/lib/list-search'
import { useSelectedShop } from '~/shop/selected-shop'
import { StatusChips } from './columns'
import { isMasked, zipText } from './contact'
import { birthdayText } from './era'
import { kanaOf, nameOf } from './labels'
import { type MemberSearch, memberListQuery, memberQuery, requestedMembers } from './queries'

interface MemberSheetProps {
  memberId: string
  search: MemberSearch
  onClose: () => void
  onShow: (memberId: string, search: MemberSearch) => void
  /** Whether this member is still the one asked for last. */
  isShown: () => boolean
}

/** One member over the list, with the way to the one before and the one after. */
export function MemberSheet({ memberId, search, onClose, onShow, isShown }: MemberSheetProps) {
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
          </div>
        )
      }
      onClose={onClose}
      onPrevious={show(previous)}
      onNext={show(next)}
      isSettled={() => !isAsking && isShown()}
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

interface Place {
  id: string
  search: MemberSearch
}

/** The rows before and after in the list as it is shown; at a page's end those of the next page. */
function useNeighbours(memberId: string, search: MemberSearch) {
  const { shops } = useSelectedShop(search.shop)
  const { offset, limit } = pageOf(search)
  const pageAt = (from: number) => ({ ...search, offset: from || undefined })
  const queryOf = (from: number) => memberListQuery(requestedMembers(pageAt(from), shops))
  const { data: page, isLoading } = useQuery(queryOf(offset))
  const rows = page?.list ?? []
  const at = rows.findIndex(({ id }) => id === memberId)
  const isFirst = at === 0 && offset > 0
  const isLast = at >= 0 && at === rows.length - 1 && offset + limit < (page?.paging.total ?? 0)
  const before = Math.max(0, offset - limit)
  const { data: pageBefore, isLoading: isBeforeLoading } = useQuery({ ...queryOf(before), enabled: isFirst })
  const { data: pageAfter, isLoading: isAfterLoading } = useQuery({ ...queryOf(offset + limit), enabled: isLast })
  const place = (row: MemberRow | undefined, from: number): Place | undefined =>
    row && { id: row.id, search: pageAt(from) }
  if (at < 0) return { row: undefined, previous: undefined, next: undefined, isAsking: isLoading }
  return {
    row: rows[at],
    previous: isFirst ? place(pageBefore?.list.at(-1), before) : place(rows[at - 1], offset),
    next: isLast ? place(pageAfter?.list[0], offset + limit) : place(rows[at + 1], offset),
    isAsking: isBeforeLoading || isAfterLoading,
  }
}

const none = '–'

function Summary({ member }: { member: Member }) {
  const { clubAdminUrl } = publicConfig()
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
      <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-xs text-muted-foreground">
        <span className="figures">最終同期 {member.lastSyncedAt ? formatDateTime(member.lastSyncedAt) : none}</span>
        {clubAdminUrl && (
          <a
            href={clubAdminUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 font-medium text-primary underline underline-offset-4"
          >
            hacomonoで開く
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        )}
      </div>
    </div>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 font-semibold">{title}</h3>
    <Facts>{children}</Facts>
  </section>
)

/** A link that dials or writes; a masked contact is plain text. */
const Contact = ({ href, text }: { href: string; text: string }) =>
  isMasked(text) ? (
    text
  ) : (
    <a href={href} className="text-primary underline underline-offset-4">
      {text}
    </a>
  )

/** Set by hand: it no longer follows the plan. */
const LockedChip = () => (
  <Chip className="ml-2">
    <Lock aria-hidden className="size-3" />
    手動で固定
  </Chip>
)

function addressOf({ zipCode, prefecture, address1, address2 }: Member) {
  const place = [prefecture, address1].filter(Boolean).join('')
  if (!place) return null
  return [zipCode && zipText(zipCode), place, address2].filter(Boolean).join(' ')
}

function ageText({ birthday, age }: Member) {
  const years = age === null ? undefined : `満${age}歳`
  return [birthday && birthdayText(birthday), years].filter(Boolean).join(' ')
}

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
