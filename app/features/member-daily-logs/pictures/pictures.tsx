import type { LogKind } from '#contract/words/daily-log.ts'
import { lazyPart } from '~/components/lazy-part'
import type { LogsOf } from './logs'

export type PicturesProps = { [K in LogKind]: LogsOf<K> }[LogKind]

/** One member's days as charts, each with a table. The chart code is loaded on demand. */
export const Pictures = lazyPart<PicturesProps>(() => import('./pictures.lazy'), {
  waiting: <div aria-busy className="h-150" />,
})
