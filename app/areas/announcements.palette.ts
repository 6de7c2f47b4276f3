import type { AreaPalette } from '~/frame/area'
import { announcements } from './announcements'

export const palette: AreaPalette = {
  area: announcements,
  letter: 'o',
  alsoCalled: 'おしらせ キャンペーン',
}
