import type { AuditDetail } from '../context.ts'

/**
 * The difference for the audit row, field by field: of the fields that `after` has, or all of them where one side is
 * null.
 */
export function difference<T extends object>(before: T | null, after: Partial<T> | null): AuditDetail['diff'] {
  const keys = Object.keys(after ?? before ?? {}) as (keyof T)[]
  return Object.fromEntries(
    keys
      .map((key) => [key, { before: before?.[key] ?? null, after: after?.[key] ?? null }] as const)
      .filter(([, { before: was, after: is }]) => JSON.stringify(was) !== JSON.stringify(is)),
  )
}
