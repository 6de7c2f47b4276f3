import { createHash } from 'node:crypto'

const { SAMPLE: sample, SAMPLE_CHANGED: changed = '' } = process.env

/** One of this many areas is drawn by each check. */
const oneIn = 4

/**
 * Whether a story that is alike for many areas runs for this one. `npm test` draws one area in four, always the same
 * for one commit, and takes those whose files changed lately; without SAMPLE, as in `npm run e2e` and `npm run assault`,
 * all run. `files` occurs in the paths of the area's files.
 */
export function isDrawn(story: string, { noun, files }: { noun: string; files: string }): boolean {
  if (!sample || changed.split('\n').some((path) => path.includes(files))) return true
  const [first = 0] = createHash('sha256').update(`${sample} ${story} ${noun}`).digest()
  return first % oneIn === 0
}
