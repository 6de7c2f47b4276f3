import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type NounWords, nouns } from '#contract/words/nouns.ts'
import { menu, recordAreas } from '../../app/areas/menu.ts'
import { palettes } from '../../app/areas/palettes.ts'
import type { Area } from '../../app/frame/area.ts'
import { isScreenCalled, ownAccount, wordsOfAction, wordsOfPlace } from '../../app/frame/palette-words.ts'

const folder = new URL('../../app/routes/_signed-in/_page/', import.meta.url)
/** Where another system sends somebody back to. */
const returns = ['/other-settings/club-system/callback']

const fileOf = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('$'))
    .map((file) => [
      `/${file
        .replace(/\.tsx$/, '')
        .replace(/_\./g, '/')
        .replace(/(^|\/)index$/, '')}`,
      file,
    ]),
)
const screens = [...fileOf.keys()]
const entries: string[] = menu.flatMap((group) => group.entries.map((entry) => entry.path))
const inMenu: string[] = [...entries, ...menu.flatMap(({ path = [] }) => path)]
const actions = palettes.flatMap(({ actions = [] }) => actions)
const inActions: string[] = [...actions.map((action) => action.path), ownAccount.path]

const shown: Area[] = [...menu.flatMap((group) => group.entries), ...Object.values(recordAreas)]
const areas = new Map(shown.map(({ path, permission }) => [path as string, permission]))

test.each([...areas])('%s wants %s, as its entry in the menu does', (path, permission) => {
  const source = readFileSync(new URL(fileOf.get(path) ?? 'none', folder), 'utf8')
  expect(source).toContain(`staticData: { permission: '${permission}'`)
})

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

test('shortcut letters after g are lower-case and unique; only entries of the menu and actions have one', () => {
  const withLetter = palettes.filter(({ letter }) => letter)
  expect(withLetter.map(({ area }) => area.path as string).filter((path) => !entries.includes(path))).toEqual([])
  const letters = [...withLetter, ...actions].flatMap(({ letter }) => letter ?? [])
  // Staff know them by heart: one that goes is decided here.
  expect(letters.toSorted().join('')).toBe('abcdefhijklmnopqrstuvwxyz')
  expect(letters.filter((letter) => !/^[a-z]$/.test(letter))).toEqual([])
  expect(new Set(letters).size).toBe(letters.length)
})

/** What the palette offers, with the words that find it. */
const offered = [
  ...menu.flatMap(({ label: group, path, entries: areas }) =>
    [...(path ? [{ path, label: group }] : []), ...areas].map((entry) => ({
      path: entry.path as string,
      label: entry.label,
      alsoCalled: wordsOfPlace(group, palettes.find(({ area }) => area.path === entry.path)?.alsoCalled),
    })),
  ),
  ...[...actions, ownAccount].map((action) => ({ ...action, path: action.path, alsoCalled: wordsOfAction(action) })),
]
const foundBy = (text: string) => offered.filter((choice) => isScreenCalled(choice, text)).map(({ path }) => path)

/** Titles of the screens, as their loaders set them; a title with a variable is another one for each record. */
const titles = screens
  .filter((path) => !returns.includes(path))
  .flatMap((path) => {
    const [, title] = /title: '([^']+)'/.exec(readFileSync(new URL(fileOf.get(path) ?? '', folder), 'utf8')) ?? []
    return title ? [[title, path]] : []
  })

/** Labels of links and ways back in the app's source: `<Link to="/staffs" …>…</Link>`, `{ to: '/staffs', label: '…' }`. */
const links = globSync('app/**/*.tsx', { exclude: ['**/*.test.tsx'] }).flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  const inMarkup = [
    ...source.matchAll(
      /<Link\s+to="(\/[^"$]*)"((?:[^>]|=>)*)>\s*(?:<\w+ aria-hidden[^>]*\/>\s*)?([^\s<{][^<{]*?)\s*<\/Link>/g,
    ),
  ].flatMap(([, path = '', attributes = '', label = '']) => (isOfRecord(attributes) ? [] : [[label, path]]))
  const inObjects = [...source.matchAll(/to: '(\/[^'$]*)',\s*label: '([^']+)'/g)]
  const creates = [...source.matchAll(/<CreateLink to="([^"]+)"/g)]
  return [
    ...inMarkup,
    ...inObjects.map(([, path = '', label = '']) => [label, path]),
    ...creates.map(([, path = '']) => ['新規登録', path]),
  ]
})

/** Whether a link has a search of its record: it leads to other rows than the screen's own. */
function isOfRecord(attributes: string) {
  return /search=\{(?!(?:\{ shop \}|\{\{ shop \}\}|search)\})/.test(attributes)
}

const areasOfNouns: Record<string, { path: string }> = recordAreas
const wordsOfNouns: Record<string, NounWords> = nouns
/** Acts as the log calls them: コラムの更新. */
const actsOfRecords = Object.entries(wordsOfNouns).flatMap(([noun, { actions: groups = {} }]) =>
  Object.entries(groups).flatMap(([group, words]) =>
    areasOfNouns[noun] && ['create', 'update', 'remove'].includes(group)
      ? Object.values(words).map((label) => [label, areasOfNouns[noun]?.path ?? ''])
      : [],
  ),
)

/** Nobody signed in sees these. */
const beforeSigningIn = ['/login', '/forgot-password']

test('the palette finds each screen by its title, and by the label of every link to it', () => {
  expect(links.length).toBeGreaterThan(60)
  const labels = [...titles, ...links].filter(([, path = '']) => !beforeSigningIn.includes(path))
  const missing = labels.filter(([label = '', path = '']) => !foundBy(label).includes(path))
  expect(missing).toEqual([])
})

test('the palette finds the area of each act on its records, as the log calls it', () => {
  expect(actsOfRecords.length).toBeGreaterThan(30)
  const isIn = (area: string) => (path: string) => path === area || path.startsWith(`${area}/`)
  const missing = actsOfRecords.filter(([label = '', area = '']) => !foundBy(label).some(isIn(area)))
  expect(missing).toEqual([])
})
