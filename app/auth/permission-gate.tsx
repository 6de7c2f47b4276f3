import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { ForbiddenPage } from '~/components/status-pages'
import { useCan } from './session'

/** A screen behind a right: without it a clear 403 page appears instead. For comfort only, the API decides. */
export function PermissionGate({ permission, children }: { permission: Permission | undefined; children: ReactNode }) {
  const can = useCan()
  return permission && !can(permission) ? <ForbiddenPage /> : children
}
