import { ChartColumn, Table2 } from 'lucide-react'
import { Button } from '~/components/ui/button'

interface ViewSwitchProps {
  asTable: boolean
  onChange: (asTable: boolean) => void
}

/** A picture's table, or a table's picture: the label says which, so there is no pressed state beside it. */
export function ViewSwitch({ asTable, onChange }: ViewSwitchProps) {
  return (
    <Button variant="outline" onClick={() => onChange(!asTable)} className="print:hidden">
      {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
      {asTable ? 'グラフで見る' : '表で見る'}
    </Button>
  )
}
