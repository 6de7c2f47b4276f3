import type { RoleLevel } from './words/staff.ts'

/** Header of every answer to a signed-in caller: the fingerprint of their rights at that moment. */
export const rightsPrintHeader = 'x-karada-rights'

interface Rights {
  role: RoleLevel
  isAdmin: boolean
  /** In any order. */
  shopIds: readonly string[]
}

/** A short fingerprint of rights and shops, by which a screen notices a change (FNV-1a, 32 bits). */
export function rightsPrint({ role, isAdmin, shopIds }: Rights): string {
  let print = 0x811c9dc5
  for (const letter of [role, isAdmin, ...[...shopIds].sort()].join(' ')) {
    print = Math.imul(print ^ (letter.codePointAt(0) as number), 0x01000193)
  }
  return (print >>> 0).toString(36)
}
