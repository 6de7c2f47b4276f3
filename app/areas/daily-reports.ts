import { ClipboardPen } from 'lucide-react'
import type { Area } from '~/frame/area'

export const dailyReports = {
  path: '/shop-reports',
  label: '日報',
  icon: ClipboardPen,
  permission: 'dailyReport.read',
  addressOf: ({ shopId, key }) => (shopId && key ? { to: `/shop-reports/${shopId}/${key}` } : undefined),
} as const satisfies Area
