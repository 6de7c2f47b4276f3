import { covers } from '../contracts.ts'
import type { Living } from '../life.ts'
import { isBase } from '../masters.ts'
import { addPurchase, deposited, detail, payBack, payBackPart } from '../sales.ts'
import { addDays, dayOf, monthAfter, monthOf } from '../time.ts'
import type { MemberTicket, Purchase } from '../world.ts'

/** What is sold, paid and given back. */
export function saleVerbs({ world, ledger, contracts, now }: Living) {
  const purchase = (id: number) => world.purchases.find((one) => one.id === id)

  return {
    /** A ticket, paid at the desk. */
    buy(memberId: number, ticketId: number, method = '現金'): Purchase | null {
      const member = contracts.member(memberId)
      const ticket = world.tickets.find(({ id }) => id === ticketId)
      if (!member || member._erased || !ticket) return null
      ledger.add(world.member_tickets, {
        ...{ id: ledger.nextId(), member_id: memberId, ticket_id: ticketId, studio_id: member.studio_id },
        ...{ count: ticket.max_count, used_count: 0, granted_at: now() },
        expires_on: ticket.valid_days && addDays(dayOf(now()), ticket.valid_days),
      })
      return addPurchase(world, ledger, {
        ...{ studioId: member.studio_id, memberId, at: now(), settledAt: now(), method },
        details: [{ ...detail(ticket.name, 'チケット', ticket.price), code: ticket.code }],
      })
    },
    useTicket(memberTicketId: number): MemberTicket | null {
      const ticket = world.member_tickets.find(({ id }) => id === memberTicketId)
      if (!ticket || ticket.used_count >= ticket.count) return null
      ledger.set(ticket, { used_count: ticket.used_count + 1 })
      return ticket
    },
    /** The dues of this month, not paid yet. */
    charge(memberId: number): Purchase | null {
      const member = contracts.member(memberId)
      const month = monthAfter(dayOf(now()), 0)
      const due = contracts.all(memberId).filter((one) => covers(one, month))
      const isCharged = world.purchases.some((one) => one.member_id === memberId && one.target_month === monthOf(month))
      if (!member || due.length === 0 || isCharged) return null
      return addPurchase(world, ledger, {
        ...{ studioId: member.studio_id, memberId, at: now(), settledAt: null, month: monthOf(month) },
        method: due[0]?.payment_method ?? '現金',
        details: due.map(({ plan }) => detail(plan.name, isBase(plan) ? '会費' : 'オプション', plan.price)),
      })
    },
    settle(id: number): Purchase | null {
      const row = purchase(id)
      if (!row || row.settled_at !== null) return null
      ledger.set(row, { settled_at: now(), status: '精算済', ...deposited(id, now(), Number(row.total_amount)) })
      return row
    },
    /** The card or the bank refuses. */
    failPayment(id: number): Purchase | null {
      const row = purchase(id)
      if (!row || row.settled_at !== null) return null
      ledger.set(row, { status: '決済エラー' })
      return row
    },
    /** A sale of negative lines, on its own day. */
    refund(id: number): Purchase | null {
      const row = purchase(id)
      return row && mayBePaidBack(row) ? payBack({ world, ledger, now }, row) : null
    },
    /** The sale says 返金済, and no other row says when. */
    refundUnsaid(id: number): Purchase | null {
      const row = purchase(id)
      if (!row || !mayBePaidBack(row)) return null
      ledger.set(row, { status: '返金済' })
      return row
    },
    /** Half of its first line; what is left may be paid back later. */
    refundPart(id: number): Purchase | null {
      const row = purchase(id)
      const [line] = row?.details ?? []
      if (!row || !line || row.status !== '精算済' || line.quantity < 0 || line.total_amount < 2) return null
      return payBackPart({ world, ledger, now }, row)
    },
    /** Off the whole receipt, and off none of its lines, which do not add up then. */
    giveCoupon(id: number, yen = 500): Purchase | null {
      const row = purchase(id)
      if (!row || Number(row.total_amount) <= yen) return null
      const [total, discount] = [Number(row.total_amount) - yen, Number(row.discount_amount) + yen]
      ledger.set(row, { total_amount: total, discount_amount: discount })
      return row
    },
    /** As if it had never been. */
    cancelSale(id: number): Purchase | null {
      const row = purchase(id)
      if (!row || row.status === '取消') return null
      ledger.set(row, { status: '取消', _before: row.status })
      return row
    },
    restoreSale(id: number): Purchase | null {
      const row = purchase(id)
      if (row?.status !== '取消') return null
      ledger.set(row, { status: String(row._before) })
      return row
    },
    /** Handed over, and still to be paid. */
    owe(id: number): Purchase | null {
      const row = purchase(id)
      if (!row || row.settled_at !== null) return null
      ledger.set(row, { status: '未収' })
      return row
    },
  }
}

const mayBePaidBack = ({ status, details }: Purchase) =>
  ['精算済', '一部返金'].includes(status) && details.every(({ quantity }) => quantity > 0)
