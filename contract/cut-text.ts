const letters = new Intl.Segmenter('ja', { granularity: 'grapheme' })
/** No letter that people write is longer, in UTF-16 units. */
const longestLetter = 64

/**
 * The beginning of a text, at most `most` UTF-16 units long and never ending within a letter: 𠮷 and a letter with a
 * variation selector or marks are kept whole or left out. Always well-formed Unicode, so that it can be stored as JSON:
 * half a letter that the text already had becomes U+FFFD.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed()
  const begun = letters.segment(text.slice(0, most + longestLetter)).containing(most)
  const at = begun?.index ?? most
  // Marks without end are one letter: of those a part is kept.
  return text.slice(0, most - at < longestLetter ? at : most).toWellFormed()
}

/** The first letter of a text, as people count them; empty of an empty one. */
export const firstLetter = (text: string) => [...letters.segment(cutText(text, longestLetter))][0]?.segment ?? ''
