import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, toolEnv } from './project.mjs'
import { progressBar, Refusal } from './terminal.mjs'

/** @typedef {'node' | 'edge'} Target */

/** Everything that a build reads. The API is not in it: it runs from its sources. */
const sources = [
  'app',
  'build',
  'contract',
  'public',
  'app.config.ts',
  'package-lock.json',
  'tsconfig.json',
  'wrangler.jsonc',
]
const generated = new Set(['routeTree.gen.ts'])

/** @param {Target} target */
export const distOf = (target) => join(root, target === 'edge' ? 'dist-edge' : 'dist')
/** Vite's own list of the browser's files, and of what each imports. @param {Target} target */
export const manifestOf = (target) => join(distOf(target), 'manifest.json')
/** @param {Target} target */
const stampOf = (target) => join(distOf(target), '.sources')

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !generated.has(name) && !name.includes('.test.'))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/** One hash over the contents of these files and folders, since a checkout changes modification times. @param {string[]} paths */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(root, path)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 32)
}

/** @param {Target} target */
const isBuilt = (target) => existsSync(stampOf(target)) && readFileSync(stampOf(target), 'utf8') === hashOf(sources)

/** Called at the end of a build: what it was made from. @param {Target} target */
export const markBuilt = (target) => writeFileSync(stampOf(target), hashOf(sources))

/** Builds the app unless the build that is there was made from these very sources. @param {import('./processes.mjs').Supervisor} supervisor @param {Target} target */
export async function ensureBuilt(supervisor, target) {
  if (isBuilt(target)) return
  const bar = progressBar(target === 'edge' ? 'アプリをビルド（edge）' : 'アプリをビルド')
  const started = Date.now()
  // Vite reports no progress: the bar approaches its end at the pace of an ordinary build.
  const timer = setInterval(() => {
    const seconds = (Date.now() - started) / 1000
    bar.update(1 - Math.exp(-seconds / 12), `${Math.round(seconds)}秒`)
  }, 500)
  const { code, tail } = await supervisor.complete({
    name: 'build',
    ...npm(['run', '--silent', target === 'edge' ? 'build:edge' : 'build']),
    cwd: root,
    // Whatever the caller's is: a build for development has no server that starts.
    env: { ...toolEnv, NODE_ENV: 'production' },
    output: 'quiet',
  })
  clearInterval(timer)
  if (code !== 0 || !isBuilt(target))
    throw new Refusal(`アプリをビルドできませんでした（終了コード ${code}）。\n${tail.slice(-25).join('\n')}`)
  bar.end()
}
