import type { PolicyDraft } from '#contract/policy.ts'
import { htmlOfMarkdown } from '#contract/policy-html.ts'
import { policyDay } from '#contract/words/policy.ts'
import { RichText } from '~/components/rich-text/rich-text'
import { todayInTokyo } from '~/lib/dates'

/** A draft as its public page will show it (app/server/policy-page.server.tsx); in a file of its own for Markdown. */
export default function PublicText({ edition, title, body, effectiveFrom, noticeFrom, changeSummary }: PolicyDraft) {
  const isLater = effectiveFrom > todayInTokyo()
  return (
    <article className="mx-auto w-full max-w-[375px] rounded-lg border bg-card px-4 py-4 shadow-card">
      <h3 className="text-lg font-semibold wrap-anywhere">{title || '（タイトル未入力）'}</h3>
      <p className="mt-1 text-xs text-muted-foreground wrap-anywhere">
        {edition || '（版未入力）'}　{effectiveFrom && `${policyDay(effectiveFrom)}${isLater ? '施行予定' : '施行'}`}
      </p>
      {isLater && noticeFrom && changeSummary && (
        <p className="mt-4 rounded-md border border-l-4 border-l-primary px-3.5 py-2 text-sm wrap-anywhere whitespace-pre-line">
          {changeSummary}
        </p>
      )}
      <RichText html={htmlOfMarkdown(body)} kind="policy" className="mt-4" />
    </article>
  )
}
