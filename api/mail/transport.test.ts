import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../tests/support/mail-server.ts'
import { refusalOf, smtpTransport } from './transport.ts'

let closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing) await close()
  closing = []
})

const letter = {
  to: 'kaiin@example.com',
  messageId: '1.AbCdEfGhIjKlMnOpQrStUv',
  fromName: 'からだクラブ',
  replyTo: null,
  subject: 'ご案内',
  html: '<p>ご案内</p>',
  text: 'ご案内',
  unsubscribeUrl: null,
  isAutomatic: false,
}
const soon = { connectionTimeout: 1000, greetingTimeout: 300, socketTimeout: 300 }

/** The outcome of a letter to the server at this address. */
async function sendTo(smtpUrl: string | null) {
  const transport = smtpTransport(
    { smtpUrl, from: 'Karada Desk <no-reply@example.jp>', ratePerMinute: 6000 },
    { waits: soon },
  )
  closing.push(() => transport.close())
  return transport.send(letter).then(() => 'sent', refusalOf)
}
async function serve(options: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> {
  const server = await startMailServer(options)
  closing.push(server.close)
  return server
}
const portOf = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })

test('an unreachable server is retried later', async () => {
  const server = createServer()
  const port = await portOf(server)
  await new Promise((resolve) => server.close(resolve))
  expect(await sendTo(`smtp://127.0.0.1:${port}`)).toMatchObject({ kind: 'temporary', detail: /ECONNREFUSED/ })
})

test('a server that accepts the connection and stays silent is retried later', async () => {
  const server = createServer((socket) => closing.push(() => socket.destroy()))
  closing.push(() => server.close())
  expect(await sendTo(`smtp://127.0.0.1:${await portOf(server)}`)).toMatchObject({ kind: 'temporary' })
})

test('a server that requires TLS while TLS is off is retried later', async () => {
  const server = await serve({ needsTls: true })
  expect(await sendTo(`${server.url}?ignoreTLS=true`)).toMatchObject({ kind: 'temporary', detail: /STARTTLS/ })
})

test('a server without TLS where the setting requires it is retried later', async () => {
  const server = await serve()
  expect(await sendTo(`${server.url}?requireTLS=true`)).toMatchObject({ kind: 'temporary' })
})

test('without a server, mails wait for the setting', async () => {
  expect(await sendTo(null)).toEqual({ kind: 'temporary', detail: 'SMTP_URL is not set' })
})

test('a refused login is a configuration error, not a fault of the address', async () => {
  const server = await serve()
  expect(await sendTo(server.url.replace('://', '://nobody:wrong@'))).toMatchObject({ kind: 'temporary' })
})

test('a server’s 4xx is retried, 5xx is final, and 5xx to RCPT TO means an unknown address', async () => {
  const server = await serve()
  server.fail(() => 'busy')
  expect(await sendTo(server.url)).toMatchObject({ kind: 'temporary' })
  server.fail(() => 'noSuchAddress')
  expect(await sendTo(server.url)).toMatchObject({ kind: 'noSuchAddress' })
  server.fail(() => 'spam')
  expect(await sendTo(server.url)).toMatchObject({ kind: 'permanent' })
})

test.each([
  ['550 5.1.1 <blocked@example.com>: user unknown', 'noSuchAddress'],
  ['550 no such user here', 'noSuchAddress'],
  ['550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org', 'permanent'],
  ['554 5.7.1 <kaiin@example.com>: Relay access denied', 'permanent'],
  ['552 5.2.2 The mailbox is full', 'permanent'],
  ['550 relaying denied', 'permanent'],
])('at RCPT TO %s is %s: a refusal because of us does not mark the address', (said, kind) => {
  const message = `Can't send mail - all recipients were rejected: ${said}`
  const responseCode = Number(said.slice(0, 3))
  expect(refusalOf(Object.assign(new Error(message), { command: 'RCPT TO', responseCode }))).toMatchObject({ kind })
})
