import { useSyncExternalStore } from 'react'
import { breakpoints } from '~/lib/constants'

/** Whether the window matches a media query now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Narrower than this rows become cards and a sheet covers the page. */
export const narrow = `(width < ${breakpoints.sm}px)`
