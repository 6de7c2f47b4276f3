import type { ImportAnswers, ImportResult } from '#contract/file-import.ts'

interface Shop {
  id: string
  name: string
}

const bare = (name: string) => name.normalize('NFKC').replace(/\s|店$/g, '')

/**
 * Answers that the screen proposes for texts that are nobody's name: the one shop that is called so but for 「店」 at the
 * end. They count once somebody has the file checked with them.
 */
export function proposedShops(
  unknown: ImportResult['unknown'],
  answered: ImportAnswers['values'],
  shops: readonly Shop[],
): Record<string, string> {
  const texts = (unknown.shop ?? []).map(({ text }) => text).filter((text) => text !== '' && !answered.shop?.[text])
  return Object.fromEntries(
    texts.flatMap((text) => {
      const [one, another] = shops.filter(({ name }) => bare(name) === bare(text))
      return one && !another ? [[text, one.id]] : []
    }),
  )
}
