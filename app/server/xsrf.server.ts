import { getCookie, getRequestHeader } from '@tanstack/react-start/server'
import { ApiError } from '#contract/errors.ts'

export const xsrfCookie = 'XSRF-TOKEN'
const xsrfHeader = 'x-xsrf-token'

/** Whether the browser has a valid token; cookies with the same or a longer name may come from another site. */
export const carriesXsrfToken = (request: Request) =>
  /(?:^|;\s*)XSRF-TOKEN=[\w-]{32}/.test(request.headers.get('cookie') ?? '')

/** 403 unless header and cookie carry the same token of ours. */
export function assertDoubleSubmit(
  cookie = getCookie(xsrfCookie),
  header: string | null | undefined = getRequestHeader(xsrfHeader as 'x-xsrf-token'),
) {
  if (!cookie || cookie.length < 32 || !header || !equalInConstantTime(cookie, header)) {
    throw new ApiError('forbidden', { message: 'ページを再読み込みしてから、もう一度お試しください。' })
  }
}

/** Checks the double submit of a request that no server function answers. */
export function assertDoubleSubmitOf({ headers }: Request) {
  const [, cookie] = headers.get('cookie')?.match(/(?:^|;\s*)XSRF-TOKEN=([\w-]{32,})/) ?? []
  assertDoubleSubmit(cookie ?? '', headers.get(xsrfHeader))
}

function equalInConstantTime(a: string, b: string) {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ (b.charCodeAt(i % b.length) || 0)
  return difference === 0
}
