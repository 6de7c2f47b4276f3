/** @type {{ statement: RegExp, unless?: RegExp, because: string }[]} */
const rules = [
  {
    statement: /^create (unique )?index (?!concurrently)/i,
    because:
      'locks out writes: move it to a file of api/db/sql with the line `-- apart`, as `create index concurrently`',
  },
  {
    statement: / alter column .* (set data )?type /i,
    because: 'rewrites the table under a lock: add a column beside it',
  },
  {
    statement: / alter column .* set not null/i,
    because: 'reads the table under a lock: add a check `not valid` first',
  },
  {
    statement: / add column .*( generated always as .* stored| serial| identity|random|clock_timestamp|nextval)/i,
    because: 'rewrites the table under a lock: add it empty, and fill it in parts',
  },
  {
    statement: / add column .* not null/i,
    unless: / default /i,
    because: 'fails on a table with rows: give it a constant default',
  },
  {
    statement: / add constraint .* (foreign key|check|unique|primary key)/i,
    unless: /not valid|using index/i,
    because: 'reads the table under a lock: add it `not valid`, and validate it in the next migration',
  },
  {
    statement: /^(drop table|alter table .* (drop column|rename) ?)/i,
    because:
      'takes away what the version before still reads: one version later, with a line `-- unused since <commit>`',
  },
]

/**
 * What in a migration a running product would notice, of tables that the same migration does not create. A statement
 * after a line of a comment is taken as considered.
 * @param {string} sql a file of api/db/migrations @returns {string[]} statement and reason
 */
export function noticedWhileRunning(sql) {
  const statements = sql.split('--> statement-breakpoint').map((one) => one.trim())
  const created = statements.flatMap((one) => one.match(/^create table (?:if not exists )?("[^"]+")/i)?.[1] ?? [])
  return statements.flatMap((raw) => {
    const statement = raw.replaceAll(/\s+/g, ' ')
    if (
      raw.startsWith('-- ') ||
      created.some((table) => new RegExp(`(table|on) (only )?${table}`, 'i').test(statement))
    ) {
      return []
    }
    const broken = rules.find((rule) => rule.statement.test(statement) && !rule.unless?.test(statement))
    return broken ? [`${statement}: ${broken.because}`] : []
  })
}
