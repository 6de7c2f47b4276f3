import { useMemo } from 'react'
import type { RichTextKind } from '#contract/rich-text.ts'
import { cn } from '~/lib/utils'
import { showNoImage } from '../picture'
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
  return (
    <div
      className={cn(prose, className)}
      onErrorCapture={showNoImage}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the one component that may, after sanitising
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
