/** Statuses without a body; the constructor of Response refuses one. */
const withoutBody = [204, 205, 304]

/**
 * A `fetch` that reports how much of the body has been sent, from 0 to 1. Built on XMLHttpRequest, because fetch
 * reports no upload progress. For bodies of text or bytes. Rejects as fetch does: with the signal's reason when it is
 * aborted, with a TypeError when the network fails.
 */
export const uploadFetch =
  (onProgress: (share: number) => void): typeof fetch =>
  (resource, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const request = new XMLHttpRequest()
      request.open(method, String(resource))
      request.responseType = 'arraybuffer'
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total)
      }
      request.onload = () => resolve(responseOf(request))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(signal?.reason)
      const abort = () => request.abort()
      signal?.addEventListener('abort', abort)
      request.onloadend = () => signal?.removeEventListener('abort', abort)
      request.send(body as XMLHttpRequestBodyInit | null)
    })

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1))
  }
  return new Response(withoutBody.includes(status) ? null : request.response, { status, statusText, headers })
}
