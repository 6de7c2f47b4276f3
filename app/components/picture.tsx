import { useState } from 'react'
import { noImage } from '~/lib/constants'
import { cn } from '~/lib/utils'

interface PictureProps {
  url: string | null
  alt?: string
  className?: string
  /** Asked for when it comes near the window. */
  lazy?: boolean
}

/** A stored picture; the placeholder where it is missing or broken. */
export function Picture({ url, alt = '', className, lazy }: PictureProps) {
  const [broken, setBroken] = useState<string>()
  const source = url === null || broken === url ? noImage : url
  return (
    <img
      src={source}
      alt={alt}
      loading={lazy ? 'lazy' : undefined}
      onError={() => url !== null && setBroken(url)}
      // The placeholder is whole, whatever is cut off a picture.
      className={cn(className, source === noImage && 'bg-muted object-contain!')}
    />
  )
}
