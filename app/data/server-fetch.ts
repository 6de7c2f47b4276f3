import { ApiError, type ApiErrorCode, errorStatus } from '#contract/errors.ts'
import { tokenAfterRefusal } from '~/identity/token'

let listen: (headers: Headers) => void = () => {}

/** Registers the reader of every response's headers; a later one replaces an earlier one. */
export function onAnswer(listener: typeof listen) {
  listen = listener
}

/** Fetch for server functions: retries once with a fresh token, and converts foreign responses into an ApiError. */
export const serverFnFetch =
  (send: typeof fetch): typeof fetch =>
  async (resource, given) => {
    // Chromium serialises requests for the same cacheable URL; `no-store` avoids that.
    const init: RequestInit = { ...given, cache: 'no-store' }
    const response = await settle(send(resource, init))
    if (response.status === 401) {
      const headers = new Headers(init.headers)
      const refused = headers.get('authorization')?.slice('Bearer '.length)
      const fresh = refused && (await tokenAfterRefusal(refused))
      if (fresh) {
        headers.set('authorization', `Bearer ${fresh}`)
        return accept(await settle(send(resource, { ...init, headers })))
      }
    }
    return accept(response)
  }

async function settle(answer: Promise<Response>): Promise<Response> {
  try {
    const response = await answer
    listen(response.headers)
    return response
  } catch (error) {
    throw new ApiError(error instanceof Error && error.name === 'AbortError' ? 'aborted' : 'network')
  }
}

const codeOfStatus = (status: number) =>
  (Object.keys(errorStatus) as ApiErrorCode[]).find((code) => errorStatus[code] === status) ?? 'upstream'

function accept(response: Response): Response {
  if (response.headers.has('x-tss-serialized') || response.headers.has('x-tss-raw')) return response
  throw new ApiError(response.ok ? 'upstream' : codeOfStatus(response.status))
}
