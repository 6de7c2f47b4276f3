import { ChartColumn, Table2 } from 'lucide-react'
import { Button } from '~/components/ui/button'

interface ViewSwitchProps {
  asTable: boolean
  onChange: (asTable: boolean) => void
}

/** A picture's table, or a table's picture. */
export function ViewSwitch({ asTable, onChange }: ViewSwitchProps) {
  return (
    <Button variant="outline" aria-pressed={asTable} onClick={() => onChange(!asTable)} className="print:hidden">
      {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
      {asTable ? 'グラフで見る' : '表で見る'}
    </Button>
  )
}
