import { defaultPage, roomyPageLimit } from './constants'
import { isPhone, remember, remembered } from './cookies'
import { parseWhole } from './numbers'

/** Page sizes that staff may choose and the URL may hold. */
export const pageSizes: readonly number[] = [10, 25, 50, 100, 200, 500]

/** Rows of a page where the URL names no size: as staff chose last in this browser, else 50, and 10 on a phone. */
export function usualPageSize(): number {
  const chosen = parseWhole(remembered('karada.rows'))
  if (pageSizes.includes(chosen)) return chosen
  return isPhone() ? defaultPage.limit : roomyPageLimit
}

/** The choice applies to every list in this browser. */
export const rememberPageSize = (size: number) => remember('karada.rows', String(size))
