// `npm run lock:complete`, after an `npm install` against a registry that carries this platform's binaries only:
// npm then leaves the other platforms out of package-lock.json, and `npm ci` refuses the result everywhere.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/project.mjs'

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Locked */

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
/** @type {Record<string, Locked>} */
const packages = lock.packages

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'sunos', 'aix', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

/** What a platform package's name says of where it runs. @param {string} name @returns {Partial<Locked>} */
function platformOf(name) {
  const words = name.replace('windows', 'win32').replace(/.*\//, '').split('-')
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor)) ?? (words.includes('64') ? 'x64' : undefined)
  const libc = words.includes('musl') ? 'musl' : os === 'linux' && words.includes('gnu') ? 'glibc' : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && cpu !== 'wasm32' && { os: [os] }) }
}

/** Where `name` is found from `path`, walking up as Node does. @param {string} path @param {string} name */
function locate(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[candidate] || !folder) return candidate
    if (!folder.includes('/node_modules/')) folder = ''
    if (!folder) return `node_modules/${name}`
  }
}

let added = 0
for (const [path, owner] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const exact = /^\d+\.\d+\.\d+/.test(version)
    const found = locate(path, name)
    if (!exact || packages[found]?.version === version) continue
    const place = packages[found] ? `${path}/node_modules/${name}` : found
    packages[place] = { version, ...platformOf(name), ...(owner.dev && { dev: true }), optional: true }
    added += 1
  }
}

if (added > 0) {
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(`${added} platform packages added to package-lock.json`)
