/** PostgreSQL's SQLSTATE of an error as Drizzle passes it on; empty where it has none. */
export const sqlStateOf = (error: unknown): string =>
  ((error as { cause?: { code?: string } }).cause ?? (error as { code?: string })).code ?? ''

/** `unique_violation`. */
export const isUniqueViolation = (error: unknown) => sqlStateOf(error) === '23505'
