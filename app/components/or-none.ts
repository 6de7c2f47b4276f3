import type { ReactNode } from 'react'
import { none } from '~/lib/format'

/** Whether a cell has nothing to show. */
export const isEmpty = (shown: ReactNode) =>
  shown === null || shown === undefined || shown === '' || shown === false || shown === none

/** What a cell or a fact shows: 「–」 where it has nothing, so that no cell looks forgotten. */
export const orNone = (shown: ReactNode) => (isEmpty(shown) ? none : shown)
