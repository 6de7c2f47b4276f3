import type { AreaPalette } from '~/frame/area'
import { mailSteps } from './mail-steps'

export const palette: AreaPalette = {
  area: mailSteps,
  letter: 'f',
  alsoCalled: 'しなりお じどうはいしん ステップメールへの会員の追加',
}
