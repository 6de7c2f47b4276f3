import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

// The rooms of docs/architecture.md: what the files of a folder may not import. `app/nouns/*`: each folder in it by itself.

type Rule = [folder: string, forbidden: string, why: string]

const appRooms = ['auth', 'boot', 'components', 'data', 'features', 'frame', 'functions', 'identity', 'lib', 'nouns']
const allRooms = [...appRooms, 'routes', 'server', 'shop']
/** All rooms of the app but these, and the API. */
const otherThan = (...rooms: string[]) =>
  ['api/', ...allRooms.filter((room) => !rooms.includes(room)).map((room) => `app/${room}/`)].join(' ')
const wholeContract = 'contract/all.ts'

/** The drawing of docs/architecture.md, from above: a folder imports lower ones at most, none on its own line. */
const layers = {
  api: [
    'commands',
    'http resources seed',
    'daily-logs export',
    'mail',
    'sync',
    'import',
    'rules identity wire',
    'figures storage',
    'db',
    'process',
    'lib',
  ],
  app: [
    'routes',
    'boot features',
    'areas',
    'frame',
    'shop',
    'auth',
    'functions nouns',
    'components',
    'data',
    'identity',
    'lib',
  ],
}

const rules: Rule[] = [
  ['contract', 'app/ api/', 'The contract imports zod and itself only.'],
  ['contract/words', 'zod contract/*.ts', 'Words need no zod: the browser has them before any form.'],
  ['api', 'app/ react @tanstack/', 'The API imports the contract, never the app.'],
  ['api/lib', 'api/', 'Pure helpers.'],
  ['api/http', 'api/figures/', 'Binds any resource and knows none.'],
  ['api/seed', 'api/storage/', 'The seed writes through the database.'],
  ['api/export', 'api/identity/ api/mail/ api/import/', 'Writes what is the club’s as files, and reads it again.'],
  ['api/sync', 'api/identity/ stub/', 'Knows no person who is signed in, and not the stub.'],
  ['api/import', 'api/figures/ api/identity/', 'Reads files and compares them with the database.'],
  ['api/rules', 'api/db/', 'What verbs of several nouns state.'],
  ['api/identity', 'api/figures/ api/storage/', 'Imports the database and the contract.'],
  ['api/wire', 'api/figures/ api/db/ api/storage/', 'Turns values into answers; reads nothing.'],
  ['api/storage', 'api/db/', 'Keeps files and knows nothing else.'],
  ['stub', 'app/ api/ contract/', 'Written by other hands than the driver: a shared line would agree with itself.'],
  ['app/lib', `${otherThan('lib', 'server')} ${wholeContract}`, 'Imports the contract alone, without zod.'],
  ['app/server', otherThan('server'), 'Imports the contract alone.'],
  [
    'app/identity',
    `${otherThan('identity', 'lib', 'server')} ${wholeContract}`,
    'Knows the SDK and no server function.',
  ],
  [
    'app/functions',
    otherThan('functions', 'identity', 'lib', 'server'),
    'A line an endpoint: contract, server, and the token.',
  ],
  ['app/data', otherThan('data', 'identity', 'lib'), 'Knows queries and writes, and no screen.'],
  ['app/components', `${otherThan('components', 'data', 'lib')} ${wholeContract}`, 'Know no resource.'],
  ['app/components/ui', `${otherThan('lib')} contract/`, 'Primitives.'],
  [
    'app/nouns/*',
    `${otherThan('components', 'data', 'lib')} ${wholeContract}`,
    'Know their noun, and no other one, no session, shop or screen.',
  ],
  [
    'app/auth',
    `${otherThan('auth', 'components', 'data', 'functions', 'identity', 'lib')} ${wholeContract}`,
    'Knows the session, and no shop or screen.',
  ],
  [
    'app/shop',
    `${otherThan('auth', 'components', 'data', 'functions', 'lib', 'shop')} ${wholeContract}`,
    'Knows the selected shop and what is shared in it, and no screen.',
  ],
  [
    'app/frame',
    `${otherThan('auth', 'components', 'data', 'frame', 'functions', 'lib', 'shop')} app/areas/ ${wholeContract}`,
    'Stands around the screens and imports none.',
  ],
  [
    'app/features/*',
    'app/boot/ app/routes/ app/server/ app/features/ api/',
    'A feature imports its own files, never another feature, a route or the boot.',
  ],
  [
    'app/boot',
    `${otherThan('auth', 'boot', 'data', 'frame', 'identity', 'lib', 'server')} ${wholeContract}`,
    'Opens screens; imports none.',
  ],
  [
    'app/routes',
    `${otherThan('auth', 'boot', 'components', 'features', 'frame', 'identity', 'lib', 'routes')} ${wholeContract}`,
    'A route is an address: it names a feature and what it asks first.',
  ],
  ['tests/areas', 'contract/ api/ app/ tests/support/areas.ts', 'Written by hand: nothing is read from what it tests.'],
]

/** Of the server these know the public settings only. */
const publicSettings = 'app/server/environment.server'
const onlyPublicSettings = /^app\/(lib|identity|boot)\//

/** Where an import leads, from the project's root; a package keeps its name. */
function targetOf(file: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name)
  return name.replace(/^~\//, 'app/').replace(/^#/, '')
}

const files = globSync('{contract,api,app,provider,stub,tests/areas}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => ({
    file,
    target: targetOf(file, name),
  })),
)

/** The folder that a rule is about for this file; undefined where it is about others. */
function folderOf(file: string, folder: string): string | undefined {
  const [room = '', each] = folder.split('/*')
  if (!file.startsWith(`${room}/`)) return
  return each === undefined
    ? room
    : file
        .split('/')
        .slice(0, room.split('/').length + 1)
        .join('/')
}

const matches = (target: string, forbidden: string) => {
  if (forbidden.endsWith('/')) return target.startsWith(forbidden)
  if (forbidden.includes('*')) return posix.dirname(target) === posix.dirname(forbidden)
  return target === forbidden
}

test.each(rules)('%s does not import %s: %s', (folder, forbidden) => {
  const own = imports.flatMap(({ file, target }) => {
    const room = folderOf(file, folder)
    return room ? [{ file, target, room }] : []
  })
  expect(own).not.toEqual([])
  const faults = own.filter(
    ({ target, room }) => !target.startsWith(`${room}/`) && forbidden.split(' ').some((one) => matches(target, one)),
  )
  expect(faults.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

test.each(Object.entries(layers))('%s: imports point down in the drawing of docs/architecture.md', (part, lines) => {
  const lineOf = (path: string) => {
    const [first, folder = ''] = path.split('/')
    return first === part ? lines.findIndex((line) => line.split(' ').includes(folder)) : -1
  }
  const faults = imports.filter(({ file, target }) => {
    const [from, to] = [lineOf(file), lineOf(target)]
    return from >= 0 && to >= 0 && from >= to && file.split('/')[1] !== target.split('/')[1]
  })
  expect(faults).toEqual([])
})

test('what is assumed of the club system imports nothing, and only its driver and the stub read it', () => {
  expect(imports.filter(({ file }) => file.startsWith('provider/'))).toEqual([])
  const readers = imports.filter(({ target }) => target.startsWith('provider/')).map(({ file }) => posix.dirname(file))
  expect([...new Set(readers)].toSorted()).toEqual(['api/sync/hacomono', 'stub'])
})

test('lib, identity and boot know only the public settings of the server', () => {
  const faults = imports.filter(
    ({ file, target }) =>
      onlyPublicSettings.test(file) && target.startsWith('app/server/') && !target.startsWith(publicSettings),
  )
  expect(faults).toEqual([])
})

/** Parts of a noun in `api/resources/` that these others import; `*`: all of them. */
const sharedOfNouns: Record<string, string[]> = {
  'shop/require-shop.ts': ['*'],
  'shop/shop-in-filename.ts': ['*'],
  'staff/': ['member', 'second-factor', 'shop-staff', 'user'],
  'member/hand-over.ts': ['staff'],
  'report-action/hand-over.ts': ['staff'],
}

test('a noun of the API imports of other nouns only what docs/architecture.md names', () => {
  const nounOf = (path: string) => path.match(/^api\/resources\/([^/]+)\//)?.[1]
  const faults = imports.filter(({ file, target }) => {
    const [from, to] = [nounOf(file), nounOf(target)]
    if (from === undefined || to === undefined || from === to) return false
    const part = target.slice('api/resources/'.length)
    return !Object.entries(sharedOfNouns).some(
      ([shared, by]) => part.startsWith(shared) && (by.includes('*') || by.includes(from)),
    )
  })
  expect(faults).toEqual([])
})
