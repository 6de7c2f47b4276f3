import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from './lib/project.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A supervisor as `npm start` has it, with two kept processes; what each writes when it begins is in the folder. */
async function keeping(setup: { isServing: boolean; api: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'karada-desk-kept-'))
  folders.push(folder)
  const begun = (name: string) => `require('node:fs').appendFileSync('${join(folder, name)}', process.pid + '\\n');`
  const script = `
    import { createSupervisor } from '${join(root, 'scripts/lib/processes.mjs')}'
    const supervisor = createSupervisor({ pauses: [0, 10, 20, 30] })
    const keep = (name, work) => supervisor.keep({ name, command: process.execPath, args: ['-e', work] })
    keep('アプリ', ${JSON.stringify(`${begun('app')} setInterval(() => {}, 1000)`)})
    ${setup.isServing ? 'supervisor.keepRunning()' : ''}
    keep('管理API', ${JSON.stringify(`${begun('api')} ${setup.api}`)})
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, npm_lifecycle_event: '', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let lines = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (lines += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  const begins = (name: string) => {
    const file = join(folder, name)
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
  }
  return { code, lines: lines.trim().split('\n'), api: begins('api'), app: begins('app') }
}

test('what ends while people work is started again, four times; the others stay; at the fifth end all stop with a line', async () => {
  const kept = await keeping({ isServing: true, api: `console.error('データベースが終了しました'); process.exit(3)` })
  expect(kept).toMatchObject({ code: 1, api: 5, app: 1 })
  expect(kept.lines.filter((line) => line.includes('起動し直します'))).toHaveLength(4)
  expect(kept.lines.slice(-2)).toEqual([
    '  データベースが終了しました',
    '管理API が終了しました（終了コード 3）。すべて停止します。',
  ])
})

test('what ends before everything is up is not tried again: all stop with a line', async () => {
  const kept = await keeping({ isServing: false, api: 'process.exit(3)' })
  expect(kept).toMatchObject({ code: 1, api: 1 })
  expect(kept.lines).toEqual(['管理API が終了しました（終了コード 3）。すべて停止します。'])
})
