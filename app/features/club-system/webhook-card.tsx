import type { ClubSystem } from '#contract/club-system.ts'
import { Fact, Facts } from '~/components/record/facts'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { showWebhookSecret } from '~/functions/club-system'
import { formatDateTime } from '~/lib/dates'

/** What is entered at the club system so that it tells of changes; the secret is shown by a press, which is recorded. */
export default function WebhookCard({ webhook }: { webhook: NonNullable<ClubSystem['webhook']> }) {
  const show = useServerMutation(showWebhookSecret, { invalidates: [] })
  return (
    <Card>
      <CardHeader>
        <CardTitle>通知の受け取り</CardTitle>
      </CardHeader>
      <CardContent className="space-y-4 text-sm">
        <p>
          次のアドレスと秘密鍵を会員管理システムのWebhookに登録すると、予約とプランの変更が数分で反映されます。登録しない場合も、毎晩の取得で反映されます。
        </p>
        {!webhook.isPublic && (
          <p role="alert" className="rounded-md bg-danger-surface px-4 py-2.5 text-bad">
            このアドレスには、会員管理システムから届きません。サーバーの管理者が、環境変数 <code>APP_URL</code>{' '}
            に、外から開ける https:// のアドレスを設定してください。
          </p>
        )}
        <Facts>
          <Fact label="アドレス">
            <span className="select-all">{webhook.address}</span>
          </Fact>
          <Fact label="秘密鍵">
            {show.data ? (
              <span className="select-all">{show.data.secret}</span>
            ) : (
              <Button
                variant="outline"
                aria-disabled={show.isPending || undefined}
                onClick={() => show.isPending || show.mutate({ data: {} })}
              >
                {show.isPending && <Spinner className="size-4" />}
                秘密鍵を表示する
              </Button>
            )}
          </Fact>
          <Fact label="最後の受信">{webhook.lastAt ? formatDateTime(webhook.lastAt) : 'まだありません'}</Fact>
        </Facts>
        <p className="text-muted-foreground">
          秘密鍵を表示すると、操作履歴に残ります。接続を解除すると、この秘密鍵は使えなくなります。
        </p>
      </CardContent>
    </Card>
  )
}
