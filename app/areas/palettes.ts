import type { Area, AreaPalette, ScreenAction } from '~/frame/area'
import { menu } from './menu'

const places = menu.flatMap(({ entries }) => entries.map(({ path }) => path as string))
const placeOf = ({ area }: AreaPalette) => (places.includes(area.path) ? places.indexOf(area.path) : places.length)

const written = Object.values(import.meta.glob<AreaPalette>('./*.palette.ts', { eager: true, import: 'palette' }))

/** With 「コラムを登録」 first, where an area has such a page. */
const withNew = ({ area, actions = [], ...more }: AreaPalette): AreaPalette => {
  const path = `${area.path}/new` as ScreenAction['path']
  const label = `${area.label}を登録`
  const made = area.hasNew ? [{ path, label, ...(more.alsoCalled && { alsoCalled: more.alsoCalled }) }] : []
  return { ...more, area, actions: [...made, ...actions] }
}

/** Every area's `<area>.palette.ts`, and the areas of the menu that have none, in the order of the menu. */
export const palettes: readonly AreaPalette[] = [
  ...written,
  ...menu
    .flatMap(({ entries }) => entries)
    .filter(({ path }) => !written.some(({ area }) => area.path === path))
    .map((area: Area) => ({ area })),
]
  .map(withNew)
  .sort((one, other) => placeOf(one) - placeOf(other))
