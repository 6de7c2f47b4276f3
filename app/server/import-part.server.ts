import { ApiError } from '#contract/errors.ts'
import { fileImport } from '#contract/file-import.ts'
import { adminApiBaseUrl } from './environment.server'
import { readBounded } from './limits.server'
import { callerOf, refusal } from './proxy.server'
import { unanswered } from './unanswered.server'
import { assertDoubleSubmitOf } from './xsrf.server'

const deadline = 60_000
const address = /^\/import\/([1-9]\d{0,9})\/part\/(0|[1-9]\d{0,7})$/

export const isImportPart = (request: Request) => new URL(request.url).pathname.startsWith('/import/')

/** Passes a part of a file on to the API as it is: bytes, which a server function does not take. */
export async function importPart(request: Request): Promise<Response> {
  const [, id, start] = new URL(request.url).pathname.match(address) ?? []
  if (request.method !== 'PUT' || id === undefined || start === undefined) throw new ApiError('not_found')
  assertDoubleSubmitOf(request)
  const body = await readBounded(request, fileImport.part.bytes)
  const path = fileImport.part.path.replace(':id', id).replace(':start', start)
  const { headers, signal } = request
  const answer = await fetch(adminApiBaseUrl() + path, {
    method: 'PUT',
    headers: {
      'content-type': 'application/octet-stream',
      authorization: headers.get('authorization') ?? '',
      'user-agent': headers.get('user-agent') ?? '',
      ...callerOf((name) => headers.get(name)),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
  }).catch((error) => {
    throw unanswered(error, deadline)
  })
  const json = await answer.json().catch(() => undefined)
  if (!answer.ok) throw refusal(answer.status, json)
  return Response.json(fileImport.part.output.parse(json))
}
