import { Picture } from '~/components/picture'
import { formatLength } from '~/lib/format'
import { cn } from '~/lib/utils'

interface ThumbnailProps {
  content: { imgUrl: string | null; durationSec: number }
  className?: string
}

/** Thumbnail with duration. */
export const Thumbnail = ({ content: { imgUrl, durationSec }, className }: ThumbnailProps) => (
  <span className={cn('@container relative block aspect-video overflow-hidden bg-accent', className)}>
    <Picture lazy url={imgUrl} className="size-full object-cover" />
    <span className="figures absolute right-1 bottom-1 rounded-xs bg-black/75 px-1 text-[11px] leading-4 text-white @max-[120px]:sr-only">
      <span className="sr-only">長さ </span>
      {formatLength(durationSec)}
    </span>
  </span>
)
