import type { Admission } from '#contract/report-admission.ts'
import type { Share } from '#contract/report-shops.ts'
import { admissionKinds, joinedByWords } from '#contract/words/admission.ts'
import { fewPeople } from '#contract/words/groups.ts'
import { valuesOf } from '#contract/words/words.ts'
import { ChoiceSelect } from '~/components/choice-select'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportAdmission } from '~/functions/report'
import { shortDay } from '~/lib/dates'
import { formatCount, formatDifference, formatPercent, formatRange } from '~/lib/format'
import { useSelectedShop } from '~/shop/selected-shop'
import { FigureCards, type ShownFigure } from '../figure-cards'
import { type ScreenProps, shownMonths } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { admissionVerdict } from '../verdicts'
import { WhySheet } from '../why'
import { LeadsPanel, LedPanel } from './lead-panels'
import { MembersLink } from './members-link'
import { AbsencePanel, AgePanel, CampaignPanel, CoursePanel, ReasonPanel, RoutePanel, TenurePanel } from './panels'
import { type AdmissionSearch, admissionQuery, admissionSearch, requestedAdmission } from './queries'
import { ReturningPanel, TrialPanel } from './tables'

/** Who joins and how, who leaves and why, and how long they stayed. */
export function AdmissionScreen({ search, onSearchChange }: ScreenProps<AdmissionSearch>) {
  const { shops } = useSelectedShop(search.shop)
  return (
    <StatisticsScreen
      report="admission"
      {...{ search, onSearchChange }}
      read={admissionSearch}
      query={(next) => admissionQuery(requestedAdmission(next, shops))}
      verdict={admissionVerdict}
      daysOf={({ period }) => period}
      save={() => exportAdmission({ data: requestedAdmission(search, shops) })}
      hasLength
      choices={
        <ChoiceSelect
          label="入会日の意味"
          value={search.joinedBy ?? 'joined'}
          choices={valuesOf(joinedByWords).map((one) => [one, `${joinedByWords[one]}で数える`] as const)}
          onChange={(one) => onSearchChange({ ...search, joinedBy: one === 'joined' ? undefined : one })}
        />
      }
      cards={6}
      isToCome={({ period }) => period === null}
      whyEmpty={({ summary }) =>
        summary.admissions === null && summary.tours === null && '契約のデータがない期間です。'
      }
    >
      {(stats) => (
        <>
          <WhySheet shopId={stats.requestInfo.shopId ?? undefined} {...shownMonths(search)} />
          <UnknownDays reach={stats.reach} period={stats.period} kinds={admissionKinds} />
          <FigureCards figures={cardsOf(stats)} />
          <div className="grid gap-4 @min-[1000px]:grid-cols-2 print:grid-cols-1">
            <LeadsPanel stats={stats} />
            <LedPanel stats={stats} />
            <CoursePanel stats={stats} />
            <RoutePanel stats={stats} />
            <CampaignPanel stats={stats} />
            <AgePanel stats={stats} />
            <ReasonPanel stats={stats} />
            <TenurePanel stats={stats} />
            <AbsencePanel stats={stats} />
            {stats.trialsByStaff && <TrialPanel staff={stats.trialsByStaff} />}
            {stats.returning && <ReturningPanel returning={stats.returning} />}
          </div>
        </>
      )}
    </StatisticsScreen>
  )
}

const people = (count: number | null) => (count === null ? '–' : `${formatCount(count)}名`)

/** The figures that a running month's last day changes, as they will be at its end; null for a period that is over. */
function endOf({ summary, coming, period }: Admission) {
  if (!coming || !period || summary.withdrawals === null) return null
  const { admissions, withdrawals } = coming.forecast ?? coming
  const known = summary.withdrawals + coming.withdrawals
  const day = shortDay(period.to)
  const atEnd = summary.withdrawals + withdrawals
  return {
    day,
    known,
    withdrawals: atEnd,
    churnRate: summary.churnRate.rate === null ? null : atEnd / (summary.churnRate.of || 1),
    growth: admissions - withdrawals,
    name: coming.forecast ? '着地見込' : '予定を含む',
    soFar: `${day}時点 ${people(summary.withdrawals)}・届出を含む ${people(known)}`,
  }
}

function cardsOf(stats: Admission): ShownFigure[] {
  const { summary, requestInfo } = stats
  const rate = (label: string, share: Share, of: string, definition: string, unit = '名'): ShownFigure => ({
    label,
    definition: share.low === null ? definition : `${definition}幅は、偶然に出る範囲（95%）です。`,
    text: formatPercent(share.rate),
    isOfFew: share.of !== null && share.of > 0 && share.of < fewPeople,
    lines: [
      ...(share.low === null ? [] : [{ label: '幅', text: formatRange(share, formatPercent) }]),
      { label: of, text: share.of === null ? '–' : `${formatCount(share.of)}${unit}` },
    ],
  })
  const end = endOf(stats)
  const isOneMonth = requestInfo.from.slice(0, 7) === requestInfo.to.slice(0, 7)
  const listed = (
    figure: 'admissions' | 'withdrawals' | 'knownWithdrawals' | 'early',
    name: string,
    count: number | null,
  ) =>
    count
      ? [
          {
            label: '',
            text: (
              <MembersLink stats={stats} figure={figure} name={`${name} ${formatCount(count)}名の会員を見る`}>
                会員を見る
              </MembersLink>
            ),
          },
        ]
      : []
  const early = rate(
    '早期退会率',
    summary.early,
    '3か月がたった入会',
    '期間に入会し、入会から3か月がたった会員のうち、3か月のうちに退会した割合。3か月がたっていない会員と、入会や退会のデータがない日に入会した会員は、対象に含みません。hacomonoには同じ名前の数値がありません。',
  )
  return [
    {
      label: `入会（${joinedByWords[requestInfo.joinedBy]}）`,
      definition:
        '申込日は契約を申し込んだ日（これから始まる契約を含みます）、入会日は契約の初日、利用開始日は入会後にはじめて来館した日です。入会日で数えた入会は、月次の入会と一致します。hacomonoの入会は申込日で数えるため、月によって異なります。',
      text: formatCount(summary.admissions),
      why: requestInfo.joinedBy === 'joined' && summary.admissions !== null ? 'admissions' : undefined,
      unit: '名',
      lines: [
        { label: 'うち復会', text: people(summary.readmissions) },
        ...listed('admissions', '入会', summary.admissions),
      ],
    },
    {
      label: '退会',
      definition: '最終在籍日が期間にある会員。hacomonoの退会は退会手続きをした日で数えるため、月によって異なります。',
      text: formatCount(end?.withdrawals ?? summary.withdrawals),
      why: summary.withdrawals === null ? undefined : 'withdrawals',
      unit: `名${end ? ` ${end.name}` : ''}`,
      lines: [
        ...(end ? [{ label: 'これまで', text: end.soFar }] : []),
        { label: '退会申請', text: people(summary.withdrawalRequests) },
        ...(end
          ? listed('knownWithdrawals', '届出を含む退会', end.known)
          : listed('withdrawals', '退会', summary.withdrawals)),
      ],
    },
    {
      label: '純増減',
      definition: '期間の終わりの在籍 − 期間の前の在籍。転入と転出を含みます。',
      text: formatDifference(summary.netGrowth === null ? null : summary.netGrowth + (end?.growth ?? 0)),
      why: summary.netGrowth === null ? undefined : 'netGrowth',
      unit: `名${end ? ` ${end.name}` : ''}`,
      lines: [
        {
          label: end ? `在籍（${end.day}時点）` : '在籍',
          text: `${people(summary.opening)} → ${people(summary.closing)}`,
        },
        { label: '休会開始', text: people(summary.suspensions) },
      ],
    },
    rate(
      '体験入会率',
      summary.trialConversion,
      '体験',
      '体験のうち、30日以内に在籍が始まった割合。同じ人の2回の体験は2件です。体験から30日たつまで増えることがあります。',
      '件',
    ),
    {
      ...rate(
        isOneMonth ? '退会率' : '月次退会率',
        end ? { ...summary.churnRate, rate: end.churnRate } : summary.churnRate,
        isOneMonth ? '月初の在籍' : '月初の在籍（のべ）',
        '退会 ÷ 各月の前日の在籍の合計（1か月あたり）。',
      ),
      ...(end && { unit: end.name }),
      // Of several months it is a mean, which the sheet does not have.
      why: summary.churnRate?.rate != null && isOneMonth ? 'churnRate' : undefined,
    },
    { ...early, lines: [...(early.lines ?? []), ...listed('early', '早期退会', summary.early.count)] },
  ]
}
