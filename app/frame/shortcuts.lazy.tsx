import { Modal } from '~/components/dialogs/modal'
import { useAreaKeys } from './screen-actions'

interface Group {
  heading: string
  shortcuts: [keys: string[], does: string][]
}

const groups: Group[] = [
  {
    heading: 'どの画面でも',
    shortcuts: [
      [['Ctrl', 'K'], '画面・操作・会員・店舗などを検索する（Macは⌘ K）'],
      [['?'], 'この一覧を開く'],
      [['Esc'], '開いているものを閉じる'],
    ],
  },
  {
    heading: '一覧',
    shortcuts: [
      [['/'], '検索欄に移る'],
      [['j'], '次の行へ。詳細を開いている間は次の詳細へ'],
      [['k'], '前の行へ。詳細を開いている間は前の詳細へ'],
      [['Enter'], '選んだ行を開く'],
      [['o'], '選んだ会員の会員ページを開く。詳細からはEnterでも'],
      [['Esc'], '検索欄や詳細から一覧に戻る'],
    ],
  },
  {
    heading: '予約のタイムテーブル',
    shortcuts: [
      [['←', '→'], '前後の日・週へ。予約枠を選んでいる間は隣の予約枠へ'],
      [['↑', '↓'], '選んでいる予約枠の前後へ'],
      [['Enter'], '選んだ予約枠の参加者を開く'],
      [['T'], '今日に戻る'],
    ],
  },
  {
    heading: '会員ページ',
    shortcuts: [
      [['1–8'], 'タブを左から順に開く'],
      [['j'], '一覧の次の会員へ'],
      [['k'], '一覧の前の会員へ'],
    ],
  },
]

/** Overview of all keyboard shortcuts. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const areas: Group = {
    heading: '画面へ移動（gに続けて押す）',
    shortcuts: useAreaKeys().map(({ letter, label }) => [['g', letter], label]),
  }
  return (
    <Modal title="キーボード操作" onClose={onClose}>
      <div className="gap-x-8 sm:columns-2">
        {[...groups, areas].map((group) => (
          <section key={group.heading} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-sm font-semibold">{group.heading}</h3>
            <dl>
              {group.shortcuts.map(([keys, does]) => (
                <div key={does} className="flex min-h-10 items-center gap-3 border-b py-1.5 text-sm last:border-b-0">
                  <dt className="flex w-22 shrink-0 gap-1">
                    {keys.map((key) => (
                      <kbd key={key} className="rounded-sm border bg-muted px-1.5 py-0.5 font-sans text-xs">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-4 text-xs text-muted-foreground">日本語の変換中は、どのキーも働きません。</p>
    </Modal>
  )
}
