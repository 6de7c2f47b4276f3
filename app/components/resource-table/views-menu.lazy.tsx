import { Pencil, Trash2 } from 'lucide-react'
import { type ComponentType, Suspense, useRef, useState } from 'react'
import type { ListState } from '~/lib/list-search'
import { notify } from '~/lib/notices'
import type { OverlayProps } from '~/lib/on-demand'
import { Button } from '../ui/button'
import { AnchoredPopover } from '../ui/popover'
import type { FilterValues } from './filters'
import { activeView, keptOf, type SavedView, useSavedViews, withView } from './saved-views'
import type { SharedViewsProps } from './types'
import { ViewNameForm } from './view-name-form'

/** What a view is called, and what the menu says about it. */
export interface ViewWords {
  noun: string
  empty: string
  note: string
}
const ofLists: ViewWords = {
  noun: '条件',
  empty: '絞り込み・並び順・表示項目の組み合わせに名前を付けて、いつでも呼び出せます。',
  note: '検索した言葉は保存しません。',
}

interface Props extends OverlayProps {
  list: string
  search: ListState
  columns: Record<string, boolean>
  onChoose: (view: SavedView) => void
  /** Shared views, listed below the user's own. */
  Shared?: ComponentType<SharedViewsProps> | undefined
  words?: ViewWords
}

/** Saved views of a list or a report: choose, save the current one, rename, delete. */
export default function ViewsMenu({ list, search, columns, onChoose, Shared, words = ofLists, ...overlay }: Props) {
  const [views, keepViews] = useSavedViews(list)
  const active = activeView(views, search, columns)
  const [renaming, setRenaming] = useState<string>()
  const nameField = useRef<HTMLInputElement>(null)
  const entries = useRef<HTMLUListElement>(null)

  const keep = (next: SavedView[]) => {
    if (!keepViews(next)) notify.error(`このブラウザーには${words.noun}を保存できません。`)
  }
  const choose = (view: SavedView) => {
    onChoose(view)
    overlay.onOpenChange(false)
  }
  const takenBy = (wanted: string) => (views.some(({ name }) => name === wanted) ? ('replaceable' as const) : undefined)
  const save = (name: string) => {
    keep(withView(views, { name, search: keptOf(search as FilterValues), columns }))
    notify.success(
      `${words.noun}「${name}」を保存しました。`,
      takenBy(name) && { label: '元に戻す', run: () => keep(views) },
    )
  }
  const rename = (before: string, after: string) => {
    setRenaming(undefined)
    if (after === before) return
    keep(
      views
        .filter(({ name }) => name !== after)
        .map((view) => (view.name === before ? { ...view, name: after } : view)),
    )
  }
  const remove = (at: number) => {
    const before = [...views]
    // Focuses the view that takes its place, or the previous one after the last.
    const near = entries.current?.children[at + 1] ?? entries.current?.children[at - 1]
    ;(near?.querySelector('button') ?? nameField.current)?.focus()
    keep(before.filter((_, place) => place !== at))
    notify.success(`${words.noun}「${before[at]?.name}」を削除しました。`, {
      label: '元に戻す',
      run: () => keep(before),
    })
  }

  return (
    <AnchoredPopover {...overlay} align="end" aria-label={`保存した${words.noun}`} className="w-80 p-4 text-sm">
      {views.length === 0 ? (
        <p className="text-muted-foreground">{words.empty}</p>
      ) : (
        <ul ref={entries} className="max-h-[min(20rem,40dvh)] space-y-0.5 overflow-y-auto">
          {views.map((view, at) =>
            renaming === view.name ? (
              <li key={view.name}>
                <ViewNameForm
                  noun={words.noun}
                  label="新しい名前"
                  action="変更する"
                  initial={view.name}
                  takenBy={(name) => (name === view.name ? undefined : takenBy(name))}
                  onName={(after) => rename(view.name, after)}
                  autoFocus
                />
              </li>
            ) : (
              <li key={view.name} className="flex items-center">
                <button
                  type="button"
                  aria-current={view === active || undefined}
                  className="min-h-9 min-w-24 flex-1 truncate rounded-md px-2 text-left hover:bg-muted aria-current:bg-accent aria-current:font-medium"
                  onClick={() => choose(view)}
                >
                  {view.name}
                </button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`「${view.name}」の名前を変更する`}
                  onClick={() => setRenaming(view.name)}
                >
                  <Pencil aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`「${view.name}」を削除する`}
                  onClick={() => remove(at)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </li>
            ),
          )}
        </ul>
      )}
      <div className="mt-3 border-t pt-3">
        <ViewNameForm
          noun={words.noun}
          label={`${words.noun}の名前`}
          placeholder={`今の${words.noun}の名前`}
          action="保存する"
          takenBy={takenBy}
          onName={save}
          field={nameField}
        />
        <p className="mt-1.5 text-xs text-muted-foreground">{words.note}</p>
      </div>
      {Shared && (
        <Suspense>
          <Shared list={list} noun={words.noun} search={search} columns={columns} onChoose={choose} />
        </Suspense>
      )}
    </AnchoredPopover>
  )
}
