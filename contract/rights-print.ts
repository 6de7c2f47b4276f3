import type { RoleLevel } from './words/staff.ts'

/** On every answer to who is signed in: the print of their rights at that moment. */
export const rightsPrintHeader = 'x-karada-rights'

interface Rights {
  role: RoleLevel
  isAdmin: boolean
  /** In any order. */
  shopIds: readonly string[]
}

/** A short print of what a person may do and where, by which a screen sees that it has changed (FNV-1a, 32 bits). */
export function rightsPrint({ role, isAdmin, shopIds }: Rights): string {
  let print = 0x811c9dc5
  for (const letter of [role, isAdmin, ...[...shopIds].sort()].join(' ')) {
    print = Math.imul(print ^ (letter.codePointAt(0) as number), 0x01000193)
  }
  return (print >>> 0).toString(36)
}
