import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Member } from '#contract/member.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import { contractStatuses, visitClasses } from '#contract/words/member.ts'
import { OnTimetable, PlanName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'
import { Fact, Facts } from '~/components/record/facts'
import { TabState } from '~/components/record/tab-state'
import { InfoTip } from '~/components/report/info-tip'
import { Chip } from '~/components/ui/chip'
import { formatDate, formatDateTime, todayInTokyo } from '~/lib/dates'
import { formatCount, formatSheets, formatYen } from '~/lib/format'
import { ContactFacts, ProfileFacts, StandingFacts, UnpaidFact } from '../facts'
import { comingText, visitMonthText } from '../labels'
import { memberQuery } from '../queries'
import { RiskChip } from '../status-chips'
import { Panel } from './panel'
import { sameEntry, type visibleTabs } from './tabs'

const MailSteps = lazyPart(() => import('./mail-steps.lazy'))
const OutreachOfMember = lazyPart(() => import('../outreach/of-member.lazy'))

/** Overview of the member. */
export function Overview({ userId }: { userId: string }) {
  const query = useQuery(memberQuery(userId))
  const mayReadSteps = useCan()('mailStep.read')
  return (
    <TabState query={query} noun="会員">
      {(member) => (
        <div className="-mb-4 gap-4 *:mb-4 *:break-inside-avoid md:columns-2 print:columns-2">
          <Standing member={member} />
          {member.staffNote && <Note member={member} note={member.staffNote} />}
          <Usable member={member} />
          <VisitMonths member={member} />
          <Contacts member={member} />
          <OutreachOfMember member={member} />
          <Profile member={member} />
          {mayReadSteps && <MailSteps userId={userId} />}
        </div>
      )}
    </TabState>
  )
}

type TabAddress = ReturnType<typeof visibleTabs>[number]['to']

const TabLink = ({ member, to, children }: { member: Member; to: TabAddress; children: ReactNode }) => (
  <Link
    to={to}
    params={{ userId: member.id }}
    {...sameEntry}
    className="text-sm text-primary underline underline-offset-4 print:hidden"
  >
    {children}
  </Link>
)

/** The contract and values derived from it. */
function Standing({ member }: { member: Member }) {
  const { contractStatus, coming, planId, planName } = member
  return (
    <Panel
      title="会員状態"
      actions={
        <TabLink member={member} to="/hacomono/members/$userId/contracts">
          すべての契約
        </TabLink>
      }
    >
      <Facts>
        <Fact label={memberFields.contractStatus}>
          {contractStatuses[contractStatus]}
          {coming && (
            <Chip tone="warning" className="ml-2">
              {comingText(coming)}
            </Chip>
          )}
        </Fact>
        <Fact label={memberFields.plan}>{planName && <PlanName id={planId} name={planName} />}</Fact>
        <MonthlyFee plans={member.plans} />
        <StandingFacts member={member} />
      </Facts>
    </Panel>
  )
}

/** What is due each month for today's contracts, with options; nothing for those who may not see money. */
function MonthlyFee({ plans }: Pick<Member, 'plans'>) {
  const today = todayInTokyo()
  const running = plans.filter(({ startOn, endOn }) => startOn <= today && (endOn === null || endOn >= today))
  const fees = running.flatMap(({ monthlyFee }) => monthlyFee ?? [])
  if (fees.length === 0) return null
  return (
    <Fact label="月額">
      {formatYen(fees.reduce((sum, fee) => sum + fee, 0))}
      {running.some(({ kind }) => kind === 'option') && '（オプション込み）'}
    </Fact>
  )
}

const Note = ({ member, note }: { member: Member; note: string }) => (
  <Panel
    title="メモ"
    actions={
      <TabLink member={member} to="/hacomono/members/$userId/notes">
        メモを編集
      </TabLink>
    }
  >
    <p className="text-sm wrap-anywhere whitespace-pre-wrap">{note}</p>
  </Panel>
)

/** Tickets, bookings and unpaid bills. */
function Usable({ member }: { member: Member }) {
  const can = useCan()
  const { nextReservation: next, ticketsLeft, unpaidAmount } = member
  return (
    <Panel
      title="チケット・予約"
      actions={
        can('reservation.read') && (
          <TabLink member={member} to="/hacomono/members/$userId/bookings">
            すべての予約
          </TabLink>
        )
      }
    >
      <Facts>
        <Fact label="次の予約">
          {next ? (
            <>
              <OnTimetable shopId={next.shop.id} startAt={next.startAt}>
                {formatDateTime(next.startAt)}
              </OnTimetable>
              <span className="block">
                {next.programName}（{next.shop.name}）
              </span>
            </>
          ) : (
            'なし'
          )}
        </Fact>
        <Fact label="チケット残数">
          {ticketsLeft > 0 ? (
            <TabLink member={member} to="/hacomono/members/$userId/tickets">
              {formatSheets(ticketsLeft)}
            </TabLink>
          ) : (
            'なし'
          )}
        </Fact>
        {unpaidAmount !== undefined && <UnpaidFact userId={member.id} yen={unpaidAmount} />}
      </Facts>
    </Panel>
  )
}

const Contacts = ({ member }: { member: Member }) => (
  <Panel title="連絡先">
    <Facts>
      <ContactFacts member={member} />
    </Facts>
  </Panel>
)

const Profile = ({ member }: { member: Member }) => (
  <Panel
    title="プロフィール"
    actions={
      <TabLink member={member} to="/hacomono/members/$userId/notes">
        メモ・管理項目
      </TabLink>
    }
  >
    <Facts>
      <ProfileFacts member={member} />
    </Facts>
  </Panel>
)

const riskRule = `稼働会員の来館と契約だけから、決まった規則で分けたものです。予測ではなく、退会の確率も示しません。
しるし: 28日以上来館なし（休眠化・休眠）、来館の減少、3分の1以下への減少、在籍3〜6か月、最低契約期間が60日以内に終了、休会から60日以内。
高: 28日以上来館なし、または減少とほかのしるし。中: 減少、または契約のしるしが2つ以上。低: それ以外。新規: 入会から56日以内。`

/** Visit days of twelve months, as labelled bars. */
function VisitMonths({ member }: { member: Member }) {
  const { visitMonths, visits30d, lastVisitOn, visitTrend, risk } = member
  const highest = Math.max(1, ...visitMonths.map(({ days }) => days ?? 0))
  return (
    <Panel
      title="来館"
      actions={
        <TabLink member={member} to="/hacomono/members/$userId/visits">
          すべての来館
        </TabLink>
      }
    >
      <Facts>
        <Fact label={memberFields.lastVisitOn}>{lastVisitOn && formatDate(lastVisitOn)}</Fact>
        <Fact label={memberFields.visits30d}>{visits30d === null ? '–' : `${formatCount(visits30d)}日`}</Fact>
        <Fact label="来館傾向（28日）">
          {visitTrend ? `${visitClasses[visitTrend.class]}（${visitTrend.reason}）` : '–'}
        </Fact>
        {risk !== undefined && (
          <Fact
            label={
              <span className="inline-flex items-center">
                離脱リスク
                <InfoTip label="離脱リスク" text={riskRule} />
              </span>
            }
          >
            {risk && (
              <>
                <RiskChip level={risk.level} />
                {risk.reasons.map((reason) => (
                  <span key={reason} className="block">
                    {reason}
                  </span>
                ))}
              </>
            )}
          </Fact>
        )}
      </Facts>
      <ol aria-label="月ごとの来館日数" className="figures mt-4 flex items-end gap-1 text-center text-[11px]">
        {visitMonths.map(({ month, days }) => (
          <li key={month} title={visitMonthText({ month, days })} className="min-w-0 flex-1">
            <span className="sr-only">{visitMonthText({ month, days })}</span>
            <span aria-hidden>
              <span className="block leading-4">{days === null ? '–' : days || ''}</span>
              <span
                style={{ height: `${days === null ? 0 : Math.max((days / highest) * 56, 2)}px` }}
                className="block rounded-t-xs bg-chart-bar print:[print-color-adjust:exact]"
              />
              <span className="block border-t text-muted-foreground">{Number(month.slice(5))}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
