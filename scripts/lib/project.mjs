import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
/** Node 24, brought by the `node` package: the same everywhere, independent of the machine's Node. */
export const node24 = join(root, 'node_modules', 'node', 'bin', 'node')
/** @param {...string} parts */
export const bin = (...parts) => join(root, 'node_modules', ...parts)

/** The environment of everything that is started: our Node and our tools come first; compiled files are kept. */
export const toolEnv = {
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'karada-desk-compiled'),
}

/** How to call npm: the very one that runs this script, or the one on the PATH. @param {string[]} args */
export const npm = (args) => {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? { command: process.execPath, args: [cli, ...args] } : { command: 'npm', args }
}
