import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body))
}

/** What its API refuses, in its own words. */
export const refusal = (response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}) =>
  json(response, status, { errors: [{ code, message: refusals[code] ?? code }], data: null }, headers)

/** The form of these is known, their codes are not. */
const refusals: Record<string, string> = {
  COM_000401: 'ログインが必要です。',
  COM_000403: '参照する権限がありません。',
  COM_000404: 'データが見つかりません。',
  COM_000429: 'リクエストが多すぎます。',
  COM_000500: 'エラーが発生しました。',
}

/** A page of its screens instead of data. */
export function screen(response: ServerResponse, status: number) {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end('<!doctype html><title>ログイン</title>')
}

/** What is requested; an address that is none, as `//`, is that of nothing here. */
export const addressOf = ({ url }: IncomingMessage) => URL.parse(`http://stub${url}`) ?? new URL('http://stub/nowhere')

export async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

export const listen = (server: Server, port = 0) =>
  new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

export const closed = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
