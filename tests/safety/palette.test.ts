import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { menu } from '../../app/areas/menu.ts'
import { palettes } from '../../app/areas/palettes.ts'

const folder = new URL('../../app/routes/_signed-in/_page/', import.meta.url)
/** Where another system sends somebody back to. */
const returns = ['/other-settings/club-system/callback']

const fileOf = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('$'))
    .map((file) => [
      `/${file
        .replace(/\.tsx$/, '')
        .replace(/_\./, '/')
        .replace(/(^|\/)index$/, '')}`,
      file,
    ]),
)
const screens = [...fileOf.keys()]
const entries: string[] = menu.flatMap((group) => group.entries.map((entry) => entry.path))
const inMenu: string[] = [...entries, ...menu.flatMap(({ path = [] }) => path)]
const actions = palettes.flatMap(({ actions = [] }) => actions)
/** 「アカウント設定」 is the frame's own. */
const inActions: string[] = [...actions.map((action) => action.path), '/account']

test.each(screens)('%s is found in the command palette, as menu entry or action', (screen) => {
  expect([...inMenu, ...inActions, ...returns]).toContain(screen)
})

test('menu and palette link to existing screens', () => {
  for (const path of [...inMenu, ...inActions]) expect(screens).toContain(path)
})

test('actions that create or reorder require the permission to write', () => {
  const written = inActions.filter((path) => /\/(new|order)$/.test(path))
  expect(written.length).toBeGreaterThan(8)
  for (const path of written) {
    const source = readFileSync(new URL(fileOf.get(path) ?? '', folder), 'utf8')
    expect([path, /permission: '([\w.]+)'/.exec(source)?.[1]]).toEqual([
      path,
      expect.stringMatching(/\.(write|send|run)$/),
    ])
  }
})

test('each area has a unique lower-case shortcut letter after g', () => {
  const withLetter = palettes.filter(({ letter }) => letter).map(({ area }) => area.path)
  expect(withLetter.sort()).toEqual([...entries].sort())
  const letters = [...palettes, ...actions].flatMap(({ letter }) => letter ?? [])
  expect(letters.filter((letter) => !/^[a-z]$/.test(letter))).toEqual([])
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters.length).toBeGreaterThan(entries.length)
})
