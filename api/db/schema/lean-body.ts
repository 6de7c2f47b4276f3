import { sql } from 'drizzle-orm'
import { bigint, bit, date, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { devices } from '#contract/words/activity.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { bodyParts, leanBodyCategories } from '#contract/words/lean-body.ts'
import { moods } from '#contract/words/mood.ts'
import { valuesOf } from '#contract/words/words.ts'
import { authored } from './authored.ts'
import { generatedId, id, instant } from './columns.ts'

/** A video of the on-demand service, which members with LEAN BODY may watch. */
export const leanBodyContent = pgTable(
  'lean_body_content',
  {
    id: generatedId('id').primaryKey(),
    externalId: text('external_id').notNull().unique(),
    /** Ours from here on, as the last ones: the service's own is what a new content begins with. */
    title: text('title').notNull(),
    description: text('description'),
    imgUrl: text('img_url'),
    videoUrl: text('video_url').notNull(),
    program: text('program'),
    instructorName: text('instructor_name').notNull(),
    category: text('category', { enum: valuesOf(leanBodyCategories) }).notNull(),
    targetParts: text('target_parts', { enum: valuesOf(bodyParts) })
      .array()
      .notNull(),
    intensity: smallint('intensity').notNull(),
    durationSec: integer('duration_sec').notNull(),
    kcal: integer('kcal'),
    equipment: text('equipment').array().notNull().default(sql`'{}'`),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    recommendedMoods: text('recommended_moods', { enum: valuesOf(moods) })
      .array()
      .notNull()
      .default(sql`'{}'`),
    status: text('status', { enum: valuesOf(publicationStatuses) }).notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    /** Null: in every shop. */
    shopIds: integer('shop_ids').array(),
    /** Title, description, tags, program and instructor, folded: what a search looks through. */
    searchText: text('search_text').notNull(),
    /** Of all activities; kept by a trigger (api/db/sql/140-lean-body-views.sql). */
    viewCount: integer('view_count').notNull().default(0),
    completionCount: integer('completion_count').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    ...authored(),
  },
  (t) => [index('lean_body_content_order').on(t.sortOrder)],
)

/** A content that a member has watched, once. A fact of the service: no foreign keys, as those of the club system. */
export const leanBodyActivity = pgTable(
  'lean_body_activity',
  {
    id: generatedId('id').primaryKey(),
    contentId: id('content_id').notNull(),
    memberId: id('member_id').notNull(),
    /** The member's shop when it was watched. */
    shopId: id('shop_id').notNull(),
    startedAt: instant('started_at').notNull(),
    completedAt: instant('completed_at'),
    watchedSec: integer('watched_sec').notNull(),
    /** 0–1; from 0.9 on it is complete. */
    progressRate: numeric('progress_rate', { precision: 4, scale: 3, mode: 'number' }).notNull(),
    kcal: integer('kcal'),
    rating: smallint('rating'),
    comment: text('comment'),
    device: text('device', { enum: valuesOf(devices) }).notNull(),
  },
  (t) => [
    // Orders of the list, and of the summary all that it counts: neither reads the table (decision 0036).
    index('lean_body_activity_started').on(
      ...([t.startedAt, t.id, t.shopId, t.memberId, t.contentId, t.watchedSec, t.completedAt, t.rating] as const),
    ),
    index('lean_body_activity_shop').on(
      ...([t.shopId, t.startedAt, t.id, t.memberId, t.contentId, t.watchedSec, t.completedAt, t.rating] as const),
    ),
    index('lean_body_activity_member').on(t.memberId, t.startedAt, t.id, t.shopId),
    index('lean_body_activity_content').on(t.contentId, t.startedAt, t.id, t.shopId),
  ],
)

/** The chain's activities of a day in Tokyo, by content and by hour begun; kept by a trigger (api/db/sql/150-lean-body-days.sql). */
export const leanBodyDayCount = pgTable(
  'lean_body_day_count',
  {
    /** Always 0, the chain: who sees every shop reads it. */
    shopId: id('shop_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    what: text('what', { enum: ['content', 'hour'] }).notNull(),
    /** A content's id, or an hour from 0 to 23. */
    of: integer('of').notNull(),
    views: integer('views').notNull(),
    watchedSec: bigint('watched_sec', { mode: 'number' }).notNull(),
    completions: integer('completions').notNull(),
    ratings: integer('ratings').notNull(),
    stars: integer('stars').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.day, t.what, t.of] })],
)

/** Who watched on a day, 4,096 ids a row: people of several days cannot be added up, but their sets can. */
export const leanBodyDayMembers = pgTable(
  'lean_body_day_members',
  {
    /** Always 0, as above. */
    shopId: id('shop_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Of the ids from `block` x 4,096 on. */
    block: integer('block').notNull(),
    bits: bit('bits', { dimensions: 4096 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.day, t.block] })],
)
