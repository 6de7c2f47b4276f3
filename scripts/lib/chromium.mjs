import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './terminal.mjs'

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where Chromium is, or undefined. CHROMIUM_PATH wins. */
export function findChromium(names = browsers) {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : undefined
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}

/** For tests: the headless shell skips invisible painting, which saves a quarter of the time. */
export const findHeadlessChromium = () => findChromium(['chromium-headless-shell', ...browsers])

/** Debian's Chromium with Japanese letters, where it may be installed. @param {import('./processes.mjs').Supervisor} supervisor */
export async function ensureChromium(supervisor) {
  const found = findHeadlessChromium()
  if (found) return found
  const debian = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (!debian || process.getuid?.() !== 0) return undefined
  const packages = ['chromium-headless-shell', 'fonts-noto-cjk']
  say(`Installing ${packages.join(' and ')} with apt-get`)
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    await supervisor.complete({ name: 'apt-get', command: 'apt-get', args, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  return findHeadlessChromium()
}
