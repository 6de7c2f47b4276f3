import { beforeAll, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

let api: Api
let imports: ReturnType<typeof importsOf>
let manager: string
beforeAll(async () => {
  api = await startApi()
  imports = importsOf(api)
  const shop = await api.makeShop({ name: '新宿店' })
  manager = await api.as({ role: 'level3', shops: [shop] })
})
test('x', async () => {
  const heading = '会員番号,氏名,性別,所属店舗,メールアドレス,メール配信の同意,同意日,同意の取得元'
  const lines = [heading, 'C011,森 花,女性,新宿店,f1@example.jp,要,,', 'C012,森 花,女性,新宿店,f2@example.jp,不要,,']
  const f = await imports.check(manager, lines, { values: { mailConsent: { 要: 'given', 不要: 'declined' } } })
  console.log(f.state, JSON.stringify(f.answers), JSON.stringify(f.result), f.failure)
})
