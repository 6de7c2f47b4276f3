import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { getTableName } from 'drizzle-orm'
import { access, accessSql } from './access.ts'

/** A file of the folder `sql`. */
export interface SqlFile {
  /** File name without extension: `050-membership`. */
  name: string
  text: string
}

/** A step that runs again when its version differs from the one that ran last. */
export interface Step {
  name: string
  sql: string
  version: string
  isRebuild: boolean
  /** Indexes of large tables: each statement on its own, while rows are written. */
  isApart?: boolean
  /** What a rebuild rebuilds, in Japanese, for its progress. */
  label?: string | undefined
}

const folder = new URL('sql/', import.meta.url)

export async function readSqlFiles(): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({
      name: name.slice(0, -'.sql'.length),
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  )
}

const hashOf = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex')

/** The files in a rebuild's line `-- changes with: a, b`; null for a file that only defines. */
const changesWith = ({ text }: SqlFile) => text.match(/^-- changes with: (.+)$/m)?.[1]?.split(', ') ?? null

/** A rebuild's line `-- shown as: …`. */
const labelOf = ({ text }: SqlFile) => text.match(/^-- shown as: (.+)$/m)?.[1]

/** A file with the line `-- apart`. */
const isApart = ({ text }: SqlFile) => /^-- apart$/m.test(text)

/** The parts of a rebuild, between which its progress is reported. */
export const partsOf = ({ sql }: Step) => sql.split(/^-- part$/m)

/** The text without comments and indentation, so that a changed comment triggers no rebuild. */
const codeOf = ({ text }: SqlFile) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('--'))
    .join('\n')

/**
 * The steps from a migrated database to this version, in order: definitions, then each table's access, then the
 * rebuilds of derived data.
 * - A definition can run twice. It runs when its text changed, and after migrations, which may have recreated its
 *   table.
 * - A file of indexes has `create index concurrently if not exists …;`, each in a line of its own.
 * - A rebuild takes minutes on a large club. It runs only when its own code or that of a file it names changed.
 */
export function stepsOf(files: readonly SqlFile[], tables: readonly SqlFile[], migrations: string): Step[] {
  const definition = ({ name, text }: SqlFile): Step => ({
    name,
    sql: text,
    version: hashOf(migrations, text),
    isRebuild: false,
    ...(isApart({ name, text }) && { isApart: true }),
  })
  const contentOf = (file: SqlFile): string =>
    hashOf(
      codeOf(file),
      ...(changesWith(file) ?? []).map((name) => {
        const named = files.find((one) => one.name === name)
        if (!named) throw new Error(`${file.name}.sql changes with ${name}, which is not there`)
        return contentOf(named)
      }),
    )
  const rebuilds = files.filter((file) => changesWith(file))
  return [
    ...files.filter((file) => !changesWith(file)).map(definition),
    ...tables.map(definition),
    ...rebuilds.map((file) => ({
      name: file.name,
      sql: file.text,
      version: contentOf(file),
      isRebuild: true,
      label: labelOf(file),
    })),
  ]
}

/** Each table's access as a step. */
export const tableAccess = (): SqlFile[] =>
  access.map((one) => ({ name: `access of ${getTableName(one.table)}`, text: accessSql(one) }))
