import { startTransition, useEffect, useState } from 'react'
import type { LogKind } from '#contract/words/daily-log.ts'
import type { LogsOf } from './logs'

export type PicturesProps = { [K in LogKind]: LogsOf<K> }[LogKind]

type Drawn = typeof import('./pictures.lazy').default

/** One member's days as charts, each with a table. The chart code is loaded on demand. */
export function Pictures(props: PicturesProps) {
  const [Drawn, setDrawn] = useState<Drawn>()
  useEffect(() => {
    import('./pictures.lazy').then(
      (module) => startTransition(() => setDrawn(() => module.default)),
      (error: unknown) =>
        setDrawn(() => {
          throw error
        }),
    )
  }, [])
  return Drawn ? <Drawn {...props} /> : <div aria-busy className="h-150" />
}
