import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { sharedFiles } from './chunks.ts'

const app = join(import.meta.dirname, '../app')
const routes = globSync('routes/**/*.tsx', { cwd: app }).map((file) => join(app, file))
const listOfFiles = join(app, 'boot/screens.ts')

/**
 * Modules stand in a file in the order in which they are first met. This one is met before all screens: what the entry's
 * own lazy files share with them, and so the names of these files in the entry, is the same whatever areas there are.
 */
const inOrder = 'virtual:in-order'

/** What the router's plugin leaves of a split route: its file's name, once for the loader and once for the component. */
const importer = /\(\) => import\("([^"]+\?tsr-split=[^"]+)"\)/g
const idOfRoute = /createFileRoute\("([^"]+)"\)/

/**
 * In the browser's build a route asks for its file by the route's id (`app/boot/screen-file.ts`). The names of all
 * these files, and of what they need, are then in `app/boot/screens.ts`, a file of its own, and not in the entry.
 */
export function screenFiles(): Plugin {
  const files = new Map<string, string>()
  return {
    name: 'screen-files',
    apply: 'build',
    // After the router has split the route.
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart: () => files.clear(),
    resolveId: { filter: { id: /^virtual:in-order$/ }, handler: (id) => id },
    load: {
      filter: { id: /^virtual:in-order$/ },
      // For the order alone: nothing of it is in the build.
      handler: () => ({ code: sharedFiles.map((file) => `import "${file}"`).join('\n'), moduleSideEffects: false }),
    },
    transform: {
      filter: { id: /\/app\/(routes\/.*\.tsx|boot\/screens\.ts)$/ },
      async handler(code, id) {
        if (id === listOfFiles) {
          // Their names are known once each has been split.
          await Promise.all(routes.map((route) => this.load({ id: route })))
          const lines = [...files].sort().map(([route, file]) => `"${route}": () => import("${file}"),`)
          return { code: `import '${inOrder}'\nexport const screens = {\n${lines.join('\n')}\n}`, map: null }
        }
        const [, route] = idOfRoute.exec(code) ?? []
        const [, file] = importer.exec(code) ?? []
        importer.lastIndex = 0
        if (!route || !file) return
        files.set(route, file)
        const rewritten = code
          .replace(importer, `screenFile("${route}")`)
          // Only the types need the id here.
          .replace(idOfRoute, 'createFileRoute()')
        return { code: `import { screenFile } from '~/boot/screen-file'\n${rewritten}`, map: null }
      },
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.facadeModuleId?.includes('?tsr-split=')) continue
        if (!file.exports.includes('component')) this.error(`${file.fileName} does not export its screen by name.`)
      }
    },
  }
}

/** Of the generated tree: a route's place in it, and the children of one, which stand there by name. */
const placed = /(\w+)\.update\(\{\s*id: ("[^"]*"),\s*path: ("[^"]*"),\s*getParentRoute: (\(\) => \w+)\s*\}\)/g
const children = /(const \w+RouteChildren = )\{([^}]*)\}/g

/** The generated tree written shorter: a path is mostly the route's id, and children need no name but in the types. */
export const shortRouteTree: Plugin = {
  name: 'short-route-tree',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/app\/routeTree\.gen\.ts$/ },
    handler(code) {
      const short = code
        .replace(
          placed,
          (_, route, id, path, parent) => `place(${route}, ${parent}, ${id}${path === id ? '' : `, ${path}`})`,
        )
        .replace(children, (_, start, named: string) => `${start}[${named.replaceAll(/\w+: /g, '')}]`)
      if (/\bpath: "/.test(short)) this.error('The route tree is written otherwise than build/screens.ts expects.')
      const place = 'const place = (route, getParentRoute, id, path = id) => route.update({ id, path, getParentRoute })'
      return { code: `${place}\n${short}`, map: null }
    },
  },
}

/** Vite's list of what a file's imports need, and its use of them by their place in the list. */
const neededFiles = /m\.f=(\[.*?\])/
const usedPlaces = /(import\(`\.\/([^`]+)`\)[^_]*)?__vite__mapDeps\((\[[\d,]*\])\)/g
const helper = /const __vite__mapDeps=.*;\n/

/** Leaves the entry out of a screen's preloads, since it is loaded before any other file. */
export const nothingTwice: Plugin = {
  name: 'nothing-twice',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = files.find((file) => file.isEntry)
      const isThere = (name: string) => name === entry?.fileName
      for (const file of files) {
        const [, list] = neededFiles.exec(file.code) ?? []
        if (!list) continue
        const all: string[] = JSON.parse(list)
        const needed = all.filter((name) => !isThere(name))
        file.code = file.code
          .replace(neededFiles, `m.f=${JSON.stringify(needed)}`)
          .replace(usedPlaces, (_, before = '', imported: string | undefined, places: string) => {
            const names = (JSON.parse(places) as number[]).map((place) => all[place] ?? '')
            const left = names.filter((name) => !isThere(name))
            // A file without dependencies needs no preload: its import requests it.
            if (left.every((name) => name === `assets/${imported}`)) return `${before}[]`
            return `${before}__vite__mapDeps(${JSON.stringify(left.map((name) => needed.indexOf(name)))})`
          })
        if (!file.code.includes('__vite__mapDeps([')) file.code = file.code.replace(helper, '')
      }
    },
  },
}
