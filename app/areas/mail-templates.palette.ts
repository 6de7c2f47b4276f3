import type { AreaPalette } from '~/frame/area'
import { mailTemplates } from './mail-templates'

export const palette: AreaPalette = {
  area: mailTemplates,
  letter: 'e',
  alsoCalled: 'ひながた',
}
