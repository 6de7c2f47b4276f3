import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureMessage } from '~/lib/failure'
import { isOutdated, isUnloaded, reload } from '~/lib/unloaded'
import { useUnloadedText } from './lazy-part'
import { Button } from './ui/button'
import { Spinner } from './ui/spinner'

/** While authentication initialises, or a screen's code is loading. */
export function LoadingScreen() {
  return (
    <div role="status" className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 text-muted-foreground">
      <Spinner className="size-8 text-primary" />
      <span>読み込み中...</span>
    </div>
  )
}

/** Initialising has timed out. */
export function RetryScreen({ onRetry, refNumber }: { onRetry: () => void; refNumber?: string }) {
  return (
    <StatusPage
      title="接続できませんでした"
      refNumber={refNumber}
      actions={
        <Button size="lg" onClick={onRetry}>
          再試行
        </Button>
      }
    >
      サーバーからの応答がありません。通信状況を確認して、もう一度お試しください。
    </StatusPage>
  )
}

export function ForbiddenPage() {
  return (
    <StatusPage code="403" title="この画面を表示する権限がありません" actions={<HomeLink />}>
      お使いのアカウントでは利用できない画面です。必要な場合は、店長または本部の管理者にお問い合わせください。
    </StatusPage>
  )
}

export function NotFoundPage() {
  return (
    <StatusPage code="404" title="ページが見つかりません" actions={<HomeLink />}>
      アドレスが変更されたか、ページが削除された可能性があります。
    </StatusPage>
  )
}

/** A screen that could not be shown; the rest of the frame stays usable. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { text, ref } = failureMessage(error)
  const isGone = isOutdated(error)
  return (
    <StatusPage
      title="画面を表示できませんでした"
      refNumber={ref}
      actions={
        <>
          {isGone && (
            <Button size="lg" onClick={reload}>
              再読み込み
            </Button>
          )}
          <Button size="lg" variant={isGone ? 'outline' : 'primary'} onClick={onRetry}>
            再試行
          </Button>
          <HomeLink />
        </>
      }
    >
      {isUnloaded(error) ? <WhyUnloaded /> : text}
    </StatusPage>
  )
}

const WhyUnloaded = () => useUnloadedText()

/** Why a record may not be found. */
export const mayBeGone = '削除されたか、担当していない店舗のものかもしれません。'

/** A link that leads on from such a page. */
export const leadClass =
  'inline-flex h-11 items-center rounded-md border border-input bg-card px-5 text-[15px] font-medium hover:bg-muted'

interface StatusPageProps {
  title: string
  code?: string
  refNumber?: string
  actions: ReactNode
  children: ReactNode
}

/** Replaces a screen: explains the problem and links onward. */
export function StatusPage({ title, code, refNumber, actions, children }: StatusPageProps) {
  return (
    <section
      role="alert"
      className="mx-auto flex min-h-[60dvh] max-w-md flex-col items-center justify-center px-4 py-12 text-center"
    >
      {code && <p className="figures mb-2 text-sm font-semibold tracking-widest text-primary">{code}</p>}
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-3 text-balance [word-break:auto-phrase] text-muted-foreground">{children}</p>
      {refNumber && <RefNumber>{refNumber}</RefNumber>}
      <div className="mt-7 flex flex-wrap justify-center gap-3">{actions}</div>
    </section>
  )
}

/** What staff report to support, to find the failure in the log. */
export function RefNumber({ children }: { children: string }) {
  return (
    <p className="mt-3 text-xs text-muted-foreground">
      お問い合わせ番号: <span className="figures select-all">{children}</span>
    </p>
  )
}

const HomeLink = () => (
  <Link to="/dashboard" className={leadClass}>
    ダッシュボードへ
  </Link>
)
