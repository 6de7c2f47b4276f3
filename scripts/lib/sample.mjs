import { execFileSync } from 'node:child_process'
import { root } from './project.mjs'

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/**
 * What `tests/support/sample.ts` draws its stories by: the tree of the commit, so that one commit always runs the same
 * ones, and the files of the last five commits and of the working tree, whose areas run whole. `SAMPLE=…` repeats an
 * earlier draw.
 */
export function sampleOf() {
  const [tree = ''] = git('rev-parse', '--short', 'HEAD^{tree}')
  const changed = [
    ...git('log', '-5', '--name-only', '--format='),
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return { SAMPLE: process.env.SAMPLE ?? tree, SAMPLE_CHANGED: [...new Set(changed)].join('\n') }
}
