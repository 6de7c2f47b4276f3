import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { articleText, policyText, type RichTextKind, richText } from '#contract/rich-text.ts'
import { cn } from '~/lib/utils'
import { prose } from './prose'

/** Links as everywhere, and pictures of ours. */
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

/** HTML by the allow-list of the contract, as the API keeps it. */
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

/** The one place where stored HTML becomes elements: sanitised again, by the list that the API keeps. */
export function RichText({ html, kind = 'message', className }: RichTextProps) {
  const clean = useMemo(() => sanitise(html, kind), [html, kind])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one component that may, after sanitising
  return <div className={cn(prose, className)} dangerouslySetInnerHTML={{ __html: clean }} />
}
