import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { areas } from './areas.ts'

/**
 * Which file of the browser's build a module lands in, and why (docs/decisions/0020). A module belongs to the first of
 * these chunks that names it. What none names goes to the screen that uses it, or to a file of those that share it.
 */
interface Chunk {
  name: string
  why: string
  /** Only what the entry imports, directly or through others; without it, whoever imports it. */
  isOfEntry?: true
  /** Packages, or single files of them. */
  packages: readonly string[]
  /** Files, or folders with a slash at the end, of this project. */
  sources: readonly string[]
  /** Of these files and folders not those whose path has one of these words. */
  except?: readonly string[]
}

/** What the entry may hold, and the areas beside it: a build that finds any other package in them fails. */
export const entryChunk: Chunk = {
  name: 'main',
  why: 'what every page needs before it can show anything, in one file: tiny files are a tax of round trips',
  isOfEntry: true,
  packages: [
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
  ],
  sources: ['app/', 'contract/'],
}

const listChunk: Chunk = {
  name: 'list',
  why: 'what every list needs; its menus, its virtualiser and its export come when somebody reaches for them',
  packages: [
    'lucide-react/dist/esm/icons/arrow-down.mjs',
    'lucide-react/dist/esm/icons/arrow-up.mjs',
    'lucide-react/dist/esm/icons/arrow-up-down.mjs',
    'lucide-react/dist/esm/icons/bookmark.mjs',
    'lucide-react/dist/esm/icons/chevron-first.mjs',
    'lucide-react/dist/esm/icons/chevron-last.mjs',
    'lucide-react/dist/esm/icons/list-filter.mjs',
    'lucide-react/dist/esm/icons/sliders-horizontal.mjs',
  ],
  sources: ['app/components/resource-table/', 'app/shop/shop-not-found.tsx'],
  except: ['.lazy.', '/csv', '/saved-views', '/tiles', '/written-columns'],
}

const reportChunk: Chunk = {
  name: 'report',
  why: 'what the month, the year and the rows behind their figures share',
  packages: [
    'lucide-react/dist/esm/icons/chart-column.mjs',
    'lucide-react/dist/esm/icons/info.mjs',
    'lucide-react/dist/esm/icons/printer.mjs',
    'lucide-react/dist/esm/icons/table-2.mjs',
  ],
  sources: [
    'app/components/charts/bar-line-geometry.ts',
    'app/components/charts/sparkline.tsx',
    'app/components/info-tip.tsx',
    'app/frame/print-header.tsx',
    'app/features/dashboard/csv-button.tsx',
    'app/features/dashboard/figure-link.tsx',
    'app/features/dashboard/figures.ts',
    'app/features/dashboard/kpi-card.tsx',
    'app/features/dashboard/partner.tsx',
    'app/features/dashboard/period-tabs.tsx',
    'app/features/dashboard/queries.ts',
    'app/features/dashboard/report-screen.tsx',
    'app/features/dashboard/report-states.tsx',
    'app/features/dashboard/signed-text.tsx',
    'app/features/dashboard/view-switch.tsx',
    'app/functions/report.ts',
    'contract/kpi.ts',
  ],
}

const figureTablesChunk: Chunk = {
  name: 'figure-tables',
  why: 'what the year, the rows behind figures and the lower part of the month share, which is not read first',
  packages: [],
  sources: [
    'app/features/dashboard/figure-in-table.tsx',
    'app/features/dashboard/rows-behind.ts',
    'app/features/dashboard/scroll-table.tsx',
    'app/features/dashboard/use-cell-links.ts',
    'contract/words/report.ts',
  ],
}

const listSearchChunk: Chunk = {
  name: 'list-search',
  why: 'what lists, records and the palette ask for rows with, and no report: without the list itself',
  packages: [],
  sources: [
    'app/functions/member.ts',
    'app/functions/shop-plan.ts',
    'app/lib/list-search.ts',
    'app/shop/shop-list-search.ts',
    'contract/phone.ts',
    'contract/words/list.ts',
    'contract/words/member.ts',
  ],
}

const memberChunk: Chunk = {
  name: 'member',
  why: "what the members list, the sheet over it and a member's page share",
  packages: [],
  sources: [
    'app/features/members/labels.ts',
    'app/features/members/queries.ts',
    'app/features/members/status-chips.tsx',
    'app/functions/staff.ts',
    'contract/phone.ts',
  ],
}

const wordsChunk: Chunk = {
  name: 'words',
  why: 'words that the schemas share with screens: each would be a file of its own, and a form needs all of them; those of reports are with the reports',
  packages: [],
  sources: [
    'contract/mail-text.ts',
    'contract/permissions.ts',
    'contract/rich-text.ts',
    'contract/words/announcement.ts',
    'contract/words/column.ts',
    'contract/words/common.ts',
    'contract/words/lean-body.ts',
    'contract/words/mail.ts',
    'contract/words/mail-step.ts',
    'contract/words/member-record.ts',
    'contract/words/mood.ts',
    'contract/words/policy.ts',
    'contract/words/report-action.ts',
    'contract/words/shop.ts',
  ],
}

const recordChunk: Chunk = {
  name: 'record',
  why: "what every record's page is made of, and names that are links",
  packages: [],
  sources: [
    'app/auth/record-links.tsx',
    'app/components/record/facts.tsx',
    'app/components/record/record-page.tsx',
    'app/components/record/related.tsx',
  ],
}

const actsChunk: Chunk = {
  name: 'acts',
  why: 'what changes a record at a click: it asks first, and says what came of it',
  packages: [
    '@tanstack/query-core/build/modern/mutationObserver.js',
    '@tanstack/react-query/build/modern/useMutation.js',
    'lucide-react/dist/esm/icons/trash.mjs',
  ],
  sources: [
    'app/components/confirm-dialog.tsx',
    'app/components/record/act-dialog.tsx',
    'app/components/record/use-removal.tsx',
    'app/components/ui/modal.tsx',
    'app/data/mutation.ts',
  ],
}

const fieldChunk: Chunk = {
  name: 'field',
  why: 'a field and what it knows of its form: a few stand in no form, and must not bring one along',
  packages: [
    '@tanstack/devtools-event-client',
    '@tanstack/form-core/dist/esm/EventClient.js',
    '@tanstack/form-core/dist/esm/FieldApi.js',
    '@tanstack/form-core/dist/esm/ValidationLogic.js',
    '@tanstack/form-core/dist/esm/metaHelper.js',
    '@tanstack/form-core/dist/esm/standardSchemaValidator.js',
    '@tanstack/form-core/dist/esm/utils.js',
    '@tanstack/pacer-lite',
    '@tanstack/react-form/dist/esm/useField.js',
    '@tanstack/react-form/dist/esm/useIsomorphicLayoutEffect.js',
    '@tanstack/store/dist/store.js',
  ],
  sources: [
    'app/components/fields/choice-fields.tsx',
    'app/components/fields/field-frame.tsx',
    'app/components/resource-form/form-context.ts',
  ],
}

const formChunk: Chunk = {
  name: 'form',
  why: 'what every form is made of; its rarer fields come with the forms that have them',
  packages: ['@tanstack/form-core', '@tanstack/react-form', '@tanstack/react-router/dist/esm/useBlocker.js'],
  sources: ['app/components/fields/text-field.tsx', 'app/components/resource-form/'],
}

const sharedChunk: Chunk = {
  name: 'shared',
  why: 'small parts that most screens use and the entry does not: each would be a file of a few hundred bytes',
  packages: [
    'lucide-react/dist/esm/icons/check.mjs',
    'lucide-react/dist/esm/icons/chevron-down.mjs',
    'lucide-react/dist/esm/icons/chevron-left.mjs',
    'lucide-react/dist/esm/icons/chevron-right.mjs',
    'lucide-react/dist/esm/icons/download.mjs',
    'lucide-react/dist/esm/icons/eye.mjs',
    'lucide-react/dist/esm/icons/eye-off.mjs',
    'lucide-react/dist/esm/icons/x.mjs',
  ],
  sources: [
    'app/boot/screen.ts',
    'app/components/states.tsx',
    'app/components/ui/card.tsx',
    'app/components/ui/chip.tsx',
    'app/components/ui/native-select.tsx',
    'app/components/view-tabs.tsx',
    'app/data/record-query.ts',
    'app/lib/',
    'app/shop/shop-query.ts',
    'contract/words/words.ts',
  ],
  except: [
    '/crop',
    '/csv-file',
    '/day-words',
    '/image',
    '/kept-styles',
    '/list-search',
    '/own-path',
    '/place-photo',
    '/upload-fetch',
  ],
}

const screensChunk: Chunk = {
  name: 'screens',
  why: "the names of all screens' files: the document names those of its own screen, the rest load in idle time",
  packages: [],
  sources: ['app/boot/screens.ts'],
}

const chunks = [
  entryChunk,
  screensChunk,
  listChunk,
  reportChunk,
  figureTablesChunk,
  listSearchChunk,
  memberChunk,
  sharedChunk,
  wordsChunk,
  recordChunk,
  actsChunk,
  fieldChunk,
  formChunk,
]

const root = join(import.meta.dirname, '..')

/** The package of a file in node_modules, `@tanstack/router-core`; undefined of any other. */
function packageOf(id: string): string | undefined {
  const [name, inScope] = id.split('/node_modules/').at(-1)?.split('/') ?? []
  if (!id.includes('/node_modules/')) return undefined
  return name?.startsWith('@') ? `${name}/${inScope}` : name
}

/** The path of a file of this project, `app/router.tsx`; undefined of any other. */
function sourceOf(id: string): string | undefined {
  if (!id.startsWith(`${root}/`) || id.includes('/node_modules/')) return undefined
  return id.slice(root.length + 1).split('?')[0]
}

function holds({ packages, sources, except = [] }: Chunk, id: string): boolean {
  const name = packageOf(id)
  if (name !== undefined) {
    return packages.some((place) => place === name || id.endsWith(`/node_modules/${place}`))
  }
  const source = sourceOf(id)
  if (source === undefined) return false
  const isNamed = sources.some((place) => (place.endsWith('/') ? source.startsWith(place) : source === place))
  return isNamed && !except.some((word) => source.includes(word))
}

/** Every file of the chunks that both the entry's own lazy files and screens load, in an order that no area changes. */
export const sharedFiles = [listSearchChunk, sharedChunk].flatMap((chunk) => [
  ...chunk.packages,
  ...chunk.sources
    .flatMap((place) => globSync(place.endsWith('/') ? `${place}**/*.{ts,tsx}` : place, { cwd: root }))
    .sort()
    .map((file) => join(root, file))
    .filter((file) => holds(chunk, file) && !/\.test\.|\.lazy\./.test(file)),
])

/** Whether a file of the contract imports zod, itself or through another. */
function isSchema(id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>, seen = new Set<string>()): boolean {
  if (packageOf(id) === 'zod') return true
  if (!sourceOf(id)?.startsWith('contract/') || seen.has(id)) return false
  seen.add(id)
  return (graph.getModuleInfo(id)?.importedIds ?? []).some((imported) => isSchema(imported, graph, seen))
}

/** The chunks as the bundler's groups. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  // A group takes along what it names, and nothing that this imports.
  groups: [
    {
      // zod and what is written in it, in no chunk but these, whatever imports it and in whatever order it is read.
      name: (id, graph) => (isSchema(id, graph) ? 'schemas' : null),
      debugName: 'schemas',
      includeDependenciesRecursively: false,
      priority: chunks.length + 1,
    },
    ...chunks.map(
      (chunk, index): Rolldown.CodeSplittingGroup => ({
        name: chunk.name,
        test: (id: string) => holds(chunk, id) || (chunk.isOfEntry && isMadeUp(id)),
        ...(chunk.isOfEntry && { tags: ['$initial' as const] }),
        includeDependenciesRecursively: false,
        priority: chunks.length - index,
      }),
    ),
  ],
}

/** What the bundler and Start make themselves. */
const isMadeUp = (id: string) => packageOf(id) === undefined && sourceOf(id) === undefined

/**
 * Fails a build that would make every visitor pay for what the entry should not hold: a package that is not on its list,
 * zod and what is written in it, in the entry's own file, in the areas' beside it, or in one that these import.
 */
export const leanEntry: Plugin = {
  name: 'lean-entry',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const files = Object.values(bundle).filter((file) => file.type === 'chunk')
    const first = files.filter((file) => file.isEntry || file.facadeModuleId === areas)
    const withEntry = new Set(first.map((file) => file.fileName))
    for (const name of withEntry) {
      for (const imported of files.find((file) => file.fileName === name)?.imports ?? []) withEntry.add(imported)
    }
    for (const file of files) {
      if (!withEntry.has(file.fileName)) continue
      const strangers = file.moduleIds.filter((id) => !isMadeUp(id) && (isSchema(id, this) || !holds(entryChunk, id)))
      if (strangers.length > 0) {
        this.error(
          `${file.fileName} loads with the entry and holds what is not for it (build/chunks.ts):\n${strangers.join('\n')}`,
        )
      }
    }
  },
}

/** Fails a build whose files import each other in a circle: what one of them exports may be read before it is there. */
export const noCircles: Plugin = {
  name: 'no-circles',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const importsOf = (name: string) => {
      const file = bundle[name]
      return file?.type === 'chunk' ? file.imports : []
    }
    const done = new Set<string>()
    const follow = (name: string, way: readonly string[]) => {
      if (way.includes(name)) {
        this.error(`files import each other (build/chunks.ts):\n${[...way.slice(way.indexOf(name)), name].join('\n')}`)
      }
      if (done.has(name)) return
      for (const imported of importsOf(name)) follow(imported, [...way, name])
      done.add(name)
    }
    for (const name of Object.keys(bundle)) follow(name, [])
  },
}
