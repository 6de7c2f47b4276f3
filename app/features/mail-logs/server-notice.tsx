import type { ReactNode } from 'react'
import type { MailLog } from '#contract/mail.ts'
import { formatDateTime } from '~/lib/dates'

/** Why the mail server does not take a mail's letters: for now, or no longer. */
export function ServerNotice({ mail: { pause, stop } }: { mail: MailLog }) {
  if (pause) {
    return (
      <Notice title="送信を一時停止しています" detail={pause.detail}>
        メールサーバーの送信数の上限に達したため、すべてのメールの送信を一時停止しています。
        {formatDateTime(pause.until)}に自動で再開します。
      </Notice>
    )
  }
  if (!stop) return null
  return (
    <Notice title="送信を中止しました" detail={stop.detail}>
      メールサーバーに続けて同じ理由で受け付けられなかったため、{formatDateTime(stop.at)}
      に、残りの宛先への送信を中止しました。会員のメールアドレスの問題ではありません。応答の内容をメールサーバーの管理者に確認してください。
    </Notice>
  )
}

const Notice = ({ title, detail, children }: { title: string; detail: string; children: ReactNode }) => (
  <section role="status" className="mb-4 rounded-lg bg-warning-surface px-4 py-3 text-sm text-warning">
    <h2 className="font-semibold">{title}</h2>
    <p className="mt-1">{children}</p>
    <p className="mt-2 text-xs wrap-anywhere">メールサーバーの応答: {detail}</p>
  </section>
)
