import type { Admission } from '#contract/report-admission.ts'
import { afterPause } from '#contract/words/admission.ts'
import { MemberName } from '~/auth/record-links'
import { InfoTip } from '~/components/report/info-tip'
import { cells, RowHead, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatPercent } from '~/lib/format'

export function TrialPanel({ staff }: { staff: NonNullable<Admission['trialsByStaff']> }) {
  const definition =
    '出席した体験の予約を、予約またはレッスンの担当者ごとに数え、30日以内にこの範囲の店舗へ入会した割合を出します。予約のない体験は含みません。'
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          体験から入会まで（担当者別）
          <InfoTip label="体験から入会まで" text={definition} />
        </CardTitle>
      </CardHeader>
      <CardContent>
        {staff.length === 0 ? (
          <p className="text-sm text-muted-foreground">この期間には、出席の記録がある体験の予約がありません。</p>
        ) : (
          <ScrollTable caption="担当者ごとの体験と入会">
            <TableHead
              rows="担当者"
              columns={[{ label: '体験' }, { label: '入会' }, { label: '入会率' }, { label: '幅' }]}
            />
            <tbody>
              {staff.map(({ staffId, name, trials, joined }) => (
                <tr key={staffId ?? ''}>
                  <RowHead>{name ?? '不明'}</RowHead>
                  <td className={cells.value}>{formatCount(trials)}</td>
                  <td className={cells.value}>{formatCount(joined.count)}</td>
                  <td className={cells.value}>{formatPercent(joined.rate)}</td>
                  <td className={cells.value}>
                    {joined.low === null ? '–' : `${formatPercent(joined.low)}〜${formatPercent(joined.high)}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        )}
      </CardContent>
    </Card>
  )
}

export function ReturningPanel({ returning }: { returning: NonNullable<Admission['returning']> }) {
  const { from, count, leave, members } = returning
  const month = formatMonth(from.slice(0, 7))
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle className="flex items-center gap-1">
          復会予告（{month}に休会が終わる会員）
          <InfoTip
            label="復会予告"
            text="休会の最終日が翌月にある会員。期間の選択に関わらず、データのある日の翌月です。休会を続ける契約がある会員は含みません。"
          />
        </CardTitle>
      </CardHeader>
      <CardContent>
        <p className="text-sm">
          {formatCount(count)}名（復帰 {formatCount(count - leave)}名、退会 {formatCount(leave)}名）
          {members && members.length < count && `。はじめの${formatCount(members.length)}名を表示しています。`}
        </p>
        {members && members.length > 0 && (
          <div className="mt-3">
            <ScrollTable caption={`${month}に休会が終わる会員`}>
              <TableHead
                rows="会員"
                columns={[{ label: '最終日' }, { label: 'そのあと' }, { label: '店舗' }, { label: 'プラン' }]}
              />
              <tbody>
                {members.map((one) => (
                  <tr key={one.memberNo}>
                    <RowHead>
                      <MemberName id={one.userId}>
                        {one.lastName} {one.firstName}
                      </MemberName>
                      <span className="ml-2 text-xs text-muted-foreground">{one.memberNo}</span>
                    </RowHead>
                    <td className={cells.value}>{one.endsOn.replaceAll('-', '/')}</td>
                    <td className={cells.value}>{afterPause[one.next]}</td>
                    <td className={cells.value}>{one.shopName}</td>
                    <td className={cells.value}>{one.planName}</td>
                  </tr>
                ))}
              </tbody>
            </ScrollTable>
          </div>
        )}
      </CardContent>
    </Card>
  )
}
