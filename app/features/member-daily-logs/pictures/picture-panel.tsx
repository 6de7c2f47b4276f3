import { type ReactNode, useState } from 'react'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { cn } from '~/lib/utils'

interface PicturePanelProps {
  title: string
  /** Subtitle: subject or total. */
  note?: ReactNode
  /** The chart's values as a table. */
  table: ReactNode
  children: ReactNode
  className?: string
}

/** Panel with a chart and its table. */
export function PicturePanel({ title, note, table, children, className }: PicturePanelProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Card className={cn('@container min-w-0', className)}>
      <CardHeader>
        <div className="min-w-0 flex-1 basis-40">
          <CardTitle>{title}</CardTitle>
          {note && <p className="figures text-xs text-muted-foreground">{note}</p>}
        </div>
        <Button
          variant="outline"
          aria-label={`${title}を${asTable ? 'グラフで見る' : '表で見る'}`}
          onClick={() => setAsTable(!asTable)}
          className="print:hidden"
        >
          {asTable ? 'グラフで見る' : '表で見る'}
        </Button>
      </CardHeader>
      <CardContent>{asTable ? table : children}</CardContent>
    </Card>
  )
}

interface LegendProps {
  items: readonly { label: ReactNode; mark: ReactNode }[]
  className?: string
}

/** Legend of a chart. */
export const Legend = ({ items, className }: LegendProps) => (
  <ul className={cn('figures flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground', className)}>
    {items.map(({ label, mark }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a legend never change places
      <li key={at} className="flex items-center gap-1.5">
        <span aria-hidden className="flex items-center">
          {mark}
        </span>
        {label}
      </li>
    ))}
  </ul>
)

export const bandMark = (
  <span className="h-3 w-4 border-y border-dashed border-chart-bar/55 bg-chart-bar/12 print:[print-color-adjust:exact]" />
)

/** Empty state of a period without logs. */
export const NoLogs = () => (
  <Card>
    <CardContent>
      <p className="pt-1 text-sm text-muted-foreground">この期間の記録はありません。</p>
    </CardContent>
  </Card>
)
