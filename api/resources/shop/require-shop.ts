import { ApiError } from '#contract/errors.ts'
import type { Ctx } from '../../context.ts'
import { required } from '../../db/records.ts'
import { countShops, type ShopRow, shopById } from './repository.ts'

/** The shop of this id; 404 where it does not exist or is out of scope. */
export async function requireShop({ scoped, shops }: Ctx, id: string): Promise<ShopRow> {
  return required(await shopById(scoped, shops, id))
}

/** 404 when one of them does not exist or is out of scope. */
export async function requireShops({ scoped, shops }: Ctx, ids: readonly string[]): Promise<void> {
  const distinct = [...new Set(ids)]
  if ((await countShops(scoped, shops, distinct)) < distinct.length) throw new ApiError('not_found')
}
