import type { ViewedScreen } from '#contract/words/saved-view.ts'
import { serverQuery } from '~/data/query'
import { listSavedViews } from '~/functions/saved-view'

/** The views of a list or a report that the user's shops share, by name. */
export const sharedViewsQuery = (screen: ViewedScreen) =>
  serverQuery('savedView.list', listSavedViews)({ screen, sortKey: 'name', sortDir: 'asc', limit: 100 })
