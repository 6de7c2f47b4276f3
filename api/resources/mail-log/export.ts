import type { mailLog } from '#contract/mail.ts'
import type { CsvExports } from '../../csv.ts'

export const mailLogExports: CsvExports<typeof mailLog> = {
  list: { filename: () => 'メール送信履歴', columns: () => [], page: async () => ({ rows: [], after: null }) },
}
