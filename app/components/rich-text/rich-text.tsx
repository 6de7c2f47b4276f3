import { useMemo } from 'react'
import type { RichTextKind } from '#contract/rich-text.ts'
import { cn } from '~/lib/utils'
import { prose } from './prose'
import { sanitise } from './sanitise'

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
