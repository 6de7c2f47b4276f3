import { join } from 'node:path'
import type { Plugin } from 'vite'

const app = join(import.meta.dirname, '../app')
export const areas = join(app, 'areas.ts')

/** The bundler's import of the areas, as it stands in the entry before files have their hashes. */
const importOfAreas = /import\((["'`])\.\/areas-[^"'`]+\1\)/g

/**
 * The entry loads the areas from where the document says: with their file's name in it, the entry would have another
 * name itself, and be downloaded again, whenever an area is added (docs/decisions/0031).
 */
export function areasFile(): Plugin {
  let file: string | undefined
  return {
    name: 'areas-file',
    apply: 'build',
    transform: {
      filter: { id: /\/app\/boot\/areas-file\.ts$/ },
      handler() {
        if (this.environment.name === 'client') return
        if (!file) this.error('The browser is built first: the document names its files.')
        return { code: `export const areasFile = ${JSON.stringify(`/${file}`)}`, map: null }
      },
    },
    renderChunk(code, chunk) {
      if (this.environment.name !== 'client' || !chunk.isEntry) return
      if (code.match(importOfAreas)?.length !== 1) this.error('The entry loads the areas otherwise than once.')
      return { code: code.replace(importOfAreas, 'import(window.__areas)'), map: null }
    },
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const entry = chunks.find((one) => one.isEntry)
      const chunk = chunks.find((one) => one.facadeModuleId === areas)
      if (!entry || !chunk) this.error('The entry or the areas have no file of their own.')
      file = chunk.fileName
      if (chunk.imports.some((name) => name !== entry.fileName)) {
        this.error(
          `The areas load ${chunk.imports.join(', ')} before the first paint: they may import the entry alone.`,
        )
      }
      const named = new Set([entry.fileName])
      for (const name of named) {
        const { imports = [], dynamicImports = [] } = chunks.find((one) => one.fileName === name) ?? {}
        if (imports.includes(file))
          this.error(`${name} imports the areas: the entry, which names it, changes with them.`)
        for (const next of [...imports, ...dynamicImports]) if (next !== file) named.add(next)
      }
    },
  }
}
