import { ApiError } from '#contract/errors.ts'
import type { Ctx } from '../../context.ts'
import { countShops, type ShopRow, shopById } from './repository.ts'

/** A shop that somebody names; 404 for one that is not there or not this person's. */
export async function requireShop({ scoped, shops }: Ctx, id: string): Promise<ShopRow> {
  const row = await shopById(scoped, shops, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** 404 when one of several is not there or not this person's. */
export async function requireShops({ scoped, shops }: Ctx, ids: readonly string[]): Promise<void> {
  const asked = [...new Set(ids)]
  if ((await countShops(scoped, shops, asked)) < asked.length) throw new ApiError('not_found')
}
