import { Monitor, Moon, Sun } from 'lucide-react'

export type Theme = 'light' | 'dark' | 'system'

export const themes = [
  { theme: 'light', label: 'ライト', Icon: Sun },
  { theme: 'dark', label: 'ダーク', Icon: Moon },
  { theme: 'system', label: 'システム', Icon: Monitor },
] as const
