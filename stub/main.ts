import { parseArgs } from 'node:util'
import { startStub } from './stub.ts'

// npm run provider-stub -- [--api-port 9301] [--admin-port 9302] [--members 2000] [--studios 6] [--seed 1] [--months 3]
//   [--webhook-url http://… --webhook-secret …]
// A stub of the club system for development. What moves it from outside is in controls.ts.

const { values } = parseArgs({
  options: {
    'api-port': { type: 'string', default: '9301' },
    'admin-port': { type: 'string', default: '9302' },
    members: { type: 'string', default: '2000' },
    studios: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    months: { type: 'string', default: '3' },
    'webhook-url': { type: 'string' },
    'webhook-secret': { type: 'string', default: 'stub' },
  },
})

const stub = await startStub({
  apiPort: Number(values['api-port']),
  adminPort: Number(values['admin-port']),
  members: Number(values.members),
  studios: Number(values.studios),
  seed: Number(values.seed),
  months: Number(values.months),
  ...(values['webhook-url'] && { webhook: { url: values['webhook-url'], secret: values['webhook-secret'] } }),
}).catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(`ポート ${error.port} は使用中です。--api-port と --admin-port で別のポートを指定してください。`)
  process.exit(1)
})
console.log(`会員管理システムの模擬環境: CLUB_SYSTEM_HOSTS=${stub.hosts}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stub.close())
