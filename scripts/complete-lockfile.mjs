// `npm run lock:complete`, after an `npm install` against a registry that carries this platform's binaries only:
// npm then leaves the other platforms out of package-lock.json, and `npm ci` refuses the result everywhere.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPlatformPackages } from './lib/lockfile.mjs'
import { root } from './lib/project.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingPlatformPackages(lock.packages)
const count = Object.keys(missing).length

if (count > 0) {
  const packages = { ...lock.packages, ...missing }
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(`${count} platform packages added to package-lock.json`)
