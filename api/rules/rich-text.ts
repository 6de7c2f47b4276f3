import sanitizeHtml, { type Tag } from 'sanitize-html'
import { maxRichText } from '#contract/common.ts'
import { ApiError } from '#contract/errors.ts'
import { descriptionMissing, hasUndescribedPicture, maxMailText } from '#contract/mail-text.ts'
import { articleText, mailText, pictureAddress, policyText, type RichTextKind, richText } from '#contract/rich-text.ts'
import type { Storage } from '../storage/storage.ts'
import { balancedHtml } from './balanced-html.ts'
import { requirePicture } from './require-picture.ts'

/** Beyond what `balancedHtml` keeps, and within what a recursion can take. */
const deepestInput = 100

/**
 * Sanitises rich text by the allow-list of the contract: other markup is dropped, its text is kept, scripts are
 * removed. The result is balanced: a parser's tree of it is written as itself.
 */
export function sanitiseRichText(html: string, kind: RichTextKind): string {
  const more = { message: [], mail: mailText.tags, article: articleText.tags, policy: policyText.tags }[kind]
  const sanitised = sanitizeHtml(html, {
    allowedTags: [...richText.tags, ...more],
    allowedAttributes: {
      a: [...(kind === 'mail' ? ['class'] : []), ...richText.linkAttributes],
      img: [...articleText.imageAttributes],
      ol: kind === 'policy' ? [...policyText.listAttributes] : [],
    },
    // An external picture would reveal to its server who reads, and from where.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !pictureAddress(kind).test(attribs.src ?? ''),
    allowProtocolRelative: false,
    allowedSchemes: ['https', 'mailto', 'tel'],
    nestingLimit: deepestInput,
    transformTags: {
      // One without an address becomes text when the tree is balanced; another tag here would unbalance it.
      a: (tagName, { href, class: look }): Tag => {
        if (!href || !richText.linkAddress.test(href)) return { tagName, attribs: {} }
        const button: Record<string, string> = kind === 'mail' && look === mailText.buttonClass ? { class: look } : {}
        return { tagName, attribs: { ...button, href, target: richText.linkTarget, rel: richText.linkRel } }
      },
      ol: (tagName, { start = '' }): Tag => ({ tagName, attribs: /^\d{1,9}$/.test(start) ? { start } : {} }),
      img: (tagName, { src = '', alt = '' }): Tag => ({ tagName, attribs: { src, alt } }),
    },
  })
  return balancedHtml(sanitised)
}

/** The text of a sanitised rich text, as a reader sees it. */
export function plainText(sanitised: string): string {
  return sanitised
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
}

/** A rich text as stored, and its plain text; 422 at `body` when it is empty or longer than `most` characters. */
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
  // Links get attributes, so the stored text can be longer than the input.
  if (body.length > maxRichText) throw refuse('この項目はリンクや書式が多すぎます。')
  return { body, text }
}

/** The text of a mail as stored; 422 at `body` as above, with more buttons than one, or with a picture that is gone. */
export async function requireMailBody(storage: Storage, html: string): Promise<{ body: string; text: string }> {
  const sanitised = requireRichText(html, maxMailText, 'mail')
  const buttons = sanitised.body.split(`<a class="${mailText.buttonClass}"`).length - 1
  if (buttons > mailText.mostButtons) {
    throw new ApiError('invalid', { fields: { body: `この項目に入れられるボタンは${mailText.mostButtons}つです。` } })
  }
  if (hasUndescribedPicture(sanitised.body)) {
    throw new ApiError('invalid', { fields: { body: descriptionMissing } })
  }
  for (const url of new Set(picturesIn(sanitised.body))) await requirePicture(storage, url, 'body')
  return sanitised
}

/** The uploaded pictures in a sanitised text. */
export const picturesIn = (body: string) => [...body.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src as string)
