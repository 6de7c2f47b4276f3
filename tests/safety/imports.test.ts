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

const rules: Rule[] = [
  ['contract', 'app/ api/', 'The contract imports zod and itself only.'],
  ['contract/words', 'zod contract/*.ts', 'Words need no zod: the browser has them before any form.'],
  ['api', 'app/ react @tanstack/', 'The API imports the contract, never the app.'],
  ['api/lib', 'api/', 'Pure helpers.'],
  [
    'api/process',
    'api/http/ api/resources/ api/figures/ api/seed/ api/db/ api/identity/ api/storage/ api/rules/ api/daily-logs/ api/mail/ api/wire/',
    'The process, not the product.',
  ],
  [
    'api/wire',
    'api/http/ api/resources/ api/figures/ api/seed/ api/db/ api/identity/ api/storage/ api/rules/',
    'Turns values into answers; reads nothing.',
  ],
  ['api/rules', 'api/http/ api/resources/ api/seed/ api/db/ api/identity/', 'What verbs of several nouns state.'],
  [
    'api/db',
    'api/http/ api/resources/ api/figures/ api/seed/ api/storage/ api/identity/ api/commands/',
    'Imports the contract only.',
  ],
  [
    'api/figures',
    'api/http/ api/resources/ api/seed/ api/storage/ api/identity/ api/commands/',
    'Figures are SQL over the database.',
  ],
  [
    'api/identity',
    'api/http/ api/resources/ api/figures/ api/seed/ api/storage/ api/commands/',
    'Imports the database and the contract.',
  ],
  [
    'api/import',
    'api/http/ api/resources/ api/figures/ api/seed/ api/identity/ api/mail/ api/commands/',
    'Reads files and compares them with the database.',
  ],
  [
    'api/sync',
    'api/http/ api/resources/ api/seed/ api/identity/ api/mail/ api/export/ api/commands/ api/daily-logs/ stub/',
    'Imports the database, import, periods of figures, lib, process and the context.',
  ],
  [
    'api/export',
    'api/http/ api/resources/ api/seed/ api/identity/ api/mail/ api/import/ api/commands/ api/daily-logs/',
    'Writes what is the club’s as files, and reads it again.',
  ],
  [
    'api/storage',
    'api/http/ api/resources/ api/figures/ api/seed/ api/identity/ api/db/ api/commands/',
    'Keeps files and knows nothing else.',
  ],
  ['api/http', 'api/resources/ api/figures/ api/seed/ api/commands/', 'Binds any resource and knows none.'],
  ['api/resources', 'api/http/ api/seed/ api/commands/', 'A resource knows nothing of HTTP.'],
  ['api/seed', 'api/http/ api/resources/ api/storage/ api/commands/', 'The seed writes through the database.'],
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
    `${otherThan('auth', 'components', 'data', 'lib', 'shop')} ${wholeContract}`,
    'Knows the selected shop, and no screen.',
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
