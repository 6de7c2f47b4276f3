import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { importsOf } from '../support/imports.ts'

// 変更履歴 of a member names the files that have written something of theirs.

let api: Api
let imports: ReturnType<typeof importsOf>
const tokens: Record<string, string> = {}
let userId: string
let importId: string

beforeAll(async () => {
  api = await startApi()
  imports = importsOf(api)
  const shops = [await api.makeShop({ name: '新宿店' })]
  const writer = await api.makeStaff({ role: 'level3', shops })
  tokens.writer = await api.signIn(writer)
  tokens.head = await api.as({ role: 'all' })
  tokens.colleague = await api.as({ role: 'level3', shops })
  tokens.trainer = await api.as({ role: 'level2', shops })
  tokens.stranger = await api.as({ role: 'level3', shops: [await api.makeShop({ name: '渋谷店' })] })
  const lines = [
    '会員番号,氏名,フリガナ,性別,生年月日,店舗,電話番号',
    '00301,森 花,モリ ハナ,女,1990/01/01,新宿店,090-1111-2222',
  ]
  const { id, state } = await imports.write(tokens.writer, lines)
  expect(state).toBe('written')
  importId = id
  const { json } = await api.get('/api/admin/user/member/list?keyword=00301', { token: tokens.head })
  userId = json.list[0].userId ?? json.list[0].id
})
afterAll(() => api.close())

const historyOf = (who: string) => api.get(`/api/admin/member/${userId}/history`, { token: tokens[who] as string })

test('with its name, its day and who wrote it, and a link for who may open the import', async () => {
  for (const [who, mayOpen] of [
    ['writer', true],
    ['head', true],
    ['colleague', false],
  ] as const) {
    const [found] = (await historyOf(who)).json.imports
    expect([who, found]).toEqual([
      who,
      {
        ...{ id: importId, kind: 'member', name: '会員.csv', undoneAt: null, isMade: true, mayOpen },
        writtenAt: expect.stringMatching(/^20\d\d-.*\+09:00$/),
        by: { id: expect.any(String), displayName: expect.stringMatching(/^職員 \d+$/) },
      },
    ])
    // What the answer says of the import is what its own endpoint lets them read.
    const { status } = await api.get(`/api/admin/import/${importId}`, { token: tokens[who] as string })
    expect([who, status]).toEqual([who, mayOpen ? 200 : 404])
  }
})

test('not to whoever sees their own acts alone, nor to another shop', async () => {
  expect((await historyOf('trainer')).json.imports).toEqual([])
  expect((await historyOf('stranger')).status).toBe(404)
})
