import { useSyncExternalStore } from 'react'
import { breakpoints } from '~/lib/constants'

let media: MediaQueryList | undefined
const narrow = () => {
  media ??= matchMedia(`(width < ${breakpoints.sm}px)`)
  return media
}

const subscribe = (listener: () => void) => {
  narrow().addEventListener('change', listener)
  return () => narrow().removeEventListener('change', listener)
}

/** Whether the window is so narrow that rows become cards and a sheet covers the page. */
export const useIsNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => narrow().matches,
    () => false,
  )
