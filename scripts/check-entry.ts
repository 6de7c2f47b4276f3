// What a visitor downloads, read from both builds: the same files from each, within the budgets, and named by no area.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { distOf, manifestOf } from './lib/build.mjs'

/** At most so many kB (1,000 bytes, brotli 11). */
const budgets = { entry: 120, untilUsable: 150 }
const screens = ['dashboard', 'hacomono/members']

interface Chunk {
  file: string
  name?: string
  isEntry?: true
  imports?: string[]
  dynamicImports?: string[]
}

const faults: string[] = []

/** Every file of the browser's build, by its path, without what is made of them afterwards. */
function filesOf(client: string): Map<string, Buffer> {
  const own = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
    (file) => statSync(join(client, file)).isFile() && !/\.(br|gz)$|(^|\/)(_headers|\.assetsignore)$/.test(file),
  )
  return new Map(own.map((file) => [file, readFileSync(join(client, file))]))
}

const [node, edge] = (['node', 'edge'] as const).map((target) => filesOf(join(distOf(target), 'client')))
if (!node || !edge) throw new Error('Both builds are needed: npm run build && npm run build:edge')
for (const name of new Set([...node.keys(), ...edge.keys()])) {
  if (!node.get(name)?.equals(edge.get(name) ?? Buffer.alloc(0))) faults.push(`${name} is not the same in both builds.`)
}

const manifest = new Map(Object.entries(JSON.parse(readFileSync(manifestOf('node'), 'utf8')) as Record<string, Chunk>))

/** The chunk that this holds of, by its key in the manifest. */
function keyOf(what: string, holds: (chunk: Chunk, key: string) => unknown): string {
  const [key] = [...manifest].find(([key, chunk]) => holds(chunk, key)) ?? []
  if (!key) throw new Error(`No ${what} in the build's manifest.`)
  return key
}

/** These chunks and all that they import. */
function withImports(keys: string[], isAlso: (chunk: Chunk) => string[] = () => []): Chunk[] {
  const needed = new Set(keys)
  for (const key of needed) {
    const chunk = manifest.get(key)
    for (const next of [...(chunk?.imports ?? []), ...(chunk ? isAlso(chunk) : [])]) needed.add(next)
  }
  return [...needed].flatMap((key) => manifest.get(key) ?? [])
}

/** Prints what is loaded; over its budget, file by file, so that two builds can be compared. */
function measure(what: string, chunks: Chunk[], most: number) {
  const sizes = chunks.map(({ file }) => ({ file, kB: brotliCompressSync(node?.get(file) ?? '').length / 1000 }))
  const kB = sizes.reduce((sum, one) => sum + one.kB, 0)
  console.log(`${what}: ${kB.toFixed(1)} kB of ${most} in ${sizes.length} files`)
  if (kB <= most) return
  const list = sizes.sort((one, other) => other.kB - one.kB).map((one) => `  ${one.kB.toFixed(1)} kB ${one.file}`)
  faults.push(`${what} is ${(kB - most).toFixed(1)} kB over its budget:\n${list.join('\n')}`)
}

const areas = keyOf('areas', (chunk) => chunk.isEntry)
const entry = keyOf('entry', (chunk) => chunk.name === 'main')
measure('the entry', withImports([entry]), budgets.entry)
for (const screen of screens) {
  const key = keyOf(screen, (_, key) => key.startsWith(`app/routes/_signed-in/_page/${screen}.tsx?`))
  measure(`${screen} until usable`, withImports([areas, key]), budgets.untilUsable)
}

// A file's name is a hash of what is in it, and of the names of what it loads.
const named = withImports([entry], (chunk) => chunk.dynamicImports ?? [])
if (named.some((chunk) => chunk === manifest.get(areas))) {
  faults.push('The entry, or something that it loads later, loads the areas: each change to a screen would rename it.')
}

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
