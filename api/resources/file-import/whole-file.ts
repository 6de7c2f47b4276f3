import { ApiError } from '#contract/errors.ts'
import type { Ctx } from '../../context.ts'
import { fileOf } from '../../import/files.ts'
import { FileRefused } from '../../import/refusal.ts'
import { returnedFile } from '../../import/returned/returned-file.ts'
import type { Sealing } from '../../lib/sealing.ts'
import type { WholeFile } from '../../wire/csv.ts'
import { type FileRow, reasonsOf } from './repository.ts'

/** What a text may be called; a workbook comes back as CSV. */
const ofText = /\.(csv|tsv|txt)$/i

/** The file that `find` answers, as it came, with the reasons of its refused rows. */
export async function fileWithErrors(
  read: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>,
  sealing: Sealing,
  find: (ctx: Ctx) => Promise<FileRow>,
): Promise<WholeFile> {
  try {
    const { who, name, given } = await read(async (ctx) => {
      const file = await find(ctx)
      const reasons = await reasonsOf(ctx.scoped, file.id)
      ctx.audit({ resourceId: file.id, rowCount: reasons.size })
      const bytes = await fileOf(ctx.scoped, sealing, file)
      return {
        ...{ who: ctx.principal.staffId, name: file.name },
        given: { kind: file.kind, bytes, sheet: file.answers.sheet, reasons },
      }
    })
    return {
      filename: `エラー列付き_${name.replace(/\.\w+$/, '')}`,
      extension: ofText.exec(name)?.[1]?.toLowerCase() ?? 'csv',
      bytes: await returnedFile(given, who),
    }
  } catch (error) {
    throw error instanceof FileRefused ? new ApiError('conflict', { message: error.message }) : error
  }
}
