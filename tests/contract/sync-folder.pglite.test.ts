import { spawnSync } from 'node:child_process'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../api/db/client.ts'
import { migrate } from '../../api/db/migrate.ts'
import { endProcesses, newFolder } from '../support/api-process.ts'

// `npm run sync -- --folder` on a data folder, as an operator runs it.

afterAll(endProcesses)

test('the operator answers the shops of the files once, and reads what came of each file', async () => {
  const [dataDir, folder] = [newFolder(), newFolder()]
  const database = await openDatabase({ kind: 'pglite', dataDir: join(dataDir, 'db') })
  await migrate(database)
  await database.exec(`
    insert into company (id, name) values (1, '朝');
    insert into shop (id, company_id, code, name, status, zip_code, prefecture, address1, tel, owner_type, opened_on, sort_order)
      values (1, 1, 'S01', '一号店', 'open', '1600023', '東京都', '西新宿', '0312345678', 'direct', '2020-01-01', 1)`)
  await database.close()
  const file = join(folder, '会員.csv')
  writeFileSync(
    file,
    'メンバーID,会員番号,氏名,入会日時,メンバー所属店舗名,契約プラン名,プラン契約適用開始日\r\n' +
      '11,A1,会員 一,2026/01/05 10:00,新宿店,レギュラー,2026/01/05\r\n12,A2,会員 二,,本部,,\r\n',
  )
  utimesSync(file, new Date('2026-11-20T03:00:00Z'), new Date('2026-11-20T03:00:00Z'))
  const sync = (...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../api/commands/sync.ts'), '--data-dir', dataDir, '--folder', folder, ...options],
      { encoding: 'utf8', env: { ...process.env, APP_ENV: 'demo', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' } },
    )
    return { status, output: (stdout + stderr).trim().split('\n') }
  }
  expect(sync()).toEqual({ status: 1, output: ['hacomonoのブランドコードを --brand で指定してください。'] })
  expect(sync('--brand', 'asa').output.at(-1)).toContain('ファイルの店舗名: 新宿店、本部')
  expect(sync('--brand', 'asa', '--studio', '新宿店=S01', '--studio', '本部=-')).toEqual({
    status: 0,
    output: [
      'ML001: 会員.csv（2026-11-20 12:00）',
      '会員 提供元 2 / こちら 1: 登録 1、変更 0、同じ 0、固定 0、対象外 1、失敗 0、見当たらない 0',
      '契約 提供元 1 / こちら 1: 登録 1、変更 0、同じ 0、固定 0、対象外 0、失敗 0、見当たらない 0',
      '完了',
    ],
  })
  expect(sync('--brand', 'hiru').output).toEqual(['この製品には、ブランドコード「asa」の会員が取り込まれています。'])
})
