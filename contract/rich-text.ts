/**
 * The allow-list of rich text for both sides: the API sanitises before it stores a text, the browser again before it
 * shows one.
 */
export const richText = {
  tags: ['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'hr', 'a'],
  /** Of `a` alone. `target` and `rel` are always set by the API. */
  linkAttributes: ['href', 'target', 'rel'],
  /** How an `href` begins. */
  linkAddress: /^(https:\/\/|mailto:|tel:)/i,
  linkTarget: '_blank',
  linkRel: 'noopener noreferrer',
} as const

/** What an article has beside it: pictures of ours with a description, and notes that stand apart (`aside`). */
export const articleText = {
  tags: ['img', 'aside'],
  /** Of `img` alone. */
  imageAttributes: ['src', 'alt'],
  imageAddress: /^\/uploads\/[\w-]{20,64}\.(webp|png|jpg)$/,
} as const

/** What a policy has beside it: tables, and lists that go on counting after a paragraph. */
export const policyText = {
  tags: ['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  /** Of `ol` alone. */
  listAttributes: ['start'],
} as const

/** Of a message only the allow-list of all rich text, of an article or a policy its own too. */
export type RichTextKind = 'message' | 'article' | 'policy'

/** How many characters of Japanese are read in a minute, so that a minute told is one that suffices. */
const charactersPerMinute = 500

/** Minutes that reading this many characters takes, at least one. */
export const readingMinutes = (characters: number) => Math.max(1, Math.ceil(characters / charactersPerMinute))

/** Characters of a text, markup apart. */
export const maxAnnouncementText = 5_000
export const maxColumnText = 50_000
export const maxPolicyText = 100_000
