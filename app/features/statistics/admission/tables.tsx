import type { Admission } from '#contract/report-admission.ts'
import { afterPause } from '#contract/words/admission.ts'
import { MemberName } from '~/auth/record-links'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatPercent, formatRange } from '~/lib/format'

export const TrialPanel = ({ staff }: { staff: NonNullable<Admission['trialsByStaff']> }) => (
  <Panel
    title="体験から入会まで（担当者別）"
    definition="出席した体験の予約を、予約またはレッスンの担当者ごとに数え、30日以内にこの範囲の店舗へ入会した割合を出します。予約のない体験は含みません。"
    empty={staff.length === 0 && 'この期間には、出席の記録がある体験の予約がありません。'}
  >
    <FigureTable
      caption="担当者ごとの体験と入会"
      head="担当者"
      rows={staff}
      keyOf={({ staffId }) => staffId ?? ''}
      nameOf={({ name }) => name ?? '不明'}
      columns={[
        { label: '体験', value: ({ trials }) => formatCount(trials) },
        { label: '入会', value: ({ joined }) => formatCount(joined.count) },
        { label: '入会率', value: ({ joined }) => formatPercent(joined.rate) },
        { label: '幅', value: ({ joined }) => formatRange(joined, formatPercent) },
      ]}
    />
  </Panel>
)

export function ReturningPanel({ returning }: { returning: NonNullable<Admission['returning']> }) {
  const { from, count, leave, members } = returning
  const month = formatMonth(from.slice(0, 7))
  return (
    <Panel
      title={`復会予告（${month}に休会が終わる会員）`}
      definition="休会の最終日が翌月にある会員。期間の選択に関わらず、データのある日の翌月です。休会を続ける契約がある会員は含みません。"
    >
      <p className="mb-3 text-sm">
        {formatCount(count)}名（復帰 {formatCount(count - leave)}名、退会 {formatCount(leave)}名）
        {members && members.length < count && `。はじめの${formatCount(members.length)}名を表示しています。`}
      </p>
      {members && members.length > 0 && (
        <FigureTable
          caption={`${month}に休会が終わる会員`}
          head="会員"
          rows={members}
          keyOf={({ memberNo }) => memberNo}
          nameOf={(one) => (
            <>
              <MemberName id={one.userId}>
                {one.lastName} {one.firstName}
              </MemberName>
              <span className="ml-2 text-xs text-muted-foreground">{one.memberNo}</span>
            </>
          )}
          columns={[
            { label: '最終日', value: ({ endsOn }) => endsOn.replaceAll('-', '/') },
            { label: 'そのあと', value: ({ next }) => afterPause[next] },
            { label: '店舗', value: ({ shopName }) => shopName },
            { label: 'プラン', value: ({ planName }) => planName },
          ]}
        />
      )}
    </Panel>
  )
}
