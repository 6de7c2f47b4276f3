import type { AreaPalette } from '~/frame/area'
import { menu } from './menu'

const places = menu.flatMap(({ entries }) => entries.map(({ path }) => path as string))
const placeOf = ({ area }: AreaPalette) => (places.includes(area.path) ? places.indexOf(area.path) : places.length)

/** Every area's `<area>.palette.ts`, in the order of the menu; tests/safety requires one for each of its entries. */
export const palettes: readonly AreaPalette[] = Object.values(
  import.meta.glob<AreaPalette>('./*.palette.ts', { eager: true, import: 'palette' }),
).sort((one, other) => placeOf(one) - placeOf(other))
