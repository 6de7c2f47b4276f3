import { announcementCategories } from '#contract/words/announcement.ts'
import { publicationStates } from '#contract/words/common.ts'
import { foundOf, namesIn, type Records, spaced } from '../../db/named-records.ts'
import { announcement } from '../../db/schema/announcement.ts'
import { publicationOf, publicationSight } from '../../rules/publication.ts'
import { announcementsNamed } from './repository.ts'

export const announcementRecords = {
  nameOf: namesIn(announcement.id, announcement.title),
  find: {
    permission: 'announcement.read',
    find: async (ctx, search) =>
      foundOf(await announcementsNamed(ctx.scoped, publicationSight(ctx, 'announcement.read'), search), (row) => ({
        id: row.id,
        name: row.title,
        kana: null,
        facts: spaced(announcementCategories[row.category], publicationStates[publicationOf(row, ctx.now).state]),
      })),
  },
} satisfies Records
