import { emailOf, password } from '../../support/fixtures.ts'
import type { ListArea } from '../areas.ts'

export const list: ListArea = {
  noun: '操作履歴',
  path: '/audit-log',
  api: '/api/admin/audit/',
  account: 'head',
  defaults: 'sort=-at&group=all&resourceType=1',
  sortBy: '日時',
  search: { keyword: '水野', shows: '水野' },
  filter: { label: '操作の種類', option: 'ログイン・ログアウト', inUrl: /group=signIn/ },
  record: {
    ready: (page) => page.locator('dialog[open]').getByRole('heading', { name: '接続元' }),
    opensOver: true,
  },
  stock: async (api) => {
    for (const account of ['manager', 'manager', 'manager', 'owner'] as const) {
      await fetch(`${api}/api/admin/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: emailOf(account), password }),
      })
    }
  },
}
