import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { richText } from '#contract/rich-text.ts'
import { cn } from '~/lib/utils'
import { prose } from './prose'

let purifier: ReturnType<typeof DOMPurify> | undefined

/** A separate instance, so that its rules affect nothing else; created with the first text. */
function purifierOfOurs() {
  if (purifier) return purifier
  purifier = DOMPurify(window)
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return
    node.setAttribute('target', richText.linkTarget)
    node.setAttribute('rel', richText.linkRel)
  })
  return purifier
}

function sanitise(html: string): string {
  return purifierOfOurs().sanitize(html, {
    ALLOWED_TAGS: [...richText.tags],
    ALLOWED_ATTR: [...richText.linkAttributes],
    ALLOWED_URI_REGEXP: richText.linkAddress,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

/** The one place where stored HTML becomes elements: sanitised again, by the list that the API keeps. */
export function RichText({ html, className }: { html: string; className?: string }) {
  const clean = useMemo(() => sanitise(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one component that may, after sanitising
  return <div className={cn(prose, className)} dangerouslySetInnerHTML={{ __html: clean }} />
}
