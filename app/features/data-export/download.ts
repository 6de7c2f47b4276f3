import type { DataExport } from '#contract/data-export.ts'
import { isApiError } from '#contract/errors.ts'
import { saveFile } from '~/data/save-csv'
import { getDataExportPart } from '~/functions/data-export'
import { endSession } from '~/identity/leave'
import { failureMessage } from '~/lib/failure'
import { notify } from '~/lib/notices'

const tries = 3
const pause = 1_500

async function partOf(id: string, at: number): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { base64 } = await getDataExportPart({ data: { id, at: String(at) } })
      return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    } catch (error) {
      const isOfNetwork = isApiError(error) && (error.code === 'network' || error.code === 'timeout')
      if (!isOfNetwork || attempt === tries) throw error
      await new Promise((resolve) => setTimeout(resolve, pause * attempt))
    }
  }
}

/** Fetches the parts one after the other and saves them as one file, or says why there is none. */
export async function saveDataExport({ id, parts, createdAt }: DataExport, onShare: (share: number) => void) {
  try {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for (let at = 0; at < (parts ?? 0); at += 1) {
      pieces.push(await partOf(id, at))
      onShare((at + 1) / (parts ?? 1))
    }
    const name = `karada-desk_${createdAt.slice(0, 10).replaceAll('-', '')}.zip`
    await saveFile(new Blob(pieces, { type: 'application/zip' }), name)
  } catch (error) {
    if (isApiError(error) && error.code === 'unauthenticated') return void endSession(error.endedBy)
    notify.error(`ファイルを保存できませんでした。${failureMessage(error).text}`)
  }
}
