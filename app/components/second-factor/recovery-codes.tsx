import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '~/components/ui/button'
import { notify } from '~/lib/notices'

/** Recovery codes; they are shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = `Karada Desk 予備コード（1つにつき1回）\r\n${codes.join('\r\n')}\r\n`
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notify.success('予備コードをコピーしました。')
  }
  // The button that led here has been removed.
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.focus(), [])
  return (
    <div ref={start} tabIndex={-1} className="outline-none">
      <p className="text-sm">
        スマートフォンを使えないときに、認証コードの代わりに入力します。1つにつき1回使えます。
        <strong className="font-medium">この画面を閉じると、もう表示できません。</strong>
        安全な場所に控えてください。
      </p>
      <ul
        aria-label="予備コード"
        className="figures mt-3 grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-x-6 gap-y-1 rounded-md border bg-muted/50 px-4 py-3 text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button
          variant="outline"
          onClick={() =>
            void copy().catch(() => notify.error('コピーできませんでした。画面の文字を書き写してください。'))
          }
        >
          <Copy aria-hidden />
          予備コードをコピー
        </Button>
        <a
          className="inline-flex h-9 items-center gap-2 rounded-md border border-input bg-card px-3.5 text-sm font-medium hover:bg-muted [&_svg]:size-4"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="karada-desk-recovery-codes.txt"
        >
          <Download aria-hidden />
          ファイルに保存する
        </a>
      </div>
    </div>
  )
}
