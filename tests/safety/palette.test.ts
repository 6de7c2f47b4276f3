import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actions } from '../../app/frame/actions.ts'
import { menu } from '../../app/frame/menu.ts'

const folder = new URL('../../app/routes/_signed-in/_page/', import.meta.url)
/** A page that only leads to areas that are in the menu themselves. */
const sections = ['/other-settings']

const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('$'))
  .map(
    (file) =>
      `/${file
        .replace(/\.tsx$/, '')
        .replace(/_\./, '/')
        .replace(/(^|\/)index$/, '')}`,
  )
const inMenu: string[] = menu.flatMap((group) => group.entries.map((entry) => entry.path))
const inActions: string[] = actions.map((action) => action.path)

test.each(screens)('%s is found in the command palette: in the menu, or by what one does there', (screen) => {
  expect([...inMenu, ...inActions, ...sections]).toContain(screen)
})

test('the menu and the palette lead to screens that exist', () => {
  for (const path of [...inMenu, ...inActions]) expect(screens).toContain(path)
})
