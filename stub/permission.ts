import type { ServerResponse } from 'node:http'
import { json } from './http.ts'

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** The page on which a person gives their permission. */
export function authorize(response: ServerResponse, query: URLSearchParams) {
  if (query.get('response_type') !== 'code' || !URL.canParse(query.get('redirect_uri') ?? '')) {
    return json(response, 400, { error: 'invalid_request' })
  }
  const link = (answer: string, label: string) =>
    `<a href="/api/oauth/answer?${escaped(String(new URLSearchParams({ ...Object.fromEntries(query), answer })))}">${label}</a>`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>会員管理システム（模擬環境）</title>
<style>body{font:16px/1.7 sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}a{display:inline-block;margin-right:1rem;padding:.5rem 1.25rem;border:1px solid;border-radius:.4rem}</style>
<h1>会員管理システム（模擬環境）</h1><p>これは開発用の模擬環境です。実際の会員管理システムではありません。</p>
<p>カラダデスクにデータの読み取りを許可しますか。</p><p>${link('allow', '許可する')}${link('deny', '拒否する')}</p></html>`)
}

/** Back to who asked, with a code where the person allowed it. */
export function answerPermission(
  response: ServerResponse,
  query: URLSearchParams,
  codeFor: (redirectUri: string) => string,
) {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!URL.canParse(redirectUri)) return json(response, 400, { error: 'invalid_request' })
  const back = new URL(redirectUri)
  back.searchParams.set('state', query.get('state') ?? '')
  if (query.get('answer') === 'allow') back.searchParams.set('code', codeFor(redirectUri))
  else back.searchParams.set('error', 'access_denied')
  response.writeHead(302, { location: back.href }).end()
}
