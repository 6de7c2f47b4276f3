/** PostgreSQL's SQLSTATE of an error as Drizzle passes it on; empty where it has none. */
export const sqlStateOf = (error: unknown): string =>
  ((error as { cause?: { code?: string } }).cause ?? (error as { code?: string })).code ?? ''

/** `unique_violation`. */
export const isUniqueViolation = (error: unknown) => sqlStateOf(error) === '23505'

/** `lock_not_available`: not within `lock_timeout`. */
export const isLockHeld = (error: unknown) => sqlStateOf(error) === '55P03'

/** SQLSTATEs of a server that stops, starts or only reads: another one has taken over, or this one comes back. */
const ofAnotherServer = /^(08...|57P0[123]|25006)$/
const ofTheSocket = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Whether the connection to the database is of no more use: a new one may lead to the server that has taken over. */
export const isConnectionLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = sqlStateOf(error)
  if (ofAnotherServer.test(code) || ofTheSocket.has(code)) return true
  return (
    /^(Connection terminated|Client was closed|timeout expired|timeout exceeded)/.test(error.message) ||
    isConnectionLost(error.cause)
  )
}

/** What PostgreSQL reports of an error. Its statement and parameters stay where they are. */
const reported = [
  'code',
  'severity',
  'detail',
  'hint',
  'position',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
] as const

/** An error as plain texts, which can be posted to another thread whatever the error holds. */
export type ReportedError = { name: string; message: string } & { [F in (typeof reported)[number]]?: string }

export function reportOf(error: unknown): ReportedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const fields = reported.flatMap((field) => {
    const value = (error as { [F in typeof field]?: unknown })[field]
    return typeof value === 'string' ? [[field, value]] : []
  })
  return { name: String(error.name), message: String(error.message), ...Object.fromEntries(fields) }
}

export const errorOf = ({ message, ...fields }: ReportedError) => Object.assign(new Error(message), fields)

/** The embedded database's thread has ended, and with it every statement that had no answer. */
export class DatabaseEnded extends Error {
  constructor(cause?: unknown) {
    super('The thread of the embedded database has ended', { cause })
  }
}

/** Whether the database ended during the work that failed. */
export const hasDatabaseEnded = (error: unknown): boolean =>
  error instanceof Error && (error instanceof DatabaseEnded || hasDatabaseEnded(error.cause))
