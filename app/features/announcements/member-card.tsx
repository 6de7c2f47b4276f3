import { Pin } from 'lucide-react'
import type { AnnouncementDraft } from '#contract/announcement.ts'
import { announcementCategories } from '#contract/words/announcement.ts'
import { Picture } from '~/components/picture'
import { RichText } from '~/components/rich-text/rich-text'
import { Chip } from '~/components/ui/chip'
import { formatDate, todayInTokyo } from '~/lib/dates'

type Shown = Pick<AnnouncementDraft, 'title' | 'body' | 'category' | 'imgUrl' | 'linkUrl' | 'publishFrom' | 'isPinned'>

/** The card that members see, as wide as a phone. */
export function MemberCard({ title, body, category, imgUrl, linkUrl, publishFrom, isPinned }: Shown) {
  const day = todayInTokyo(publishFrom === null ? new Date() : new Date(publishFrom))
  return (
    <article className="mx-auto w-full max-w-[375px] overflow-hidden rounded-lg border bg-card shadow-card">
      {imgUrl !== null && <Picture url={imgUrl} className="aspect-video w-full object-cover" />}
      <div className="px-4 py-4">
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted-foreground">
          <Chip tone={category === 'important' ? 'warning' : 'positive'}>{announcementCategories[category]}</Chip>
          <time dateTime={day}>{formatDate(day)}</time>
          {isPinned && <Pin role="img" aria-label="固定表示" className="size-3.5" />}
        </p>
        <h3 className="mt-2 text-base font-semibold wrap-anywhere">{title || '（タイトル未入力）'}</h3>
        <RichText html={body} className="mt-3" />
        {linkUrl !== null && /^https:\/\//i.test(linkUrl) && (
          <a
            href={linkUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="mt-4 flex h-11 items-center justify-center rounded-md bg-primary px-4 font-medium text-primary-foreground"
          >
            詳しく見る
          </a>
        )}
      </div>
    </article>
  )
}
