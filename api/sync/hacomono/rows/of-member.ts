import { z } from 'zod'
import type { ProviderContract, ProviderMemberTicket } from '../../provider-rows.ts'
import { zProviderId } from '../shapes.ts'
import { orNull, zCode, zDay, zMoment, zText, zWhole } from '../values.ts'
import { zMethod, zPaymentStatus, zPlanKind } from '../words.ts'

export const Contract = z
  .object({
    id: zProviderId,
    member_id: zProviderId,
    studio_id: zProviderId,
    plan: z.object({ id: zProviderId, code: zCode, name: zText, type: zPlanKind, price: zWhole }),
    contracted_on: zDay,
    start_on: zDay,
    /** Assumption: the last valid day. */
    end_on: orNull(zDay),
    cancel_requested_on: orNull(zDay),
    payment_method: zMethod,
    payment_status: zPaymentStatus,
  })
  .transform(
    (row): ProviderContract => ({
      ...{ id: row.id, memberId: row.member_id, studioId: row.studio_id },
      plan: {
        ...{ id: row.plan.id, code: row.plan.code, name: row.plan.name },
        ...{ kind: row.plan.type, monthlyFee: row.plan.price },
      },
      ...{ contractedOn: row.contracted_on, startOn: row.start_on, endOn: row.end_on },
      cancelRequestedOn: row.cancel_requested_on,
      ...{ paymentMethod: row.payment_method, paymentStatus: row.payment_status },
    }),
  )

export const MemberTicket = z
  .object({
    id: zProviderId,
    member_id: zProviderId,
    ticket_id: zProviderId,
    studio_id: zProviderId,
    count: zWhole,
    used_count: zWhole,
    granted_at: zMoment,
    expires_on: orNull(zDay),
  })
  .transform(
    (row): ProviderMemberTicket => ({
      ...{ id: row.id, memberId: row.member_id, ticketId: row.ticket_id, studioId: row.studio_id },
      ...{ grantedNum: row.count, usedNum: row.used_count, grantedAt: row.granted_at, expiresOn: row.expires_on },
    }),
  )
