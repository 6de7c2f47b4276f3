import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node24, npm, root } from './project.mjs'
import { progressBar, Refusal } from './terminal.mjs'

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @param {string} file @returns {Record<string, LockedPackage>}
 */
const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Whether node_modules is complete and what the lockfile says. npm writes its own record last, so an incomplete install has none. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(node24)) return false
  const installed = packagesIn(record)
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || wanted.devOptional || installed[path]?.version === wanted.version,
  )
}

/** Installs exactly what the lockfile says, with a bar that counts packages as they arrive. @param {import('./processes.mjs').Supervisor} supervisor */
export async function ensureInstalled(supervisor) {
  if (isInstalled()) return
  const bar = progressBar('必要なパッケージをインストール')
  const paths = Object.entries(packagesIn(join(root, 'package-lock.json')))
    .filter(([path, wanted]) => path !== '' && !wanted.optional)
    .map(([path]) => join(root, path, 'package.json'))
  const arrived = () => paths.filter((path) => existsSync(path)).length
  const timer = setInterval(() => {
    const count = arrived()
    bar.update(Math.min(0.99, count / paths.length), `${count}/${paths.length}`)
  }, 500)
  const { code, tail } = await supervisor.complete({
    name: 'npm ci',
    ...npm(['ci', '--no-audit', '--no-fund', '--include=dev']),
    cwd: root,
    output: 'quiet',
    // npm finishes unpacking before it handles signals; an incomplete install is detected and repeated anyway.
    graceMs: 1000,
  })
  clearInterval(timer)
  if (code !== 0 || !isInstalled()) {
    throw new Refusal(
      `パッケージをインストールできませんでした（npm ci、終了コード ${code}）。\n${tail.slice(-15).join('\n')}`,
    )
  }
  bar.end()
}
