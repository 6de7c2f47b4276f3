import type { AreaPalette } from '~/frame/area'
import { auditLog } from './audit-log'

export const palette: AreaPalette = {
  area: auditLog,
  letter: 'h',
  alsoCalled: 'そうさりれき ログ 記録 きろく',
}
