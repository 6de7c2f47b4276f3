import type { ReactNode } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { InfoTip, type TipText } from './info-tip'

interface PanelProps {
  title: string
  /** How its figures are counted. */
  definition?: TipText
  /** 名, 万円, or what else stands beside the title. */
  unit?: string | undefined
  /** At the right end of the title's line. */
  aside?: ReactNode
  className?: string | undefined
  /** Why there is nothing to show, in place of the content. */
  empty?: string | false | undefined
  children: ReactNode
}

/** A card of a report: title, definition and content. */
export const Panel = ({ title, definition, unit, aside, className = 'min-w-0', empty, children }: PanelProps) => (
  <Card className={className}>
    <CardHeader>
      <CardTitle className="flex items-center gap-1">
        {title}
        {unit && <span className="text-xs font-normal text-muted-foreground">（{unit}）</span>}
        {definition && <InfoTip label={title} text={definition} />}
      </CardTitle>
      {aside}
    </CardHeader>
    <CardContent>{empty ? <p className="py-4 text-sm text-muted-foreground">{empty}</p> : children}</CardContent>
  </Card>
)
