import { toKatakana } from './kana.ts'
import { nameForms } from './words/name-forms.ts'

/** Spaces, hyphens of every kind, long marks, middle dots, and what has no width: joiners, marks of direction, variants. */
const ignored =
  /[ \t\-‐‒–—―−─━ー・\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\ufeff]|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu

/** Signs that NFKC keeps apart. Small ヶ and ヵ are written for the large ones alone. */
const signs = new Map(Object.entries({ '〜': '~', '∼': '~', '‘': "'", '’': "'", '‛': "'", '′': "'" }))
for (const quote of '“”‟') signs.set(quote, '"')
signs.set('ヶ', 'ケ').set('ヵ', 'カ')

/**
 * Text as it is searched: NFKC (half-width kana, full-width letters and signs), lower case, hiragana as katakana, one form
 * of each character of names, without what is `ignored`. Gives what `fold_text` in SQL gives.
 */
export const foldText = (text: string) =>
  toKatakana(text.normalize('NFKC').toLowerCase())
    .replace(ignored, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => signs.get(letter) ?? nameForms.get(letter) ?? letter)
