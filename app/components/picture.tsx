import type { SyntheticEvent } from 'react'
import { noImage } from '~/lib/constants'

interface PictureProps {
  /** Null and '' where there is none. */
  url: string | null
  alt?: string
  className?: string
  /** Loads lazily, near the viewport. */
  lazy?: boolean
  referrerPolicy?: 'strict-origin'
}

/** A picture; the placeholder where it is missing or broken. */
export function Picture({ url, alt = '', className, lazy, referrerPolicy }: PictureProps) {
  return (
    <img
      key={url}
      src={url || noImage}
      alt={alt}
      loading={lazy ? 'lazy' : undefined}
      referrerPolicy={referrerPolicy}
      onError={showNoImage}
      className={className}
    />
  )
}

/** Shows the placeholder for a broken picture; as `onErrorCapture` also for those within HTML that React does not draw. */
export function showNoImage({ target }: SyntheticEvent) {
  if (target instanceof HTMLImageElement && target.getAttribute('src') !== noImage) target.src = noImage
}
