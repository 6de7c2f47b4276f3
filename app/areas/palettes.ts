import type { Area, AreaPalette, ScreenAction } from '~/frame/area'
import { menu } from './menu'

const places = menu.flatMap(({ entries }) => entries.map(({ path }) => path as string))
const placeOf = ({ area }: AreaPalette) => (places.includes(area.path) ? places.indexOf(area.path) : places.length)

const written = Object.values(import.meta.glob<AreaPalette>('./*.palette.ts', { eager: true, import: 'palette' }))

/** What the palette offers of an area without a `<area>.palette.ts`. */
const plainPalette = (area: Area): AreaPalette => ({
  area,
  actions: area.hasNew ? [{ path: `${area.path}/new` as ScreenAction['path'], label: `${area.label}を登録` }] : [],
})

/** Every area's `<area>.palette.ts`, and the areas of the menu that have none, in the order of the menu. */
export const palettes: readonly AreaPalette[] = [
  ...written,
  ...menu
    .flatMap(({ entries }) => entries)
    .filter(({ path }) => !written.some(({ area }) => area.path === path))
    .map(plainPalette),
].sort((one, other) => placeOf(one) - placeOf(other))
