import { createServer } from 'node:net'
import { Refusal } from './terminal.mjs'

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
const canListen = (port, host) =>
  new Promise((resolve) => {
    const server = createServer()
    // Without IPv6 the port is free there too.
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** Whether this port is free on this machine, on IPv4 and IPv6. @param {number} port */
const isFree = async (port) => (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))

/**
 * Refuses with one line that names the variable to set.
 * @param {{ variable: string, port: number }[]} wanted
 */
export async function requireFreePorts(wanted) {
  for (const { variable, port } of wanted) {
    if (await isFree(port)) continue
    throw new Refusal(
      `ポート ${port} は使用中です。使用中のプログラムを終了するか、${variable}=<別のポート> を付けて起動してください。`,
    )
  }
}

/** A port that was free a moment ago. @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Polls until the response is ready; the caller's supervisor reports the death of the process behind it.
 * @param {string} url @param {{ timeoutMs: number, isReady?: (response: Response) => Promise<boolean> }} options
 */
export async function waitUntilReady(url, { timeoutMs, isReady = async (response) => response.ok }) {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'manual' })
      if (await isReady(response)) return
      await response.body?.cancel()
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Refusal(`${url} が ${Math.round(timeoutMs / 1000)} 秒以内に応答しませんでした。`)
}
