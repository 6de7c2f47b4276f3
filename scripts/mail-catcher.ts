// The demo's mail server: takes every mail, sends none on, and shows them in a mailbox page.
import { createServer } from 'node:http'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface Caught {
  id: number
  to: string
  from: string
  subject: string
  at: string
  text: string
  html: string
}

/** What a mailbox is for: the last ones. */
const most = 200
const caught: Caught[] = []
let serial = 0

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, { envelope }, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
        serial += 1
        caught.unshift({
          id: serial,
          to: envelope.rcptTo.map(({ address }) => address).join(', '),
          from: mail.from?.address ?? '',
          subject: mail.subject ?? '',
          at: new Date().toISOString(),
          text: mail.text ?? '',
          html: mail.html ?? '',
        })
        caught.length = Math.min(caught.length, most)
        done()
      }, done)
    })
  },
})

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const page = (body: string) => `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>メールボックス</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font-family:sans-serif;line-height:1.7;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c2b27}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d7e0dc;padding:.5rem;text-align:left}
iframe{width:100%;height:28rem;border:1px solid #d7e0dc}pre{white-space:pre-wrap}</style></head><body>${body}</body></html>`

const inTokyo = (iso: string) => new Date(iso).toLocaleString('ja-JP', { timeZone: 'Asia/Tokyo' })

const mailbox = () =>
  page(`<h1>メールボックス</h1><p>デモのメールはすべてここに届き、外へは送られません。</p>
${
  caught.length === 0
    ? '<p>メールはまだありません。</p>'
    : `<table><thead><tr><th>受信</th><th>宛先</th><th>件名</th></tr></thead><tbody>${caught
        .map(
          ({ id, at, to, subject }) =>
            `<tr><td>${inTokyo(at)}</td><td>${escaped(to)}</td><td><a href="/mails/${id}">${escaped(subject)}</a></td></tr>`,
        )
        .join('')}</tbody></table>`
}`)

const letter = ({ subject, to, from, at, text, html }: Caught) =>
  page(`<p><a href="/">メールボックスへ戻る</a></p><h1>${escaped(subject)}</h1>
<p>${inTokyo(at)}<br>差出人: ${escaped(from)}<br>宛先: ${escaped(to)}</p>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="本文" srcdoc="${escaped(`<base target="_blank">${html}`)}"></iframe>
<h2>テキスト</h2><pre>${escaped(text)}</pre>`)

const web = createServer((request, answer) => {
  const { pathname, searchParams } = URL.parse(`http://127.0.0.1${request.url}`) ?? new URL('http://127.0.0.1/nowhere')
  if (pathname === '/mails.json') {
    const to = searchParams.get('to')
    answer.setHeader('content-type', 'application/json')
    return answer.end(JSON.stringify(caught.filter((mail) => to === null || mail.to === to)))
  }
  const id = pathname.match(/^\/mails\/(\d+)$/)?.[1]
  const one = caught.find((mail) => String(mail.id) === id)
  answer.statusCode = pathname === '/' || one ? 200 : 404
  answer.setHeader('content-type', 'text/html; charset=utf-8')
  answer.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'")
  answer.end(one ? letter(one) : mailbox())
})

// A sender that ends in the middle of a letter; a port that is taken still ends this process.
smtp.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') throw error
  console.error(error.message)
})
smtp.listen(Number(process.env.SMTP_PORT ?? 1025), '127.0.0.1')
web.listen(Number(process.env.MAILBOX_PORT ?? 8025), '127.0.0.1')
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))
