import { z } from 'zod'
import type { ProviderPurchase } from '../../provider-rows.ts'
import { zProviderId } from '../shapes.ts'
import { orNull, zCode, zMoment, zMonth, zOtherId, zText, zWhole } from '../values.ts'
import { zCategory, zMethod, zSaleStatus } from '../words.ts'

/** Assumption: amounts hold tax, and a line's total is what is left after its discount. */
const Line = z
  .object({
    code: orNull(zCode),
    name: zText,
    category: orNull(zCategory),
    quantity: zWhole,
    unit_price: zWhole,
    discount_amount: zWhole.default(0),
    tax_amount: zWhole,
    total_amount: zWhole,
  })
  .refine((line) => line.total_amount === line.quantity * line.unit_price - line.discount_amount, {
    path: ['total_amount'],
  })
  .transform(({ unit_price, discount_amount, tax_amount, total_amount, ...line }) => ({
    ...{ ...line, unitPrice: unit_price, discount: discount_amount, tax: tax_amount, net: total_amount },
  }))

/** Its fee and the day of its deposit, which come weeks later, are not read. */
export const Purchase = z
  .object({
    id: zProviderId,
    studio_id: zProviderId,
    member_id: zOtherId,
    settled_at: orNull(zMoment),
    target_month: orNull(zMonth),
    payment_method: zMethod,
    status: zSaleStatus,
    /** Assumption: the sum of its lines. Where it is another one, nobody can say which of both was paid. */
    total_amount: orNull(zWhole),
    details: z.array(Line).min(1),
  })
  .refine(
    ({ total_amount, details }) =>
      total_amount === null || total_amount === details.reduce((sum, { net }) => sum + net, 0),
    { path: ['total_amount'] },
  )
  .transform(
    (row): ProviderPurchase => ({
      ...{ id: row.id, studioId: row.studio_id, memberId: row.member_id },
      ...{ settledAt: row.settled_at, targetMonth: row.target_month },
      ...{ method: row.payment_method, status: row.status, lines: row.details },
    }),
  )
