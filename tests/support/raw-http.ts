import { connect } from 'node:net'

// HTTP as no client writes it.

export interface RawAnswer {
  status: number
  location: string | undefined
}

/** What the server says to these bytes, until it closes the connection; without an answer that is an error. */
export const sendRaw = (port: number, bytes: string): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.on('error', () => {})
    socket.on('data', (data) => {
      said += data.toString('latin1')
    })
    socket.on('close', () => {
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(said) ?? []
      if (status === undefined) return reject(new Error(`No answer to ${JSON.stringify(bytes.slice(0, 80))}`))
      resolve({ status: Number(status), location: /^location: (.*)\r$/im.exec(said)?.[1] })
    })
  })

/** A request of these lines, which ends its connection. */
export const headOf = (start: string, ...lines: string[]) =>
  [`${start} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n')

/** Methods that nothing here has, of those that Node's parser lets through. */
export const otherMethods = ['TRACE', 'CONNECT', 'OPTIONS', 'PATCH', 'PROPFIND', 'PURGE', 'SEARCH', 'LOCK']

const host = 'Host: localhost'
const targets = [
  '/%',
  '/%E0%A4%A',
  '/%ff',
  '/%00',
  '/..%2f..%2fx',
  '/?%',
  '/?a=%ff&b[=1',
  '//%5cx',
  '*',
  'http://%/',
  'x',
  '',
]
const hosts = [
  '',
  '%',
  'a b',
  'a/b',
  'a@b',
  'a:99999',
  '[',
  '[::1]:80',
  '\xe3\x81\x82',
  '1.2.3.4.5',
  '999.1.1.1',
  '9'.repeat(20),
  '..',
]
const headers = [
  'X y: z',
  'no colon',
  'X: \xff\xfe',
  'X: a\0b',
  `X: ${'a'.repeat(20_000)}`,
  Array.from({ length: 3_000 }, (_, at) => `x${at}: 1`).join('\r\n'),
  'Cookie: =;;%;\xff=1; karada.theme=%; XSRF-TOKEN=%E0',
  'Accept: */*;q=x,,;\r\nAccept-Encoding: gzip;q=z,br;;;\r\nAccept-Language: %%',
  'Origin: null\r\nReferer: %%%',
  'X-Forwarded-Proto: javascript\r\nX-Forwarded-For: ,,;\r\nX-Forwarded-Host: evil.example',
  'Range: bytes=9-1,--',
  'If-Modified-Since: x\r\nIf-None-Match: "',
  'Authorization: Bearer \xff',
  'Expect: 200-ok',
  'Upgrade: websocket',
  'Content-Type: ;;;',
  'Content-Length: -1',
  'Content-Length: 1\r\nContent-Length: 2',
  'Content-Length: 1\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: x',
]

/** Requests that are wrong in their method, address, host or headers, to these paths. */
export const malformed = (paths: readonly string[]): string[] => [
  ...targets.flatMap((target) => ['GET', 'POST', 'HEAD'].map((method) => headOf(`${method} ${target}`, host))),
  ...paths.flatMap((path) => [
    headOf(`GET ${path}`),
    ...[...otherMethods, 'TRACK', 'get'].map((method) => headOf(`${method} ${path}`, host)),
    ...hosts.map((name) => headOf(`GET ${path}`, `Host: ${name}`)),
    ...headers.flatMap((lines) => [headOf(`GET ${path}`, host, lines), headOf(`POST ${path}`, host, lines)]),
  ]),
]
