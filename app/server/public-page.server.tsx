import { renderToStaticMarkup } from 'react-dom/server'

// Public pages: no session, script or cookie.

/** A minimal style sheet with the colours of app.css. */
const style = `
:root{color-scheme:light dark;--background:light-dark(oklch(.979 .003 160),oklch(.178 .008 170));--foreground:light-dark(oklch(.245 .014 172),oklch(.932 .006 160));--card:light-dark(oklch(1 0 0),oklch(.216 .009 170));--muted:light-dark(oklch(.475 .014 170),oklch(.735 .012 165));--border:light-dark(oklch(.908 .006 162),oklch(.318 .011 168));--primary:light-dark(oklch(.42 .082 163),oklch(.75 .115 161));--accent:light-dark(oklch(.945 .022 162),oklch(.3 .032 165))}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--foreground);font:16px/1.9 "Hiragino Sans","Yu Gothic UI","Noto Sans JP","Noto Sans CJK JP",system-ui,sans-serif;overflow-wrap:anywhere;text-size-adjust:100%;-webkit-text-size-adjust:100%}
main{max-width:48rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2,h3{line-height:1.45;word-break:auto-phrase}
h1{margin:0 0 .5rem;font-size:1.5rem}
h2{margin:2.25rem 0 .5rem;font-size:1.125rem}
h3{margin:1.5rem 0 .25rem;font-size:1rem}
p{margin:.5rem 0}
a{color:var(--primary)}
a:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
em{font-style:normal;text-emphasis:filled dot}
blockquote{margin:1rem 0;padding-left:1rem;border-left:4px solid var(--border)}
hr{margin:2rem 0;border:0;border-top:1px solid var(--border)}
table{width:100%;margin:1rem 0;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.375rem .625rem;border:1px solid var(--border);text-align:left;vertical-align:top}
th{background:var(--accent)}
.facts{margin:0 0 1.5rem;color:var(--muted);font-size:.875rem}
.notice{margin:0 0 2rem;padding:1rem 1.25rem;border:1px solid var(--border);border-left:4px solid var(--primary);border-radius:8px;background:var(--card)}
.notice p{margin:.25rem 0;white-space:pre-line}
button{min-height:2.75rem;padding:.5rem 1.5rem;border:0;border-radius:8px;background:var(--primary);color:var(--card);font:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
@page{size:A4;margin:18mm 16mm}
@media print{:root{color-scheme:light}body{background:none;font-size:10.5pt;line-height:1.7}main{max-width:none;padding:0}h2,h3{break-after:avoid}tr{break-inside:avoid}.screen{display:none}}
`

/** Content security policy: only this style and our own forms, so that nothing in a text can run. */
async function contentSecurityPolicy(sendsForms: boolean): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)))
  const source = `'sha256-${btoa(String.fromCharCode(...hash))}'`
  return `default-src 'none'; style-src ${source}; img-src 'self'; base-uri 'none'; form-action ${sendsForms ? "'self'" : "'none'"}; frame-ancestors 'none'`
}

const Page = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <html lang="ja">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, whose hash the policy names */}
      <style dangerouslySetInnerHTML={{ __html: style }} />
    </head>
    <body>
      <main>{children}</main>
    </body>
  </html>
)

interface PublicPage {
  title: string
  page: React.ReactNode
  status: number
  cacheControl: string
  /** Whether the page contains a form. */
  sendsForms?: boolean
}

/** The page as an answer, under a policy of its own. */
export async function publicPage(
  request: Request,
  { title, page, status, cacheControl, sendsForms = false }: PublicPage,
): Promise<Response> {
  const html = `<!doctype html>${renderToStaticMarkup(<Page title={title}>{page}</Page>)}`
  return new Response(request.method === 'HEAD' ? null : html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': await contentSecurityPolicy(sendsForms),
      'cache-control': cacheControl,
    },
  })
}
