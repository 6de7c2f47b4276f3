import type { ColumnDraft } from '#contract/column.ts'
import { readingMinutes } from '#contract/rich-text.ts'
import { columnCategories } from '#contract/words/column.ts'
import { Picture } from '~/components/picture'
import { RichText } from '~/components/rich-text/rich-text'
import { Chip } from '~/components/ui/chip'
import { formatDate, todayInTokyo } from '~/lib/dates'

type Shown = Pick<
  ColumnDraft,
  'title' | 'lead' | 'body' | 'category' | 'tags' | 'imgUrl' | 'authorName' | 'supervisorName' | 'publishFrom'
>

/** Length of a text without markup, as the API counts it. */
const lengthOf = (html: string) => html.replaceAll(/<[^>]*>/g, '').length

/** The article that members read, as wide as a phone. */
export function Article({ title, lead, body, category, tags, imgUrl, ...more }: Shown) {
  const { authorName, supervisorName, publishFrom } = more
  const day = todayInTokyo(publishFrom === null ? new Date() : new Date(publishFrom))
  return (
    <article className="mx-auto w-full max-w-[375px] overflow-hidden rounded-lg border bg-card shadow-card">
      {imgUrl !== null && <Picture url={imgUrl} className="aspect-video w-full object-cover" />}
      <div className="px-4 py-4">
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted-foreground">
          <Chip tone="positive">{columnCategories[category]}</Chip>
          <time dateTime={day}>{formatDate(day)}</time>
          <span className="figures">約{readingMinutes(lengthOf(body))}分で読めます</span>
        </p>
        <h3 className="mt-2 text-base font-semibold wrap-anywhere">{title || '（タイトル未入力）'}</h3>
        {lead && <p className="mt-2 text-sm text-muted-foreground wrap-anywhere">{lead}</p>}
        <RichText html={body} kind="article" className="mt-3" />
        {(authorName || supervisorName) && (
          <p className="mt-4 text-xs text-muted-foreground">
            {[authorName && `執筆 ${authorName}`, supervisorName && `監修 ${supervisorName}`]
              .filter(Boolean)
              .join('　')}
          </p>
        )}
        {tags.length > 0 && (
          <p className="mt-2 text-xs text-muted-foreground wrap-anywhere">{tags.map((tag) => `#${tag}`).join(' ')}</p>
        )}
      </div>
    </article>
  )
}
