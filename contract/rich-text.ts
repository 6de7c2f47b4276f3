/**
 * The allow-list of rich text for both sides: the API sanitises before it stores a text, the browser again before it
 * shows one.
 */
export const richText = {
  tags: ['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'hr', 'a'],
  /** Only for `a`. `target` and `rel` are always set by the API. */
  linkAttributes: ['href', 'target', 'rel'],
  /** Allowed schemes of an `href`. */
  linkAddress: /^(https:\/\/|mailto:|tel:)/i,
  linkTarget: '_blank',
  linkRel: 'noopener noreferrer',
} as const

/** Additional tags of an article: uploaded pictures with a description, and notes (`aside`). */
export const articleText = {
  tags: ['img', 'aside'],
  /** Only for `img`. */
  imageAttributes: ['src', 'alt'],
  imageAddress: /^\/uploads\/[\w-]{20,64}\.(webp|png|jpg)$/,
} as const

/** Additional tags of a policy: tables, and lists that continue numbering after a paragraph. */
export const policyText = {
  tags: ['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  /** Only for `ol`. */
  listAttributes: ['start'],
} as const

/** Additional markup of a mail: pictures, and a link that looks like a button, alone in its paragraph, once. */
export const mailText = {
  tags: ['img'],
  imageAddress: /^\/uploads\/[\w-]{32}\.jpg$/,
  buttonClass: 'button',
  mostButtons: 1,
} as const

/** Addresses of the pictures that a kind of text may have. */
export const pictureAddress = (kind: RichTextKind) => (kind === 'mail' ? mailText : articleText).imageAddress

/** Messages have the common allow-list only; articles, policies and mails add their own. */
export type RichTextKind = 'message' | 'article' | 'policy' | 'mail'

/** Japanese characters read per minute, low enough that the stated minutes suffice. */
const charactersPerMinute = 500

/** Minutes to read this many characters, at least one. */
export const readingMinutes = (characters: number) => Math.max(1, Math.ceil(characters / charactersPerMinute))

/** Characters of a text without markup. */
export const maxAnnouncementText = 5_000
export const maxColumnText = 50_000
export const maxPolicyText = 100_000
