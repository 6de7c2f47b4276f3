import type { Ledger } from './ledger.ts'
import { addDays, dayOf } from './time.ts'
import type { Traps } from './traps.ts'
import type { Detail, Purchase, World } from './world.ts'

/** A line of a receipt; amounts hold a tenth of tax. */
export function detail(name: string, category: string, price: number, discount = 0, quantity = 1): Detail {
  const total = quantity * price - discount
  return {
    ...{ code: null, name, category, quantity, unit_price: price, discount_amount: discount },
    ...{ tax_amount: Math.trunc((total * 10) / 110), total_amount: total },
  }
}

/** 初月会費＋翌月会費＋入会金＋クーポン. */
export const firstDetails = (price: number, traps: Traps): Detail[] => [
  ...[
    detail('初月会費', '会費', Math.round(price / 2)),
    detail('翌月会費', '会費', price),
    detail('入会金', '入会金', 5500),
  ],
  ...(traps.isOn('discounts') ? [detail('クーポン', '入会金', 0, 3300)] : []),
]

interface Sold {
  studioId: number
  memberId: number | null
  at: string
  /** Null: not paid yet. */
  settledAt: string | null
  method: string
  details: Detail[]
  month?: string
  status?: string
  more?: Record<string, unknown>
}

export function addPurchase(world: World, ledger: Ledger, { more, ...sold }: Sold): Purchase {
  const id = ledger.nextId()
  const sum = (key: 'total_amount' | 'tax_amount' | 'discount_amount') =>
    sold.details.reduce((total, one) => total + one[key], 0)
  return ledger.add(world.purchases, {
    ...{ id, studio_id: sold.studioId, member_id: sold.memberId, charged_at: sold.at, settled_at: sold.settledAt },
    ...{ target_month: sold.month ?? null, payment_method: sold.method, reservation_id: null },
    status: sold.status ?? (sold.settledAt ? '精算済' : '未払い'),
    ...{ total_amount: sum('total_amount'), tax_amount: sum('tax_amount'), discount_amount: sum('discount_amount') },
    ...deposited(id, sold.settledAt, sum('total_amount')),
    details: sold.details,
    ...more,
  })
}

/** 手数料 and 入金日 of a settlement. */
export const deposited = (id: number, settledAt: string | null, total: number) => ({
  fee: settledAt === null ? null : Math.trunc(total * 0.03),
  deposited_on: settledAt && addDays(dayOf(settledAt), 45 + (id % 16)),
})

/** All lines as one, whose name says them all. */
export function firstLine(details: readonly Detail[]): Detail {
  const sum = (of: (one: Detail) => number) => details.reduce((total, one) => total + of(one), 0)
  const isRefund = details.some(({ quantity }) => quantity < 0)
  const discount = sum((one) => one.discount_amount)
  return {
    ...{ code: null, name: details.map(({ name }) => name).join('＋'), category: null },
    ...{ quantity: isRefund ? -1 : 1, unit_price: Math.abs(sum((one) => one.total_amount) + discount) },
    ...{ discount_amount: discount, tax_amount: sum((one) => one.tax_amount) },
    total_amount: sum((one) => one.total_amount),
  }
}

interface PayingBack {
  world: World
  ledger: Ledger
  now: () => string
}

const negative = (one: Detail): Detail => ({
  ...one,
  ...{ quantity: 0 - one.quantity, discount_amount: 0 - one.discount_amount },
  ...{ tax_amount: 0 - one.tax_amount, total_amount: 0 - one.total_amount },
})

function negativeSale({ world, ledger, now }: PayingBack, of: Purchase, details: Detail[], isFirst: boolean): Purchase {
  return addPurchase(world, ledger, {
    ...{ studioId: of.studio_id, memberId: of.member_id, at: now(), settledAt: now(), details },
    ...{ method: String(of.payment_method), ...(of.target_month && { month: of.target_month }) },
    more: { _refundOf: of.id, ...(isFirst && { _isFirst: true }) },
  })
}

/** What refunds have left of a sale. */
export const leftOf = ({ purchases }: World, { id, details }: Purchase) =>
  [
    ...details,
    ...purchases.flatMap((one) => (one._refundOf === id && one.status !== '取消' ? one.details : [])),
  ].reduce((sum, { total_amount }) => sum + total_amount, 0)

/** All that is left of it: its lines, or after a part of it one line. */
export function payBack(of: PayingBack, sale: Purchase): Purchase {
  const [left, [line]] = [leftOf(of.world, sale), sale.details]
  const isWhole = left === sale.details.reduce((sum, { total_amount }) => sum + total_amount, 0)
  of.ledger.set(sale, { status: '返金済' })
  const details = isWhole ? sale.details : [detail(line?.name ?? '', line?.category ?? '', left)]
  return negativeSale(of, sale, details.map(negative), isWhole && sale._isFirst === true)
}

/** Half of its first line. */
export function payBackPart(of: PayingBack, sale: Purchase): Purchase {
  const [line] = sale.details as [Detail]
  of.ledger.set(sale, { status: '一部返金' })
  const half = detail(line.name, line.category ?? '', Math.trunc(line.total_amount / 2))
  return negativeSale(of, sale, [negative(half)], false)
}
