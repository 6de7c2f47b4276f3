import { useState } from 'react'
import { noImage } from '~/lib/constants'
import { cn } from '~/lib/utils'

/** The placeholder is square and not cropped, on a background of its own colour. */
const placeholder = 'bg-[rgb(238_241_239)] object-contain!'

interface PictureProps {
  url: string | null
  alt?: string
  className?: string
  /** Loads lazily, near the viewport. */
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
      className={cn(className, source === noImage && placeholder)}
    />
  )
}
