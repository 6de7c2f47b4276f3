import type { AuditDetail } from '../context.ts'

/**
 * What differs, field by field, for the audit row: of the fields that `after` has, or all of them where one side is not
 * there.
 */
export function difference<T extends object>(before: T | null, after: Partial<T> | null): AuditDetail['diff'] {
  const keys = Object.keys(after ?? before ?? {}) as (keyof T)[]
  return Object.fromEntries(
    keys
      .map((key) => [key, { before: before?.[key] ?? null, after: after?.[key] ?? null }] as const)
      .filter(([, { before: was, after: is }]) => JSON.stringify(was) !== JSON.stringify(is)),
  )
}
