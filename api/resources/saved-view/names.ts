import { sql } from 'drizzle-orm'
import { viewedLists } from '#contract/words/saved-view.ts'
import { valuesOf } from '#contract/words/words.ts'
import { namesIn, type Records } from '../../db/named-records.ts'
import { savedView } from '../../db/schema/saved-view.ts'

/** Lists open by their conditions. Those of a report name shops and may be of money, so the log never has them. */
const conditionsOfList = sql<string | null>`case
  when ${savedView.screen} = any(array[${sql.join(valuesOf(viewedLists), sql`, `)}]) then ${savedView.search}::text end`

export const savedViewRecords: Records = { nameOf: namesIn(savedView.id, savedView.name, conditionsOfList) }
