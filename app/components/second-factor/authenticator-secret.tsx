import { useMemo } from 'react'
import { encode } from 'uqr'
import { Button } from '~/components/ui/button'
import { notify } from '~/lib/notices'

/** The secret for an authenticator app, as QR code and as text. */
export function AuthenticatorSecret({ secret, uri }: { secret: string; uri: string }) {
  const grouped = secret.match(/.{1,4}/g)?.join(' ') ?? secret
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    notify.success('キーをコピーしました。')
  }
  return (
    <div className="flex flex-wrap items-start gap-4">
      <QrCode text={uri} />
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p>認証アプリ（Google Authenticator、Microsoft Authenticatorなど）で読み取ってください。</p>
        <p className="mt-3 text-muted-foreground">読み取れないときは、このキーを入力します。</p>
        <p className="figures mt-1 font-medium wrap-anywhere select-all">{grouped}</p>
        <Button
          variant="outline"
          className="mt-2"
          onClick={() =>
            void copy().catch(() => notify.error('コピーできませんでした。画面の文字を書き写してください。'))
          }
        >
          キーをコピー
        </Button>
      </div>
    </div>
  )
}

/** Black on white in both themes, for cameras. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: 4 })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: dark.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label="認証アプリで読み取るQRコード"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
