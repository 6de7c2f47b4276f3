import { ChartColumn } from 'lucide-react'
import type { Area } from '~/frame/area'

export const statistics: Area = {
  path: '/statistics',
  label: '統計',
  icon: ChartColumn,
  permission: 'report.analysis',
}
