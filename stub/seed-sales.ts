import { covers } from './contracts.ts'
import { isBase } from './masters.ts'
import { addPurchase, detail, firstDetails, payBack, payBackPart } from './sales.ts'
import type { Seeding } from './seed.ts'
import { addDays, monthAfter, monthOf } from './time.ts'
import type { Contract } from './world.ts'

/** Dues of months, first sales, tickets. */
export function seedSales({ world, ledger, traps, random, today, months }: Seeding) {
  const since = monthAfter(today, -months)
  const seen = new Set<number>()
  const byMember = new Map<number, Contract[]>()
  for (const contract of world.plans) {
    const found = byMember.get(contract.member_id)
    if (found) found.push(contract)
    else byMember.set(contract.member_id, [contract])
  }
  for (const [memberId, contracts] of byMember) {
    const [first] = contracts
    if (!first) continue
    const method = String(first.payment_method)
    const sold = { studioId: first.studio_id, memberId, method }
    if (first.contracted_on >= since && !seen.has(memberId)) {
      const at = `${first.contracted_on} 11:00:00.000`
      addPurchase(world, ledger, {
        ...{ ...sold, at, settledAt: at, details: firstDetails(first.plan.price, traps), more: { _isFirst: true } },
      })
    }
    seen.add(memberId)
    for (let month = since; month <= today; month = monthAfter(month)) {
      const due = contracts.filter((one) => covers(one, month) && (one !== first || one.start_on < month))
      if (due.length === 0 || monthAfter(first.start_on, 2) > month) continue
      const day = addDays(month, method === '口座振替' ? 26 : 19)
      const isPaid = day <= today && !random.chance(0.02)
      addPurchase(world, ledger, {
        ...{ ...sold, at: `${month} 00:00:00.000`, month: monthOf(month) },
        settledAt: isPaid ? `${day} 09:00:00.000` : null,
        status: isPaid ? '精算済' : day <= today ? '決済エラー' : '未払い',
        details: due.map(({ plan }) =>
          detail(
            plan.name,
            isBase(plan) ? '会費' : 'オプション',
            plan.price,
            random.chance(0.1) && traps.isOn('discounts') ? 550 : 0,
          ),
        ),
      })
    }
    if (random.chance(0.1)) {
      const ticket = random.pick(world.tickets)
      const day = addDays(today, -random.below(months * 28))
      const at = `${day} 15:30:00.000`
      const times = traps.isOn('equalPurchases') && random.chance(0.4) ? 2 : 1
      for (let time = 0; time < times; time += 1) {
        addPurchase(world, ledger, {
          ...{ ...sold, at, settledAt: at, method: random.pick(['現金', '店頭カード', '電子マネー']) },
          details: [{ ...detail(ticket.name, 'チケット', ticket.price), code: ticket.code }],
        })
        ledger.add(world.member_tickets, {
          ...{ id: ledger.nextId(), member_id: memberId, ticket_id: ticket.id, studio_id: first.studio_id },
          ...{ count: ticket.max_count, used_count: random.below(ticket.max_count + 1), granted_at: at },
          expires_on: ticket.valid_days && addDays(day, ticket.valid_days),
        })
      }
    }
  }
  if (traps.isOn('saleStates')) seedStates({ world, ledger })
}

/** The states that a sale may have, each of some. */
function seedStates({ world, ledger }: Pick<Seeding, 'world' | 'ledger'>) {
  for (const [n, sale] of [...world.purchases].entries()) {
    const at = sale.settled_at
    if (at === null && n % 3 === 0) ledger.set(sale, { status: '未収' })
    if (at === null) continue
    const of = { world, ledger, now: () => at }
    if (n % 47 === 5) ledger.set(sale, { status: '取消', _before: sale.status })
    if (n % 47 === 15) ledger.set(sale, { status: '返金済' })
    if (n % 47 === 25) payBackPart(of, sale)
    if (n % 47 === 35) payBack(of, sale)
  }
}
