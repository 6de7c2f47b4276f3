import type { Ctx } from '../../context.ts'
import { requireShop } from './require-shop.ts'

/** The shop's part of a file name: 新宿店, or 全店舗 for several. */
export async function shopInFilename(ctx: Ctx, shopId: string | undefined): Promise<string> {
  const only = ctx.shops !== 'all' && ctx.shops.length === 1 ? ctx.shops[0] : undefined
  const id = shopId ?? only
  return id === undefined ? '全店舗' : (await requireShop(ctx, id)).name
}
