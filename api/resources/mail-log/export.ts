import type { mailLog } from '#contract/mail.ts'
import { mailFields } from '#contract/words/fields/mail.ts'
import { consentBases, mailCategories, mailStatuses } from '#contract/words/mail.ts'
import { memberIdOf } from '../../db/one-member.ts'
import { toTokyoDateTime } from '../../lib/time.ts'
import type { CsvExports } from '../../wire/csv.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { listMails } from './repository.ts'
import { requireNamed } from './service.ts'

const exportedAtOnce = 500

/** `2026/01/05 14:05` in Tokyo. */
const minuteOf = (at: Date | null) => at && toTokyoDateTime(at).slice(0, 16).replaceAll('-', '/').replace('T', ' ')

export const mailLogExports: CsvExports<typeof mailLog> = {
  list: {
    filename: async (ctx, input) => `メール送信履歴_${await shopInFilename(ctx, input.shopId)}`,
    columns: () => [
      mailFields.sendAt,
      mailFields.finishedAt,
      mailFields.subject,
      mailFields.category,
      mailFields.consentBasis,
      mailFields.segmentText,
      mailFields.status,
      `${mailFields.total}（名）`,
      `${mailFields.delivered}（通）`,
      `${mailFields.bounced}（通）`,
      `${mailFields.failed}（通）`,
      `${mailFields.cancelled}（通）`,
      `${mailFields.unsubscribed}（名）`,
      `${mailFields.excluded}（名）`,
      mailFields.senderStaffId,
    ],
    page: async (ctx, input, after) => {
      const { member } = await requireNamed(ctx, input)
      if (input.shopId !== undefined) ctx.audit({ shopId: input.shopId })
      const memberId = member && (await memberIdOf(ctx.scoped, member.id))
      if (memberId) ctx.audit({ memberId: String(memberId) })
      const offset = Number(after ?? 0)
      const { rows, total } = await listMails(ctx, { ...input, offset, limit: exportedAtOnce })
      if (after === null) ctx.audit({ rowCount: total })
      const next = offset + rows.length
      return {
        rows: rows.map((row) => [
          minuteOf(row.sendAt),
          minuteOf(row.sentAt),
          row.subject,
          mailCategories[row.category],
          consentBases[row.consentBasis],
          row.segmentText,
          mailStatuses[row.status],
          row.total,
          row.delivered,
          row.bounced,
          row.failed,
          row.cancelled,
          row.unsubscribed,
          row.excluded,
          row.sender?.displayName ?? null,
        ]),
        after: next < total ? String(next) : null,
      }
    },
  },
}
