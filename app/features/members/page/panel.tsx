import type { ReactNode } from 'react'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'

interface PanelProps {
  title: string
  /** Right of the title: an action or a link. */
  actions?: ReactNode
  children: ReactNode
}

/** A titled part of a tab. */
export const Panel = ({ title, actions, children }: PanelProps) => (
  <Card>
    <CardHeader>
      <CardTitle>{title}</CardTitle>
      {actions}
    </CardHeader>
    <CardContent>{children}</CardContent>
  </Card>
)
