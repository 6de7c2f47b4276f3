import { Monitor, Smartphone, Text } from 'lucide-react'
import { useState } from 'react'
import { type LetterContent, type LetterShop, type LetterValues, letterParts } from '#contract/mail-letter.ts'
import { variableFault } from '#contract/mail-text.ts'
import { ChoiceSwitch } from '~/components/choice-switch'
import { sanitise } from '~/components/rich-text/sanitise'
import { cn } from '~/lib/utils'

interface LetterPreviewProps {
  mail: LetterContent & { replyTo: string | null }
  /** Values of the variables. */
  values: LetterValues
  /** The recipient's shop, and who writes for it. */
  shop: LetterShop
  unsubscribeUrl: string
  /** Who sends it, by display name. */
  sentBy: string | undefined
  /** The person whose values these are. */
  note: string
}

const views = [
  { value: 'desktop', label: 'パソコン', icon: Monitor },
  { value: 'phone', label: 'スマートフォン', icon: Smartphone },
  { value: 'text', label: 'テキスト', icon: Text },
] as const

/** Preview of a mail, produced by the renderer of real mails. */
export function LetterPreview({ mail, values, shop, unsubscribeUrl, sentBy, note }: LetterPreviewProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('desktop')
  const fault = [mail.subject, mail.body, mail.footer ?? ''].map(variableFault).find((found) => found !== null)
  const content = { ...mail, body: sanitise(mail.body, 'mail') }
  const { subject, fromName, html, text } = letterParts(content, values, {
    shop,
    appUrl: window.location.origin,
    unsubscribeUrl,
    sentBy: sentBy ?? null,
  })
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ChoiceSwitch label="プレビューの表示" value={view} choices={views} onChange={setView} />
        <p className="text-xs text-muted-foreground">{note}</p>
      </div>
      {fault && (
        <p role="alert" className="rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad">
          {fault}
        </p>
      )}
      <dl className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm wrap-anywhere">
        <dt className="text-muted-foreground">件名</dt>
        <dd className="font-medium">{subject || '（件名未入力）'}</dd>
        <dt className="text-muted-foreground">差出人名</dt>
        <dd>{fromName || '（差出人名未入力）'}</dd>
        {mail.replyTo !== null && (
          <>
            <dt className="text-muted-foreground">返信先</dt>
            <dd>{mail.replyTo}</dd>
          </>
        )}
      </dl>
      {view === 'text' ? (
        <pre className="min-h-40 rounded-lg border bg-card px-4 py-3 font-sans text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {text}
        </pre>
      ) : (
        // A sandbox without permissions: no scripts, no navigation.
        <iframe
          title={view === 'phone' ? 'スマートフォンでの見え方' : 'パソコンでの見え方'}
          sandbox=""
          srcDoc={html}
          className={cn(
            'mx-auto block h-[min(60dvh,640px)] max-w-full rounded-lg border bg-white',
            view === 'phone' ? 'w-[375px]' : 'w-full',
          )}
        />
      )}
    </div>
  )
}
