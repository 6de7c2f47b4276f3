import type { LeanBodyCategory } from '#contract/words/lean-body.ts'
import { leanBodyCategories } from '#contract/words/lean-body.ts'
import { Picture } from '~/components/picture'
import { formatLength } from '~/lib/format'
import { cn } from '~/lib/utils'

interface ThumbnailProps {
  content: { imgUrl: string | null; category: LeanBodyCategory; durationSec: number }
  className?: string
}

/** Thumbnail with duration; a label with the kind of exercise if there is no picture. */
export const Thumbnail = ({ content: { imgUrl, category, durationSec }, className }: ThumbnailProps) => (
  <span className={cn('@container relative block aspect-video overflow-hidden bg-accent', className)}>
    {imgUrl ? (
      <Picture lazy url={imgUrl} className="size-full object-cover" />
    ) : (
      <span
        aria-hidden
        className="grid size-full place-items-center font-semibold text-accent-foreground @max-[120px]:text-[10px]"
      >
        {leanBodyCategories[category]}
      </span>
    )}
    <span className="figures absolute right-1 bottom-1 rounded-xs bg-black/75 px-1 text-[11px] leading-4 text-white @max-[120px]:sr-only">
      <span className="sr-only">長さ </span>
      {formatLength(durationSec)}
    </span>
  </span>
)
