import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DigestRhythm, digestRhythms } from '#contract/words/digest.ts'
import { unreadRemark } from '#contract/words/unread-sales.ts'
import { valuesOf } from '#contract/words/words.ts'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'
import { Skeleton } from '~/components/ui/skeleton'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { sendDigest, subscribeToDigest } from '~/functions/digest'
import { formatDate, formatDateTime } from '~/lib/dates'
import { none } from '~/lib/format'
import { digestPageQuery, digestQuery } from './queries'

const notAtAll = 'none'

/** 月曜の一枚: whether it comes, and what it says of the last week or month. */
export function Digest() {
  const { data, error, refetch } = useQuery(digestQuery)
  const subscribe = useServerMutation(subscribeToDigest, {
    invalidates: ['digest'],
    done: '受け取りの設定を保存しました。',
  })
  const choose = async (value: string) => {
    const rhythm = valuesOf(digestRhythms).find((one) => one === value) ?? null
    await subscribe.mutateAsync({ data: { rhythm } }).catch(notifyRefusal)
  }
  return (
    <Card id="digest">
      <CardHeader>
        <CardTitle>月曜の一枚</CardTitle>
      </CardHeader>
      <CardContent className="space-y-4">
        <p className="text-sm text-muted-foreground">
          入会・退会・来館・売上のうち、担当店舗のいつもの範囲を超えた変化を、理由とともに午前8時にメールでお知らせします。変化がないときは送りません。いつもの範囲は、曜日・祝日・休館日・月末月初をふまえて過去2年の数値から計算します。{' '}
          <Link to="/statistics/chance" className="text-primary underline underline-offset-4">
            偶然の見分け方
          </Link>
        </p>
        {error && !data && (
          <FailedState title="設定を表示できませんでした" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <Skeleton className="h-9 w-48" />}
        {data && (
          <>
            <label htmlFor="digest-rhythm" className="flex flex-wrap items-center gap-3 text-sm">
              メールでの受け取り
              <NativeSelect
                id="digest-rhythm"
                value={data.rhythm ?? notAtAll}
                disabled={subscribe.isPending}
                onChange={({ target }) => void choose(target.value)}
              >
                <option value={notAtAll}>受け取らない</option>
                {valuesOf(digestRhythms).map((one) => (
                  <option key={one} value={one}>
                    {digestRhythms[one]}
                  </option>
                ))}
              </NativeSelect>
            </label>
            <Preview rhythm={data.rhythm ?? 'week'} />
          </>
        )}
      </CardContent>
    </Card>
  )
}

/** The page as it would be written now. */
function Preview({ rhythm }: { rhythm: DigestRhythm }) {
  const { data, error, refetch } = useQuery(digestPageQuery({ rhythm }))
  const send = useServerMutation(sendDigest, { invalidates: [], done: '自分のメールアドレスに送りました。' })
  if (error && !data) {
    return <FailedState title="内容を表示できませんでした" error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="h-20 w-full" />
      </div>
    )
  }
  const period = `${formatDate(data.from)}〜${formatDate(data.to)}`
  return (
    <section aria-label={`${period}の月曜の一枚`} className="space-y-3 rounded-md border p-4">
      <h3 className="figures text-sm font-medium">{period}</h3>
      {data.findings.length === 0 && (
        <p className="text-sm">
          {data.judged > 0
            ? 'いつもの範囲を超えた変化はありません。'
            : `判断できるデータがまだありません（データ時点 ${data.dataAsOf ? formatDateTime(data.dataAsOf) : none}）。半年より前からのデータがそろうと判断します。`}
        </p>
      )}
      <ol className="space-y-3">
        {data.findings.map(({ sentence, reason, path, shopId, figure }) => (
          <li key={`${shopId} ${figure}`} className="border-l-4 border-primary pl-3 text-sm">
            <p className="font-medium">{sentence}</p>
            {reason && <p className="mt-1">{reason}</p>}
            <a href={path} className="mt-1 inline-block text-primary underline underline-offset-4">
              数値を見る
            </a>
          </li>
        ))}
      </ol>
      {data.unreadSales && <p className="figures text-sm text-muted-foreground">{unreadRemark(data.unreadSales)}</p>}
      <Button
        variant="outline"
        disabled={send.isPending}
        onClick={() => void send.mutateAsync({ data: { rhythm } }).catch(notifyRefusal)}
      >
        いま自分に送る
      </Button>
    </section>
  )
}
