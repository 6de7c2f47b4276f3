import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * Which file of the browser's build a module lands in: by folder or package, never by its own name. A module that no
 * group takes goes to the screen that uses it, or to a file of those that share it.
 */

/** The packages that every page needs. Any other in the entry fails the build. */
const entryPackages = new Set([
  '@tanstack/history',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-start',
  '@tanstack/react-start-client',
  '@tanstack/react-store',
  '@tanstack/router-core',
  '@tanstack/start-client-core',
  '@tanstack/start-fn-stubs',
  '@tanstack/store',
  'clsx',
  'cookie-es',
  'lucide-react',
  'react',
  'react-dom',
  'scheduler',
  'seroval',
  'seroval-plugins',
  'use-sync-external-store',
])

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const root = `${join(import.meta.dirname, '..')}/`
const importsOf = (id: string, graph: Graph) => graph.getModuleInfo(id)?.importedIds ?? []

/** The package of a file in node_modules: `@tanstack/router-core`. */
function packageOf(id: string): string | undefined {
  const [, path] = id.split(/.*\/node_modules\//)
  return path?.match(/^(@[^/]+\/)?[^/]+/)?.[0]
}

/** The path of a file of this project: `app/router.tsx`. */
const sourceOf = (id: string) => (id.startsWith(root) && !packageOf(id) ? id.slice(root.length) : undefined)

/** Whether a file is in one of these packages or folders. */
const within = (places: string[]) => (id: string) =>
  places.includes(packageOf(id) ?? '') || places.some((place) => sourceOf(id)?.startsWith(place))

/** Whether a module is zod or a file of the contract that imports it, itself or through another. */
function isSchema(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (packageOf(id) === 'zod') return true
  if (!sourceOf(id)?.startsWith('contract/') || seen.has(id)) return false
  seen.add(id)
  return importsOf(id, graph).some((imported) => isSchema(imported, graph, seen))
}

/** Whether a module brings no other package along than the entry's. */
function isLight(id: string, graph: Graph, seen = new Set<string>()): boolean {
  const name = packageOf(id)
  if (name || seen.has(id)) return name === undefined || entryPackages.has(name)
  seen.add(id)
  return importsOf(id, graph).every((imported) => isLight(imported, graph, seen))
}

/** The entry: what every page needs, in one file. Addresses and menu, which grow with each area, are in another. */
const isForEveryPage = (id: string) =>
  packageOf(id) ? packageOf(id) !== 'lucide-react' : /^app\/(?!areas|routes)\w+\//.test(sourceOf(id) ?? '')

/** A part is in its group's file if so many screens, or their later parts, use it: a share of all, whatever areas there are. */
const routes = globSync(join(root, 'app/routes/**/*.tsx')).length
const ofVeryMany = Math.round(routes / 4)
const ofMany = Math.round(routes / 5)
const ofReports = Math.round(routes / 18)

/** What the list of members, which staff open first, shares with a member's pages. */
const memberParts = [
  'app/features/members/labels',
  'app/features/members/status-chips',
  'app/features/members/queries',
  'app/functions/member.',
  'app/functions/shop-plan.',
  'contract/birthday',
  'contract/phone',
  'contract/words/fields/member.',
  'contract/words/member-list',
]

const groups: Rolldown.CodeSplittingGroup[] = [
  { name: (id, graph) => (isSchema(id, graph) ? 'schemas' : null), debugName: 'schemas' },
  // With all that it imports. The tag: what the entry imports statically.
  { name: 'main', test: isForEveryPage, tags: ['$initial'], includeDependenciesRecursively: true },
  { name: 'list', test: within(['app/components/resource-table/']), minShareCount: ofMany },
  {
    name: 'record',
    test: within([
      'app/components/record/',
      'app/components/dialogs/',
      'app/auth/',
      'app/data/',
      '@tanstack/query-core',
      '@tanstack/react-query',
    ]),
    minShareCount: ofMany,
  },
  {
    name: (id, graph) => (isLight(id, graph) ? 'shared' : null),
    debugName: 'shared',
    test: (id) => within(['app/', 'contract/', 'lucide-react'])(id) && !within(['app/features/', 'app/routes/'])(id),
    minShareCount: ofVeryMany,
  },
  // A report's charts are seen before its tables.
  {
    name: 'tables',
    test: within([
      'app/components/report/figure-',
      'app/components/report/panel',
      'app/components/report/scroll-table',
      'app/components/report/use-cell-links',
    ]),
    minShareCount: ofReports,
  },
  // Every report needs nearly all of them.
  {
    name: 'report',
    test: within(['app/components/report/', 'app/frame/report/', 'app/functions/report']),
    minShareCount: ofReports,
  },
  { name: 'member', test: within(memberParts), minShareCount: 2 },
  // Forms need nearly all of them, through their schemas. The names of a noun's fields are with its screens.
  {
    name: 'words',
    test: (id) => within(['contract/words/'])(id) && !within(['contract/words/fields/', ...memberParts])(id),
    minShareCount: 2,
  },
  // Small parts of several screens: a file for each would cost every page a name, and a screen a request.
  { name: 'fields', test: within(['contract/words/fields/']), minShareCount: 2 },
  { name: 'functions', test: within(['app/functions/']), minShareCount: 2 },
  // The list of members and the reports take of their own only what they show first.
  {
    name: (id) => /^app\/features\/(?!dashboard|members\/|statistics)([\w-]+)\//.exec(sourceOf(id) ?? '')?.[1] ?? null,
    debugName: 'features',
    minShareCount: 2,
  },
]

/** The groups in order: a module belongs to the first that takes it. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  // An import that should not be there moves nothing.
  includeDependenciesRecursively: false,
  groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
}

/** Every page lists the names of all files: those that the bundler makes up for a file of shared parts say nothing. */
export const chunkFileNames = ({ name, isDynamicEntry }: Rolldown.PreRenderedChunk) =>
  isDynamicEntry || groups.some((group) => group.name === name || group.debugName === name)
    ? 'assets/[name]-[hash:7].js'
    : 'assets/[hash:7].js'

/** Fails a build that would make every visitor pay for what the entry should not hold. */
export const leanEntry: Plugin = {
  name: 'lean-entry',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const withEntry = new Set(Object.keys(bundle).filter((name) => (bundle[name] as Rolldown.OutputChunk).isEntry))
    for (const name of withEntry) {
      const file = bundle[name]
      if (file?.type !== 'chunk') continue
      for (const imported of file.imports) withEntry.add(imported)
      const strangers = file.moduleIds.filter(
        (id) => isSchema(id, this) || !entryPackages.has(packageOf(id) ?? 'react'),
      )
      if (strangers.length > 0) this.error(`${name} loads with every page (build/chunks.ts):\n${strangers.join('\n')}`)
    }
  },
}

/** Fails a build whose files import each other in a circle: what one of them exports may be read before it is there. */
export const noCircles: Plugin = {
  name: 'no-circles',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const done = new Set<string>()
    const follow = (name: string, way: readonly string[]) => {
      if (way.includes(name)) {
        this.error(`files import each other (build/chunks.ts):\n${[...way.slice(way.indexOf(name)), name].join('\n')}`)
      }
      const file = bundle[name]
      if (done.has(name) || file?.type !== 'chunk') return
      for (const imported of file.imports) follow(imported, [...way, name])
      done.add(name)
    }
    for (const name of Object.keys(bundle)) follow(name, [])
  },
}
