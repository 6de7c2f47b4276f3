import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'
import type { SavedView } from '#contract/saved-view.ts'
import { viewRights } from '#contract/view-rights.ts'
import type { ViewedScreen } from '#contract/words/saved-view.ts'
import { useCan, useMe } from '~/auth/session'
import { textsOf } from '~/components/resource-table/saved-views'
import type { SharedViewsProps } from '~/components/resource-table/types'
import { ViewNameForm } from '~/components/resource-table/view-name-form'
import { Button } from '~/components/ui/button'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { createSavedView, removeSavedView, updateSavedView } from '~/functions/saved-view'
import { failureMessage } from '~/lib/failure'
import { useSelectedShop } from './selected-shop'
import { sharedViewsQuery } from './shared-views-query'

interface Props extends SharedViewsProps {
  /** Shown beside the name of a view. */
  Beside?: ComponentType<{ view: SavedView; shop: string | undefined }>
}

/** The views of a list or a report that the shop shares, and sharing what is shown now. */
export default function SharedViews({ list, noun, search, columns, onChoose, Beside }: Props) {
  const screen = list as ViewedScreen
  const can = useCan()
  const { data, error } = useQuery(sharedViewsQuery(screen))
  const views = data?.list ?? []
  const { shop } = search as { shop?: string }
  const shown: Shown = { search: textsOf(search), columns }

  return (
    <section aria-label={`店舗で共有している${noun}`} className="mt-3 border-t pt-3">
      <h3 className="mb-1 font-medium">店舗で共有している{noun}</h3>
      {error && <p className="text-muted-foreground">{failureMessage(error).text}</p>}
      {data && views.length === 0 && <p className="text-muted-foreground">まだありません。</p>}
      <ul className="max-h-[min(16rem,30dvh)] space-y-0.5 overflow-y-auto">
        {views.map((view) => (
          <li key={view.id} className="flex items-center">
            <button
              type="button"
              className="flex min-h-9 min-w-24 flex-1 items-center justify-between gap-2 rounded-md px-2 text-left hover:bg-muted"
              onClick={() => onChoose(view)}
            >
              <span className="truncate">{view.name}</span>
              {Beside && <Beside view={view} shop={shop} />}
            </button>
            {view.canEdit && <Changes view={view} noun={noun} shown={shown} />}
          </li>
        ))}
      </ul>
      {can(viewRights[screen].share) && (
        <Share screen={screen} noun={noun} views={views} shown={shown} shopInUrl={shop} />
      )}
    </section>
  )
}

type Shown = Pick<SavedView, 'search' | 'columns'>

interface ChangesProps {
  view: SavedView
  noun: string
  shown: Shown
}

/** Replaces a shared view by what is shown now, and deletes it. */
function Changes({ view, noun, shown }: ChangesProps) {
  const { id, version, name, screen, search, columns, shopIds } = view
  const replace = useServerMutation(updateSavedView, {
    invalidates: ['savedView'],
    done: `共有の${noun}「${name}」を更新しました。`,
    undo: (saved) => () => updateSavedView({ data: { id, version: saved.version, search, columns } }),
  })
  const remove = useServerMutation(removeSavedView, {
    invalidates: ['savedView'],
    done: `共有の${noun}「${name}」を削除しました。`,
    undo: () => () => createSavedView({ data: { screen, name, search, columns, shopIds } }),
  })
  const drop = (entry: Element | null) => {
    const near = entry?.nextElementSibling ?? entry?.previousElementSibling ?? entry?.closest('section')
    near?.querySelector<HTMLElement>('button, input')?.focus()
    void remove.mutateAsync({ data: { id, version } }).catch(notifyRefusal)
  }
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        title={`今の${noun}で更新する`}
        aria-label={`共有の${noun}「${name}」を今の${noun}で更新する`}
        disabled={replace.isPending}
        onClick={() => void replace.mutateAsync({ data: { id, version, ...shown } }).catch(notifyRefusal)}
      >
        <RefreshCw aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`共有の${noun}「${name}」を削除する`}
        onClick={({ currentTarget }) => drop(currentTarget.closest('li'))}
      >
        <Trash2 aria-hidden />
      </Button>
    </>
  )
}

interface ShareProps {
  screen: ViewedScreen
  noun: string
  /** Those that are shared already. */
  views: readonly SavedView[]
  shown: Shown
  shopInUrl: string | undefined
}

/** Shares what is shown under a name, with the selected shop or with all of the user's shops. */
function Share({ screen, noun, views, shown, shopInUrl }: ShareProps) {
  const me = useMe()
  const { shopId, shops, label } = useSelectedShop(shopInUrl)
  const share = useServerMutation(createSavedView, {
    invalidates: ['savedView'],
    done: `${noun}を共有しました（${label}）。`,
    undo:
      ({ id, version }) =>
      () =>
        removeSavedView({ data: { id, version } }),
  })
  const isOfChain = me?.permissions[viewRights[screen].share] === 'all'
  // Empty: every shop.
  const shopIds = shopId === undefined ? (isOfChain ? [] : (shops ?? []).map(({ id }) => id)) : [shopId]
  const replace = useServerMutation(updateSavedView, {
    invalidates: ['savedView'],
    done: ({ name }) => `共有の${noun}「${name}」を更新しました。`,
  })
  const named = (name: string) => views.find((view) => view.name === name)
  const give = (name: string) => {
    const before = named(name)
    const sent = before
      ? replace.mutateAsync({ data: { id: before.id, version: before.version, ...shown } })
      : share.mutateAsync({ data: { screen, name, ...shown, shopIds } })
    return sent.catch((error: unknown) => {
      notifyRefusal(error)
      throw error
    })
  }
  return (
    <div className="mt-2">
      <ViewNameForm
        noun={`共有の${noun}`}
        label={`共有する${noun}の名前`}
        placeholder={`今の${noun}を共有（${label}）`}
        action="共有する"
        variant="outline"
        isBusy={share.isPending || replace.isPending}
        takenBy={(name) => {
          const before = named(name)
          // A view of other shops is theirs: replacing it would not share it here.
          const isOfSameShops = before?.shopIds.toSorted().join() === shopIds.toSorted().join()
          return before && (before.canEdit && isOfSameShops ? 'replaceable' : 'protected')
        }}
        onName={give}
      />
    </div>
  )
}
