import { z } from 'zod'
import type { ProviderProgram, ProviderRoom, ProviderTicket } from '../../provider-rows.ts'
import { zProviderId } from '../shapes.ts'
import { orNull, zCode, zText, zWhole } from '../values.ts'

export const Room = z
  .object({ id: zProviderId, studio_id: zProviderId, name: zText })
  .transform(({ id, studio_id, name }): ProviderRoom => ({ id, studioId: studio_id, name }))

export const Program = z.object({ id: zProviderId, name: zText }).transform((row): ProviderProgram => row)

export const Ticket = z
  .object({
    id: zProviderId,
    code: orNull(zCode),
    name: zText,
    price: zWhole,
    /** Assumption: the units of one purchase. */
    max_count: zWhole,
    valid_days: orNull(zWhole),
  })
  .transform(({ max_count, valid_days, ...row }): ProviderTicket => ({ ...row, num: max_count, validDays: valid_days }))
