import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import type { MailStep, MailStepDryRun } from '#contract/mail-step.ts'
import { useMe } from '~/auth/session'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { formatDate, formatMonth } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { dryRunQuery } from './queries'

/** Dry run: 「先月なら 37名 に 61通」. Only on request, since it evaluates a month of visits. */
export function DryRun({ step }: { step: MailStep }) {
  const [isRequested, setIsRequested] = useState(false)
  const { data, error, refetch } = useQuery({ ...dryRunQuery(step.id), enabled: isRequested })
  const isManual = step.trigger.type === 'manual'
  return (
    <Card>
      <CardHeader>
        <CardTitle>先月の実績で試算</CardTitle>
        {!isRequested && !isManual && (
          <Button variant="outline" onClick={() => setIsRequested(true)}>
            <FlaskConical aria-hidden />
            試算する
          </Button>
        )}
      </CardHeader>
      <CardContent>
        {isManual ? (
          <p className="text-sm text-muted-foreground">手動で追加するステップメールは試算できません。</p>
        ) : !isRequested ? (
          <p className="text-sm text-muted-foreground">
            保存されている内容で、先月なら何名に何通送信したかを数えます。メールは送信しません。
          </p>
        ) : data ? (
          <Result result={data} />
        ) : error ? (
          <FailedState title="試算できませんでした" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-28" />
        )}
      </CardContent>
    </Card>
  )
}

function Result({ result: { month, until, oneIn, members, mails, steps } }: { result: MailStepDryRun }) {
  const seesAll = useMe()?.permissions['member.read'] === 'all'
  if (until === null) return <p className="text-sm text-muted-foreground">来館の実績がまだありません。</p>
  const about = oneIn > 1 ? '約 ' : ''
  return (
    <div role="status">
      <p className="text-lg font-semibold">
        先月なら {about}
        <span className="figures">{formatCount(members)}</span>名 に {about}
        <span className="figures">{formatCount(mails)}</span>通
      </p>
      <p className="mt-1 text-xs text-muted-foreground">
        {formatMonth(month)}に開始条件を満たした{seesAll ? '全店舗' : '担当店舗'}の会員を、{formatDate(until)}
        までの実績で数えました。対象条件と配信の同意は、現在のものです。
        {oneIn > 1 && `会員が多いため、${formatCount(oneIn)}名に1名を抜き出して推計しています。`}
      </p>
      <div className="relative mt-3 overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">ステップごとの試算</caption>
          <thead>
            <tr className="border-b text-xs text-muted-foreground">
              <th scope="col" className="py-1.5 text-left font-medium">
                ステップ
              </th>
              {['送信', '停止条件で終了', '除外', '未到来'].map((label) => (
                <th key={label} scope="col" className="py-1.5 pl-3 text-right font-medium whitespace-nowrap">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="figures">
            {steps.map(({ delayDays, ...counts }) => (
              <tr key={delayDays} className="border-b last:border-b-0">
                <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                  {delayDays}日後
                </th>
                <td className="pl-3 text-right font-medium">{formatCount(counts.mails)}</td>
                <td className="pl-3 text-right">{formatCount(counts.stopped)}</td>
                <td className="pl-3 text-right">{formatCount(counts.excluded)}</td>
                <td className="pl-3 text-right">{formatCount(counts.later)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
