/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Locked
 * @typedef {Record<string, Locked>} Packages
 */

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'sunos', 'aix', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

/** Platform of a package, by its name. @param {string} name @returns {Locked} */
export function platformOf(name) {
  const words = name.replace('windows', 'win32').replace(/.*\//, '').split('-')
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor)) ?? (words.includes('64') ? 'x64' : undefined)
  const libc = words.includes('musl') ? 'musl' : os === 'linux' && words.includes('gnu') ? 'glibc' : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && cpu !== 'wasm32' && { os: [os] }) }
}

/** Where `name` is found from the package at `path`, walking up as Node does. @param {Packages} packages @param {string} path @param {string} name */
function locate(packages, path, name) {
  let folder = path
  while (folder) {
    const candidate = `${folder}/node_modules/${name}`
    if (packages[candidate]) return candidate
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  }
  return `node_modules/${name}`
}

/**
 * Platform packages that the lockfile's packages require by exact version but that it does not list: without them
 * `npm ci` rejects the lockfile. Keyed by their path.
 * @param {Packages} packages @returns {Packages}
 */
export function missingPlatformPackages(packages) {
  /** @type {Packages} */
  const missing = {}
  for (const [path, owner] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      const found = locate(packages, path, name)
      if (!/^\d+\.\d+\.\d+/.test(version) || packages[found]?.version === version) continue
      const place = packages[found] ? `${path}/node_modules/${name}` : found
      missing[place] = { version, ...platformOf(name), ...(owner.dev && { dev: true }), optional: true }
    }
  }
  return missing
}
