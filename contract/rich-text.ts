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

/** Characters of a text, markup apart. */
export const maxAnnouncementText = 5_000
export const maxColumnText = 50_000
