import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtAreas } from '../../app/frame/menu.ts'

const folder = new URL('../../app/routes/_signed-in/_page/', import.meta.url)
/** A page that only leads to areas that are in the menu themselves. */
const sections = ['/other-settings']

const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.includes('$'))
  .map((file) => ({
    path: `/${file.replace(/\.tsx$/, '').replace(/(^|\/)index$/, '')}`,
    source: readFileSync(new URL(file, folder), 'utf8'),
  }))

test.each(screens)(
  '$path is found in the command palette: it is in the menu, or says what one does there',
  (screen) => {
    const isKnown = builtAreas.has(screen.path) || sections.includes(screen.path)
    expect(isKnown || /\baction: '/.test(screen.source)).toBe(true)
  },
)

test('the menu leads to screens that exist', () => {
  const paths = screens.map((screen) => screen.path)
  for (const area of builtAreas) expect(paths).toContain(area)
})
