import { useState } from 'react'
import { cn } from '~/lib/utils'
import { RichText } from '../rich-text/rich-text'

interface LetterPreviewProps {
  fromName: string
  replyTo: string | null
  subject: string
  html: string
  /** The same for programs without HTML. */
  text: string
  footer: string | null
  /** Whether the API adds the lines that the law asks for. */
  hasLawLines: boolean
}

const looks = { html: 'HTML', text: 'テキスト' } as const

/** A mail as its receiver reads it, in HTML or as text. */
export function LetterPreview({ fromName, replyTo, subject, html, text, footer, hasLawLines }: LetterPreviewProps) {
  const [look, setLook] = useState<keyof typeof looks>('html')
  return (
    <div>
      <fieldset className="mb-3 flex gap-1 print:hidden">
        <legend className="sr-only">表示の形式</legend>
        {(Object.keys(looks) as (keyof typeof looks)[]).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={look === one}
            onClick={() => setLook(one)}
            className="h-8 rounded-md border border-input/70 px-3 text-sm aria-pressed:border-primary aria-pressed:bg-accent aria-pressed:font-medium"
          >
            {looks[one]}
          </button>
        ))}
      </fieldset>
      <article className="overflow-hidden rounded-lg border bg-card shadow-card">
        <header className="border-b px-4 py-3">
          <h3 className="text-base font-semibold wrap-anywhere">{subject || '（件名未入力）'}</h3>
          <p className="mt-1 text-sm text-muted-foreground wrap-anywhere">
            {fromName || '（差出人名未入力）'}
            {replyTo && `　返信先 ${replyTo}`}
          </p>
        </header>
        <div className="px-4 py-4">
          {look === 'html' ? (
            <RichText html={html} />
          ) : (
            <p className="font-mono text-[13px] leading-relaxed whitespace-pre-wrap wrap-anywhere">{text}</p>
          )}
          {footer && (
            <p
              className={cn(
                'mt-4 border-t pt-3 text-sm whitespace-pre-line wrap-anywhere',
                look === 'text' && 'font-mono',
              )}
            >
              {footer}
            </p>
          )}
          {hasLawLines && (
            <p className="mt-4 border-t pt-3 text-xs text-muted-foreground">
              この下に、送信者の名称・住所と配信停止のリンクが自動で入ります。
            </p>
          )}
        </div>
      </article>
    </div>
  )
}
