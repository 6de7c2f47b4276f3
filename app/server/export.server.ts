import { getRequest } from '@tanstack/react-start/server'
import type { z } from 'zod'
import { type Endpoint, split } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { adminApiBaseUrl } from './environment.server'
import { forwardedHeaders, refusal } from './proxy.server'
import { unanswered } from './unanswered.server'

/** Time limit until the first byte and between chunks, in milliseconds; the total time is unlimited. */
const patience = 15_000

/**
 * Handler of a list's CSV export: requests the list as `text/csv` and pipes the stream through without buffering. A
 * client that disconnects cancels the export on the API too.
 */
export const exportCsv =
  <E extends Endpoint & { csv: object }>(endpoint: E) =>
  async ({ data }: { data: z.output<E['input']> }): Promise<Response> => {
    const { path, query } = split(endpoint, data as Record<string, unknown>)
    const abort = new AbortController()
    const signal = AbortSignal.any([getRequest().signal, abort.signal])
    /** Time limit for the API's next chunk; a slow reader has no limit. */
    const inTime = async <T>(next: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => abort.abort(new DOMException('No answer', 'TimeoutError')), patience)
      return next.finally(() => clearTimeout(timer))
    }
    const answer = await inTime(
      fetch(`${adminApiBaseUrl()}${path}${query}`, {
        headers: forwardedHeaders('text/csv'),
        redirect: 'manual',
        signal,
      }),
    ).catch((error) => {
      throw error instanceof ApiError ? error : unanswered(error, patience)
    })
    if (!answer.ok) throw refusal(answer.status, await inTime(answer.json()).catch(() => undefined))
    const pieces = answer.body?.getReader()
    const type = answer.headers.get('content-type')
    if (!pieces || !type?.startsWith('text/csv')) throw new ApiError('upstream')
    const stream = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const { done, value } = await inTime(pieces.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => pieces.cancel(reason),
    })
    return new Response(stream, {
      headers: {
        'content-type': type,
        'content-disposition': answer.headers.get('content-disposition') ?? 'attachment',
      },
    })
  }
