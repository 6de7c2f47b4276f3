import { ChartColumn, Table2 } from 'lucide-react'
import { Button } from '~/components/ui/button'

interface ViewSwitchProps {
  asTable: boolean
  onChange: (asTable: boolean) => void
}

/** Switches between chart and table. The label changes, so there is no pressed state. */
export function ViewSwitch({ asTable, onChange }: ViewSwitchProps) {
  return (
    <Button variant="outline" onClick={() => onChange(!asTable)} className="print:hidden">
      {asTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
      {asTable ? 'グラフで見る' : '表で見る'}
    </Button>
  )
}
