import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = new URL('../../api/', import.meta.url).pathname

/** Where a statement begins: at the start of a text, after a semicolon, in a function's body. */
const start = String.raw`(?:^|[;'"\`]|\$\$|\b(?:begin|then|else|loop)\b)\s*`
const kinds: [what: string, found: RegExp][] = [
  [
    'a setting of the session',
    new RegExp(
      `${start}(?:set\\s+(?!local\\b|constraints\\b|null\\b)\\w+(?:\\s+\\w+)?\\s*(?:=|to\\b|')|set\\s+session\\b|reset\\s+\\w+|discard\\s+\\w+)`,
      'gi',
    ),
  ],
  ['a setting of the session', /set_config\([^()]*(?:\([^()]*\)[^()]*)*,\s*false\s*\)/gi],
  ['a lock of the session', /\bpg_(?:try_)?advisory_(?:lock|unlock)/gi],
  ['a listener', new RegExp(`${start}(?:un)?listen\\s+\\w+`, 'gi')],
  [
    'a temporary table that stays',
    /\bcreate\s+(?:local\s+|global\s+)?temp(?:orary)?\s+(?!table\s+\w+\s+on\s+commit\s+drop\b)\w+/gi,
  ],
  ['a cursor that stays', /\bwith\s+hold\b/gi],
  ['a prepared statement', new RegExp(`${start}(?:prepare|deallocate)\\s+\\w+`, 'gi')],
]

/** The embedded database has one session, and no pooler. */
const ofTheEmbedded = [
  "db/client.ts: set time zone '",
  'db/pglite-worker.ts: set max_stack_depth =',
  'seed/seed.ts: set wal_recycle =',
  'seed/seed.ts: reset wal_recycle',
]

/** Everything of the text that a session of the database would keep, without comments. */
const keptBySession = (text: string) => {
  const code = text.replaceAll(/^\s*(?:--|\/\/|\*|\/\*).*$/gm, '')
  return kinds.flatMap(([what, pattern]) =>
    [...code.matchAll(pattern)].map(([found]) => ({
      what,
      found: found.replace(/^(?:[;'"`]|\$\$|\w+\b(?=\s+(?:set|reset)))?\s*/, ''),
    })),
  )
}

test('nothing in the API depends on a database session, which a pooler gives to somebody else', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:ts|sql)$/.test(file) && !/\.test\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  const kept = files.flatMap((file) =>
    keptBySession(readFileSync(join(folder, file), 'utf8')).map(({ found }) => `${file}: ${found}`),
  )
  expect(kept.filter((one) => !ofTheEmbedded.includes(one))).toEqual([])
})

test.each([
  "client.query('set timezone to utc')",
  "sql`set time zone 'UTC'`",
  'begin set work_mem = 1; end',
  '`select 1; set role karada_app = x`',
  "select set_config('app.shops', 'all', false)",
  "query('select pg_advisory_lock($1)', [1])",
  'select pg_try_advisory_lock(1)',
  "client.query('listen jobs')",
  'create temporary table one as select 1',
  'create temp table if not exists one (id integer)',
  "exec('reset work_mem')",
  "exec('discard all')",
])('the search finds: %s', (text) => {
  expect(keptBySession(text)).not.toEqual([])
})

test.each([
  "sql`set local work_mem = '96MB'`",
  "select set_config('role', 'karada_app', true)",
  'select pg_advisory_xact_lock(1)',
  'create temporary table one on commit drop as select 1',
  'update shop\n    set name = $1',
  'language sql stable set search_path = public as $$',
])('the search allows: %s', (text) => {
  expect(keptBySession(text)).toEqual([])
})
