import { roleLevels } from '#contract/words/staff.ts'

/** The password of every demo account, as in the seed. */
export const demoPassword = 'asa-no-rajio-taiso'

const demoAccounts = [
  { email: 'partner@example.jp', role: roleLevels.level1, shops: '新宿店' },
  { email: 'trainer@example.jp', role: roleLevels.level2, shops: '新宿店' },
  { email: 'manager@example.jp', role: roleLevels.level3, shops: '新宿店' },
  { email: 'owner@example.jp', role: roleLevels.level4, shops: 'FC 2店舗' },
  { email: 'head@example.jp', role: roleLevels.all, shops: '全店舗' },
  { email: 'admin@example.jp', role: `${roleLevels.all}・管理者`, shops: '全店舗' },
] as const

/** Demo only: one click fills the form. */
export function DemoAccounts({ onChoose }: { onChoose: (email: string, password: string) => void }) {
  return (
    <section aria-labelledby="demo-accounts" className="mt-8 border-t pt-5">
      <h2 id="demo-accounts" className="text-sm font-semibold">
        デモ用アカウント
      </h2>
      <p className="text-xs text-muted-foreground">選ぶとフォームに入力されます。</p>
      <ul className="mt-3 grid gap-1.5 xs:grid-cols-2">
        {demoAccounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              onClick={() => onChoose(account.email, demoPassword)}
              className="flex w-full flex-col rounded-md border px-3 py-1.5 text-left hover:bg-muted"
            >
              <span className="text-sm font-medium">{account.role}</span>
              <span className="text-xs text-muted-foreground">{account.shops}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
