import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { articleText, policyText, type RichTextKind, richText } from '#contract/rich-text.ts'
import { cn } from '~/lib/utils'
import { prose } from './prose'

/** Hooks that style links and allow only our own pictures. */
const articleAddress = new RegExp(`${richText.linkAddress.source}|${articleText.imageAddress.source}`, 'i')

let purifier: ReturnType<typeof DOMPurify> | undefined

/** A separate instance, so that its rules affect nothing else; created with the first text. */
function purifierOfOurs() {
  if (purifier) return purifier
  purifier = DOMPurify(window)
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName === 'IMG' && !articleText.imageAddress.test(node.getAttribute('src') ?? '')) node.remove()
    if (node.tagName !== 'A') return
    node.setAttribute('target', richText.linkTarget)
    node.setAttribute('rel', richText.linkRel)
  })
  return purifier
}

/** Sanitises HTML with the contract's allow-list, which the API uses too. */
export function sanitise(html: string, kind: RichTextKind): string {
  const tags = { message: [], article: articleText.tags, policy: policyText.tags }[kind]
  const attributes = { message: [], article: articleText.imageAttributes, policy: policyText.listAttributes }[kind]
  return purifierOfOurs().sanitize(html, {
    ALLOWED_TAGS: [...richText.tags, ...tags],
    ALLOWED_ATTR: [...richText.linkAttributes, ...attributes],
    ALLOWED_URI_REGEXP: kind === 'article' ? articleAddress : richText.linkAddress,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

interface RichTextProps {
  html: string
  kind?: RichTextKind
  className?: string
}

/** The only place that renders stored HTML; sanitises it again with the API's allow-list. */
export function RichText({ html, kind = 'message', className }: RichTextProps) {
  const clean = useMemo(() => sanitise(html, kind), [html, kind])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one component that may, after sanitising
  return <div className={cn(prose, className)} dangerouslySetInnerHTML={{ __html: clean }} />
}
