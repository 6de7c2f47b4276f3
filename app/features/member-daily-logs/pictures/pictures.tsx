import { startTransition, useEffect, useState } from 'react'
import type { LogKind } from '#contract/words/daily-log.ts'
import type { LogsOf } from './logs'

export type PicturesProps = { [K in LogKind]: LogsOf<K> }[LogKind]

type Drawn = typeof import('./pictures.lazy').default

/** One member's days as pictures, each with its table. What draws them is loaded when somebody asks for it. */
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
