import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { root } from './project.mjs'

/** @typedef {{ name: string, owns: (file: string) => boolean, isNamedIn: (test: string) => boolean, isCalledIn: (test: string) => boolean }} Area */

/** @param {string[]} args */
export const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
/** @param {string} file Empty for a deleted one. */
const read = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
/** Such as `api/sync`; of the resources, each is one. @param {string} file */
const partOf = (file) => /^api\/(resources\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? posix.dirname(file)
/** Tests over the contract that are named after a part of the API, or a command. @param {string} file */
const namedAfter = (file) => {
  const name = basename(file.startsWith('api/commands/') ? file : partOf(file), '.ts').replace(/s$/, '')
  return new RegExp(`^tests/contract/([^/]+-)?${name}s?[-.][^/]*$`)
}
/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file)
/** @param {string} file */
const isOfApi = (file) => /^(api|tests\/contract)\//.test(file)

/** The tests over all areas, of which `AREAS=…` runs some. */
const tables = ['tests/contract/walk.engines.test.ts', 'tests/contract/hostile.test.ts']
/** Records of the whole chain, of one shop, and with targets: tested where everything is concerned. */
const oneOfEachKind = ['column', 'shop', 'announcement']

/** These start the whole API: their imports say nothing about a test. */
const wholeApi = /^(api\/app|tests\/support\/(api|api-process|database))\.ts$/
/** They get a line or a file with each area: beside changes of an area, they do not concern the others. */
const lists = /^(contract\/(all|permissions|words\/nouns)\.ts|api\/(app|nouns)\.ts|api\/db\/migrations\/.*)$/
/** Tables import types of each other and of words. */
const schema = /^api\/db\/schema\//
const everywhere = /^(api\/db\/(migrations|sql)\/.*|vitest\.config\.ts|package(-lock)?\.json)$/
/** What these tests see in the database, and do not import. */
const inDatabase = /^api\/db\/(schema|migrations|sql)\//
const testsOfDatabase = [
  'tests/contract/access.engines.test.ts',
  'api/db/migrate.engines.test.ts',
  'api/seed/rows-of-shops.pglite.test.ts',
]

/**
 * The API's tests that a change reaches, the areas whose tables they run, and the areas that are left out. `changed` may name
 * deleted files.
 * @param {string[]} changed
 */
export function reachedBy(changed) {
  const { present, importsOf, reach, isIn } = importsOfProject(changed)
  const areas = areasIn(present)
  const owners = areas.filter(({ owns }) => changed.some(owns))

  /** @param {string} from */
  const follows = (from) => ![lists, wholeApi, schema].some((end) => end.test(from))
  const filesOfAreas = areas.map((area) => ({ area, files: reach(present.filter(area.owns), follows) }))
  const everyCall = [
    ...reach(
      present.filter((file) => file.startsWith('api/http/') && !isTest(file)),
      follows,
    ),
    ...present.filter((file) => wholeApi.test(file)),
    ...['tests/support/api.ts', 'tests/support/database.ts'].flatMap(importsOf).filter((file) => !schema.test(file)),
    ...['tests/support/areas.ts', 'tests/areas/area.ts', ...tables],
  ]
  /** @param {string} file */
  const isOfOtherAreas = (file) => owners.length > 0 && lists.test(file)
  /** @param {string} file @returns {Area[]} */
  const areasOf = (file) => {
    if (isOfOtherAreas(file)) return []
    if (everywhere.test(file) || everyCall.includes(file)) return areas
    return filesOfAreas.flatMap(({ area, files }) => (isIn(files, file) ? area : []))
  }
  const broad = changed.filter((file) => isOfOtherAreas(file) || areasOf(file).length > 6)
  const narrow = changed.filter((file) => !broad.includes(file))

  // Of a file of its own an area's tables are enough; of a shared one, those of three areas.
  const shared = changed.filter((file) => broad.includes(file) || !areas.some(({ owns }) => owns(file)))
  const sharing = [...new Set(shared.flatMap(areasOf))].filter((area) => !owners.includes(area))
  const ofEachKind = sharing.filter(({ name }) => oneOfEachKind.includes(name))
  const some = [...new Set([...ofEachKind, ...sharing])].slice(0, Math.max(0, 3 - owners.length))
  const chosen = [...owners, ...some]
  const left = new Set(changed.flatMap(areasOf).filter((area) => !chosen.includes(area)))

  /** A test's support and the contract are followed; the API only from its own files, and within their part of it. @param {string} from @param {string} to */
  const ownImports = (from, to) =>
    !wholeApi.test(from) &&
    !schema.test(from) &&
    (!from.startsWith('api/') || isTest(from) || partOf(from) === partOf(to))
  // What many areas use reaches most tests of the API: those that name it run, and those over the whole contract.
  const toName = broad.some((file) => file.startsWith('contract/')) ? [...broad, 'contract/all.ts'] : broad
  const named = changed.filter((file) => /^api\/(?!resources\/|seed\/|.*\.test\.)[^/]+\//.test(file)).map(namedAfter)
  /** @param {string} test */
  const isReached = (test) => {
    if (changed.includes(test) || named.some((name) => name.test(test))) return true
    if (tables.includes(test)) return chosen.length > 0 || isIn(reach([test], ownImports), ...changed)
    if (testsOfDatabase.includes(test) && changed.some((file) => inDatabase.test(file))) return true
    if (
      isIn(
        importsOf(test).filter((file) => !wholeApi.test(file)),
        ...toName,
      )
    )
      return true
    if (owners.some(({ isCalledIn }) => isCalledIn(test)) || chosen.some(({ isNamedIn }) => isNamedIn(test)))
      return true
    return isIn(reach([test], ownImports), ...narrow)
  }
  return {
    tests: present.filter((file) => isTest(file) && isOfApi(file) && isReached(file)),
    areas: chosen.length > 0 ? chosen.map(({ name }) => name) : oneOfEachKind,
    left: [...left].map(({ name }) => name),
  }
}

/** The areas of `tests/areas/`, each with its files and the tests that call its endpoints. @param {string[]} present */
function areasIn(present) {
  const imports = [...read('contract/all.ts').matchAll(/^import \{ (.+) \} from '\.\/(.+\.ts)'/gm)]
  return present.flatMap((table) => {
    if (!/^tests\/areas\/(?!area\.ts)/.test(table)) return []
    const noun = basename(table, '.ts')
    const name = noun.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())
    const contract = `contract/${imports.find(([, names]) => names?.split(', ').includes(name))?.[2]}`
    const files = [table, contract, `contract/words/${noun}.ts`, `api/db/schema/${noun}.ts`]
    const paths = [...read(contract).matchAll(/\b(?:get|post|put|del)\(\s*'(\/[^']+)'/g)].map(([, path = '']) =>
      path.replaceAll(/:\w+/g, '(\\$\\{[^}]*\\}|\\d+)'),
    )
    const called = new RegExp(`(${paths.join('|')})['\`?]`)
    return {
      name,
      /** @param {string} file */
      owns: (file) => !isTest(file) && (files.includes(file) || file.startsWith(`api/resources/${noun}/`)),
      /** @param {string} test */
      isNamedIn: (test) => new RegExp(`/${noun}[-.][^/]*$|^api/resources/${noun}/`).test(test),
      /** @param {string} test */
      isCalledIn: (test) => paths.length > 0 && called.test(read(test)),
    }
  })
}

/** What the files of the project import, with deleted ones of a change. @param {string[]} changed */
function importsOfProject(changed) {
  const present = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) =>
    existsSync(join(root, file)),
  )
  const files = new Set([...present, ...changed])
  const folders = new Set(present.map((file) => `${posix.dirname(file)}/`))
  /** @type {Map<string, string[]>} */
  const known = new Map()

  /** @param {string} from @param {string} name */
  function resolve(from, name) {
    const fromRoot = name.replace(/^#/, '').replace(/^~\//, 'app/')
    const path = name.startsWith('.') ? posix.join(posix.dirname(from), name) : fromRoot
    const [folder = ''] = path.split(/[^/]*[*{]/)
    if (folder !== path) return folder
    return ['', '.ts', '.tsx', '.mjs', '/'].map((end) => path + end).find((one) => files.has(one) || folders.has(one))
  }
  /** Files; where a test, its support or a glob quotes paths, also those, folders with a slash. @param {string} file */
  function importsOf(file) {
    const before = known.get(file)
    if (before) return before
    const source = /\.(tsx?|mjs)$/.test(file) ? read(file).replaceAll(/^(import|export) type [^']*'/gm, '') : ''
    const names = [...source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)]
    if (/^tests\/|\.test\.tsx?$/.test(file) || source.includes('import.meta.glob'))
      names.push(...source.matchAll(/'!?([^'\s]*\/[^'\s]*)'/g))
    const found = names.flatMap(([, name = '']) => resolve(file, name) ?? [])
    known.set(file, found)
    return found
  }
  /** @param {string[]} starts @param {(from: string, to: string) => boolean} [follows] */
  function reach(starts, follows = () => true) {
    const seen = new Set(starts)
    for (const file of seen) for (const next of importsOf(file)) if (follows(file, next)) seen.add(next)
    return [...seen]
  }
  /** @param {string[]} reached @param {string[]} some */
  const isIn = (reached, ...some) =>
    some.some((file) => reached.some((one) => one === file || (one.endsWith('/') && file.startsWith(one))))
  return { present, importsOf, reach, isIn }
}
