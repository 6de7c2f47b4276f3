import { createHash } from 'node:crypto'

const { SAMPLE: sample, SAMPLE_CHANGED: changed = '', SAMPLE_ENGINES: engines } = process.env

/** What a story is about; one of `files` occurs in the paths of its files. */
interface Subject {
  noun: string
  files?: string | readonly string[] | undefined
}

const hasChanged = ({ files = [] }: Subject) =>
  [files].flat().some((part) => changed.split('\n').some((path) => path.includes(part)))

function draw(story: string, { noun }: Subject): number {
  const [first = 0] = createHash('sha256').update(`${sample} ${story} ${noun}`).digest()
  return first
}

/**
 * Whether a story that is alike for many areas runs for this one. `npm test` draws one in four, always the same for one
 * commit, and takes those whose files changed lately; without SAMPLE, as in `npm run e2e` and `npm run assault`, all run.
 */
export function isDrawn(story: string, subject: Subject, oneIn = 4): boolean {
  return !sample || hasChanged(subject) || draw(story, subject) % oneIn === 0
}

/** The ways in which a story runs for this area: all, or in `npm test` one of them unless its files changed lately. */
export function drawnOf<Way>(story: string, subject: Subject, ways: readonly Way[]): readonly Way[] {
  if (!sample || hasChanged(subject)) return ways
  return [ways[draw(story, subject) % ways.length] as Way]
}

/**
 * The one engine that `npm test` draws for a file of tests of the API; undefined: both, as where files of the same name
 * changed lately.
 */
export function engineOf(file: string): 'PGlite' | 'PostgreSQL' | undefined {
  if (engines !== 'both') return undefined
  const name = file.replace('tests/contract', '').replace(/\..*$/, '')
  const files = [`${name}.`, `${name}/`]
  const [engine, other] = drawnOf('engine', { noun: file, files }, ['PGlite', 'PostgreSQL'] as const)
  return other ? undefined : engine
}
