/** PostgreSQL's `unique_violation`, as Drizzle passes it on. */
export const isUniqueViolation = (error: unknown) =>
  ((error as { cause?: { code?: string } }).cause ?? (error as { code?: string })).code === '23505'
