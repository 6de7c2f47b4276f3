import sanitizeHtml, { type Tag } from 'sanitize-html'
import { maxRichText } from '#contract/common.ts'
import { ApiError } from '#contract/errors.ts'
import { articleText, policyText, type RichTextKind, richText } from '#contract/rich-text.ts'

/** Deeper than any list a person writes; a page that is nested without end makes browsers stumble. */
const deepest = 20

/** Rich text by the allow-list of the contract: what is not in it is dropped, its words are kept, scripts are not words. */
function sanitiseRichText(html: string, kind: RichTextKind): string {
  const more = { message: [], article: articleText.tags, policy: policyText.tags }[kind]
  return sanitizeHtml(html, {
    allowedTags: [...richText.tags, ...more],
    allowedAttributes: {
      a: [...richText.linkAttributes],
      img: [...articleText.imageAttributes],
      ol: kind === 'policy' ? [...policyText.listAttributes] : [],
    },
    // A picture from elsewhere would tell whoever owns it who reads, and from where.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !articleText.imageAddress.test(attribs.src ?? ''),
    allowProtocolRelative: false,
    allowedSchemes: ['https', 'mailto', 'tel'],
    nestingLimit: deepest,
    transformTags: {
      a: (_, { href }): Tag => {
        // Without an address it is no link; a tag that is not in the list leaves its words.
        if (!href || !richText.linkAddress.test(href)) return { tagName: 'span', attribs: {} }
        return { tagName: 'a', attribs: { href, target: richText.linkTarget, rel: richText.linkRel } }
      },
    },
  })
}

/** The words of a sanitised text, as a reader sees them. */
function plainText(sanitised: string): string {
  return sanitised
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
}

/** A text as it is stored, with its words; 422 at `body` when nothing, or more than `most` characters, is left of it. */
export function requireRichText(
  html: string,
  most: number,
  kind: RichTextKind = 'message',
): { body: string; text: string } {
  const body = sanitiseRichText(html, kind)
  const text = plainText(body)
  const refuse = (message: string) => new ApiError('invalid', { fields: { body: message } })
  if (text === '') throw refuse('この項目を入力してください。')
  if (text.length > most) throw refuse(`この項目は${most.toLocaleString('ja-JP')}文字以内で入力してください。`)
  // Each link is given attributes: many of them are longer than they were sent.
  if (body.length > maxRichText) throw refuse('この項目はリンクや書式が多すぎます。')
  return { body, text }
}

/** The pictures of ours that a sanitised text shows. */
export const picturesIn = (body: string) => [...body.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src as string)
