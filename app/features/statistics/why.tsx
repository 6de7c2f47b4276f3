import type { WhyFigure } from '#contract/words/why.ts'
import { lazyPart } from '~/components/lazy-part'

/** 「なぜ」 beside a figure. */
export const WhyLink = lazyPart<{ figure: WhyFigure }>(
  async () => ({ default: (await import('~/frame/why.lazy')).why.WhyLink }),
  { missing: 'nothing' },
)

/** The sheet of the figure in the URL, of whole months. */
export const WhySheet = lazyPart<{ shopId: string | undefined; first: string; last: string }>(
  async () => ({ default: (await import('~/frame/why.lazy')).why.WhySheet }),
  { missing: 'nothing' },
)
