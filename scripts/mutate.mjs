// Makes each change of tests/mutations.mjs in a copy of the project and runs the tests beside it: part of `npm run assault`.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { mutations } from '../tests/mutations.mjs'
import { bin, node24, root, toolEnv } from './lib/project.mjs'
import { bold, dim, green, red, say } from './lib/terminal.mjs'

/** The files of the project as they are here, with its packages. */
function copyOfProject() {
  const copy = mkdtempSync(join(tmpdir(), 'karada-mutations-'))
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of list.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/**
 * Whether the tests fail with each of the changes. A change whose text is not there, or is there twice, has not been made.
 * @param {{ complete(child: object): Promise<{ code: number | null }> }} supervisor @param {string} [only]
 */
export async function mutate(supervisor, only = '') {
  say(`\n${bold('▸ mutations')}`)
  const copy = copyOfProject()
  const made = mutations.filter((one) => one.what.includes(only))
  const left = []
  try {
    for (const { what, file, from, to, tests } of made) {
      const text = readFileSync(join(copy, file), 'utf8')
      const isThere = text.split(from).length >= 2
      writeFileSync(join(copy, file), text.replaceAll(from, to))
      const { code } = await supervisor.complete({
        name: 'mutation',
        command: node24,
        args: [bin('vitest', 'vitest.mjs'), 'run', '--project', 'api', '--bail', '1', ...tests],
        cwd: copy,
        env: { ...toolEnv, TEST_DATABASE_URL: '' },
        output: 'quiet',
      })
      writeFileSync(join(copy, file), text)
      const isCaught = isThere && code !== 0
      if (!isCaught) left.push(what)
      say(`${isCaught ? green('✓') : red('✗')} ${what} ${dim(isThere ? file : `${file}: the text is not there`)}`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  say(`${made.length - left.length} of ${made.length} caught`)
  return left.length === 0
}
