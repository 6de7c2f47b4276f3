// Letters without a shape, which come along with text that is pasted from elsewhere: of two texts that look the same one
// would not be found, and be registered beside the other. `visible_name` and `visible_code` in SQL are the same.

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Joiners and selectors of variants change how the letter before them looks: 葛󠄀 is not 葛. */
const invisibleInNames = /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Of a number, code or address: without any letter that has no shape. */
export const visibleCode = (text: string) => text.replace(invisible, '')

/** Of a name: without letters that have no shape, except those that shape the one before; empty where nothing is seen. */
export const visibleName = (text: string) => (visibleCode(text) === '' ? '' : text.replace(invisibleInNames, ''))

/** A mail address as it is stored: of half width, in lower case, without `mailto:` and what a link has behind it. */
export const addressOf = (text: string) =>
  visibleCode(text.normalize('NFKC'))
    .trim()
    .toLowerCase()
    .replace(/^mailto:\s*([^?]*).*$/s, '$1')
    .trim()
