import { ChartColumn, Table2 } from 'lucide-react'
import { startTransition, useOptimistic } from 'react'
import { Button } from '~/components/ui/button'

interface ViewSwitchProps {
  asTable: boolean
  onChange: (asTable: boolean) => void
}

/** Switches between chart and table. The label changes at once, so there is no pressed state; what is shown follows. */
export function ViewSwitch({ asTable, onChange }: ViewSwitchProps) {
  const [isTable, setIsTable] = useOptimistic(asTable)
  const change = () =>
    startTransition(() => {
      setIsTable(!isTable)
      onChange(!isTable)
    })
  return (
    <Button variant="outline" onClick={change} className="print:hidden">
      {isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
      {isTable ? 'グラフで見る' : '表で見る'}
    </Button>
  )
}
