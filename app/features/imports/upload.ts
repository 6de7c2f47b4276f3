import { cutText } from '#contract/cut-text.ts'
import { ApiError, type ApiErrorBody, isApiError } from '#contract/errors.ts'
import { type ImportKind, importPartBytes } from '#contract/words/import.ts'
import { createImport } from '~/functions/file-import'
import { bearerToken, tokenAfterRefusal } from '~/identity/token'
import { readCookie } from '~/lib/cookies'
import { uploadFetch } from '~/lib/upload-fetch'

const tries = 3
const pause = 1_500

interface UploadOptions {
  kind: ImportKind
  file: File
  signal: AbortSignal
  /** How much of the file has been sent, 0 to 1. */
  onShare: (share: number) => void
}

/**
 * Sends a file in parts and answers the import's id. A part that does not arrive is sent again; the same file, chosen
 * again later, goes on where it broke off. Throws ApiError.
 */
export async function uploadFile({ kind, file, signal, onShare }: UploadOptions): Promise<string> {
  const bytes = await file.arrayBuffer()
  const sha256 = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const draft = { kind, name: cutText(file.name, 200), size: file.size, sha256 }
  const { id, received } = await createImport({ data: draft, signal })
  for (let start = received; start < file.size; ) {
    const part = file.slice(start, start + importPartBytes)
    const sent = start
    const onPart = (share: number) => onShare((sent + share * part.size) / file.size)
    start = await sendPart({ id, start, part, signal, onShare: onPart })
  }
  onShare(1)
  return id
}

interface Part extends Omit<UploadOptions, 'file' | 'kind'> {
  id: string
  start: number
  part: Blob
}

async function sendPart(given: Part): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await putPart(given)
    } catch (error) {
      const isOfNetwork = isApiError(error) && (error.code === 'network' || error.code === 'timeout')
      if (!isOfNetwork || attempt === tries || given.signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, pause * attempt))
    }
  }
}

/** Up to which byte the file has arrived. */
async function putPart({ id, start, part, signal, onShare }: Part): Promise<number> {
  const token = await bearerToken()
  const put = (authorization: string) =>
    uploadFetch(onShare)(`/import/${id}/part/${start}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${authorization}`, 'x-xsrf-token': readCookie('XSRF-TOKEN') ?? '' },
      body: part,
      signal,
    }).catch((error: unknown) => {
      throw new ApiError(signal.aborted || (error as Error)?.name === 'AbortError' ? 'aborted' : 'network')
    })
  let response = await put(token)
  const fresh = response.status === 401 ? await tokenAfterRefusal(token) : null
  if (fresh) response = await put(fresh)
  const json = await response.json().catch(() => undefined)
  if (response.ok && typeof json?.received === 'number') return json.received
  const { code, message, fields } = (json ?? {}) as Partial<ApiErrorBody>
  throw new ApiError(code ?? 'upstream', { ...(message && { message }), ...(fields && { fields }) })
}
