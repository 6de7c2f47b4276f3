// What a visitor downloads: the same from every build, and with the areas to come the same entry. After both builds.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createBuilder } from 'vite'
import { distOf } from './lib/build.mjs'
import { root } from './lib/project.mjs'

/** What an area may add to the areas' file (bytes, brotli 11): its menu entry with its icon, three addresses with their rights. */
const mostPerArea = 160
/** As many as the specification's menu still has to come (docs/decisions/0021). */
const areas = 4
/** What may be loaded before these screens are usable, now, and later with the areas to come (docs/decisions/0031). */
const mostUntilUsable = { now: 145_000, later: 145_000 }
const screens = ['dashboard', 'members']

/** Every file of the browser's build, by its path, without what is made of them afterwards. */
function filesOf(client: string): Map<string, Buffer> {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).sort()
  const own = files.filter(
    (file) => statSync(join(client, file)).isFile() && !/\.(br|gz)$|(^|\/)(_headers|\.assetsignore)$/.test(file),
  )
  return new Map(own.map((file) => [file, readFileSync(join(client, file))]))
}

/** The one file of this name: a name is followed by a hash of eight characters. */
function fileOf(files: Map<string, Buffer>, name: string): string {
  const found = [...files.keys()].filter(
    (file) => file.startsWith(`assets/${name}-`) && file.length === name.length + 19,
  )
  const [file] = found.filter((one) => one.endsWith('.js'))
  if (!file) throw new Error(`No ${name} in the build.`)
  return file
}

/** Brotli bytes of these files and of all that they import. */
function bytesOf(files: Map<string, Buffer>, names: string[]): number {
  const needed = new Set(names)
  let bytes = 0
  for (const name of needed) {
    const code = files.get(name) ?? Buffer.alloc(0)
    bytes += brotliCompressSync(code).length
    for (const [, file] of code.toString().matchAll(/(?:\bfrom|\bimport)"\.\/([\w.-]+\.js)"/g))
      needed.add(`assets/${file}`)
  }
  return bytes
}

const untilUsable = (files: Map<string, Buffer>, screen: string) =>
  bytesOf(files, [fileOf(files, 'index'), fileOf(files, 'areas'), fileOf(files, screen)])
/** Bytes of the areas' file, without the entry that it imports. */
const areasBytes = (files: Map<string, Buffer>) => bytesOf(files, [fileOf(files, 'areas')]) - entryBytes(files)
const entryBytes = (files: Map<string, Buffer>) => bytesOf(files, [fileOf(files, 'index')])

/** Two builds of these sources, one for each server, give the same files for the browser, byte for byte. */
function compareBuilds(): string[] {
  const [node, edge] = (['node', 'edge'] as const).map((target) => filesOf(join(distOf(target), 'client')))
  if (!node || !edge) return ['Both builds are needed: npm run build && npm run build:edge']
  const names = new Set([...node.keys(), ...edge.keys()])
  const other = [...names].filter((name) => !node.get(name)?.equals(edge.get(name) ?? Buffer.alloc(0)))
  return other.map((name) => `${name} is not the same in both builds.`)
}

const icons = 'Apple Bell Book Box Cake Camera Car Clock Coffee Crown Dumbbell Flag Gift Hammer'.split(' ')

/** The sources with these more areas, each a copy of the announcements: a list, two forms, five functions, a menu entry, an action. */
function withMoreAreas(): string {
  const folder = mkdtempSync(join(tmpdir(), 'karada-areas-'))
  for (const part of ['app', 'build', 'contract', 'public', 'app.config.ts', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  const app = join(folder, 'app')
  const pages = join(app, 'routes/_signed-in/_page')
  const menu = join(app, 'frame/menu.ts')
  const actions = join(app, 'frame/actions.ts')
  for (let at = 0; at < areas; at++) {
    const name = `area${at}`
    const renamed = (source: string) =>
      source
        .replaceAll('/other-settings/announcements', `/${name}`)
        .replaceAll('~/features/announcements/', `~/features/${name}/`)
        .replaceAll('~/functions/announcement', `~/functions/${name}`)
    const copy = (from: string, to: string) => {
      cpSync(from, to, { recursive: true })
      const files = statSync(to).isFile()
        ? [to]
        : readdirSync(to, { recursive: true, encoding: 'utf8' }).map((file) => join(to, file))
      for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
        writeFileSync(file, renamed(readFileSync(file, 'utf8')))
      }
    }
    copy(join(app, 'features/announcements'), join(app, 'features', name))
    copy(join(app, 'functions/announcement.ts'), join(app, 'functions', `${name}.ts`))
    copy(join(pages, 'other-settings/announcements'), join(pages, name))

    const icon = icons[at]
    const source = readFileSync(menu, 'utf8')
    const entry = `{ path: '/${name}', label: '領域${at}の一覧', icon: ${icon}, permission: 'announcement.read' } as never,`
    const marked = source.replace("label: 'その他',\n    entries: [", (found) => `${found}\n      ${entry}`)
    if (marked === source) throw new Error('The menu is written otherwise than this check expects.')
    writeFileSync(menu, `import { ${icon} } from 'lucide-react'\n${marked}`)
    const action = `{ path: '/${name}/new', label: '領域${at}に登録' } as never,`
    writeFileSync(actions, readFileSync(actions, 'utf8').replace(/\]\n$/, `  ${action}\n]\n`))
  }
  return folder
}

/** What the areas to come add, and what is wrong with it. */
async function growth(): Promise<string[]> {
  const folder = withMoreAreas()
  try {
    process.chdir(folder)
    process.env.NODE_ENV = 'production'
    const builder = await createBuilder({ root: folder, configFile: join(folder, 'app.config.ts'), logLevel: 'error' })
    const { client } = builder.environments
    if (!client) throw new Error('No environment for the browser.')
    await builder.build(client)
    const now = filesOf(join(distOf('node'), 'client'))
    const then = filesOf(join(folder, 'dist/client'))
    const [entry, entryThen] = [now, then].map((files) => fileOf(files, 'index'))
    const perArea = Math.round((areasBytes(then) - areasBytes(now)) / areas)
    console.log(`Bytes (brotli) now, and with ${areas} more areas:`)
    console.log(`the entry: ${entryBytes(now)}, ${entryBytes(then)}: ${entry}, ${entryThen}`)
    console.log(`the areas: ${areasBytes(now)}, ${areasBytes(then)}: ${perArea} an area, at most ${mostPerArea}`)
    const faults: string[] = []
    // The name is a hash of what is in it, and of the names of what it loads.
    if (entry !== entryThen) faults.push('With more areas the entry is another file, which everybody downloads again.')
    if (perArea > mostPerArea)
      faults.push(`An area adds ${perArea} bytes to the areas' file, more than ${mostPerArea}.`)
    for (const screen of screens) {
      const bytes = { now: untilUsable(now, screen), later: untilUsable(then, screen) }
      for (const when of ['now', 'later'] as const) {
        console.log(`${screen} until usable, ${when}: ${bytes[when]}, at most ${mostUntilUsable[when]}`)
        if (bytes[when] > mostUntilUsable[when]) faults.push(`${screen} loads too much until it is usable.`)
      }
    }
    return faults
  } finally {
    process.chdir(root)
    rmSync(folder, { recursive: true, force: true })
  }
}

const faults = [...compareBuilds(), ...(await growth())]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
