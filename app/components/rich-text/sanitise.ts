import DOMPurify from 'dompurify'
import { articleText, mailText, policyText, type RichTextKind, richText } from '#contract/rich-text.ts'

/** Addresses of links and of our own pictures. */
const articleAddress = new RegExp(`${richText.linkAddress.source}|${articleText.imageAddress.source}`, 'i')

let purifier: ReturnType<typeof DOMPurify> | undefined

/** A separate instance, so that its rules affect nothing else; created with the first text. */
function purifierOfOurs() {
  if (purifier) return purifier
  purifier = DOMPurify(window)
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName === 'IMG' && !articleText.imageAddress.test(node.getAttribute('src') ?? '')) node.remove()
    if (node.tagName !== 'A') return node.removeAttribute('class')
    if (!node.hasAttribute('href')) return node.replaceWith(...node.childNodes)
    if (node.getAttribute('class') !== mailText.buttonClass) node.removeAttribute('class')
    node.setAttribute('target', richText.linkTarget)
    node.setAttribute('rel', richText.linkRel)
  })
  return purifier
}

/** More than any text needs: a parser settles what a removed tag leaves in two or three. */
const mostPasses = 8

/**
 * Sanitises HTML with the contract's allow-list, which the API uses too. Repeated until the parser changes nothing, so
 * that what is returned is what the browser shows.
 */
export function sanitise(html: string, kind: RichTextKind): string {
  const tags = { message: [], mail: mailText.tags, article: articleText.tags, policy: policyText.tags }[kind]
  const attributes = {
    message: [],
    mail: ['class', ...articleText.imageAttributes],
    article: articleText.imageAttributes,
    policy: policyText.listAttributes,
  }[kind]
  let clean = html
  for (let pass = 0; pass < mostPasses; pass++) {
    const before = clean
    // Not as a string: one without tags would be returned unparsed.
    const body = purifierOfOurs().sanitize(before, {
      RETURN_DOM: true,
      ALLOWED_TAGS: [...richText.tags, ...tags],
      ALLOWED_ATTR: [...richText.linkAttributes, ...attributes],
      ALLOWED_URI_REGEXP: kind === 'article' || kind === 'mail' ? articleAddress : richText.linkAddress,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
    })
    // A carriage return, written as one, is read as a line feed.
    clean = (body as HTMLElement).innerHTML.replaceAll(/\r\n?/g, '\n')
    if (clean === before) return clean
  }
  return purifierOfOurs().sanitize(clean, { ALLOWED_TAGS: [] })
}
