import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Caught {
  to: string
  /** As it came over the wire. */
  raw: string
  mail: Email
}

/** What the server does with a recipient or a message; nothing: it takes it. */
export type Fault = 'busy' | 'noSuchAddress' | 'spam' | 'drop' | Refused | undefined
/** A reply to MAIL FROM, RCPT TO or the letter, in lines as a server sends them: `550 5.1.1 …`. */
interface Refused {
  to: 'MAIL' | 'RCPT' | 'DATA'
  reply: string
}

const refused = (responseCode: number, message: string | string[]) =>
  Object.assign(new Error(), { responseCode, message: message as string })

/** The reply, where the fault has one for this command. */
function replyTo(command: Refused['to'], fault: Fault) {
  if (typeof fault !== 'object' || fault.to !== command) return undefined
  const lines = fault.reply.split('\n')
  return refused(
    Number(lines[0]?.slice(0, 3)),
    lines.map((line) => line.slice(4)),
  )
}

/** A mail server on a free port that records mails and fails as `faultFor` specifies. */
export async function startMailServer(options: { needsTls?: boolean; port?: number } = {}) {
  const caught: Caught[] = []
  const tries = new Map<string, number>()
  let faultFor: (to: string, attempt: number) => Fault = () => undefined
  /** Called between the last byte of a letter and the server's answer. */
  let beforeAnswer: (to: string) => Promise<void> | void = () => {}
  const attemptOf = (to: string) => tries.get(to) ?? 0

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    onConnect: (_, done) => done(options.needsTls ? refused(530, '5.7.0 Must issue a STARTTLS command first') : null),
    onMailFrom: (_, __, done) => done(replyTo('MAIL', faultFor('', 0))),
    onRcptTo: ({ address }, _, done) => {
      tries.set(address, attemptOf(address) + 1)
      const fault = faultFor(address, attemptOf(address))
      const reply = replyTo('RCPT', fault)
      if (reply) return done(reply)
      if (fault === 'busy') return done(refused(451, '4.3.2 Please try again later'))
      if (fault === 'noSuchAddress') return done(refused(550, '5.1.1 User unknown'))
      done()
    },
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address).join(',')
      const fault = faultFor(to, attemptOf(to))
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (fault === 'spam') return done(refused(554, '5.7.1 Message rejected'))
        if (fault === 'drop') return drop()
        const reply = replyTo('DATA', fault)
        if (reply) return done(reply)
        const raw = Buffer.concat(chunks).toString()
        caught.push({ to, raw, mail: await PostalMime.parse(raw) })
        await beforeAnswer(to)
        done()
      })
    },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  /** Ends every connection where it is. */
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  // Some tests disconnect on purpose.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    caught,
    to: (address: string) => caught.filter((letter) => letter.to === address),
    attemptsFor: attemptOf,
    fail: (by: typeof faultFor) => {
      faultFor = by
    },
    beforeAnswer: (hook: typeof beforeAnswer) => {
      beforeAnswer = hook
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>
