import { sql } from 'drizzle-orm'
import { bigint, bit, date, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { devices } from '#contract/words/activity.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { activityFields } from '#contract/words/fields/activity.ts'
import { leanBodyFields } from '#contract/words/fields/lean-body.ts'
import { bodyParts, leanBodyCategories } from '#contract/words/lean-body.ts'
import { moods } from '#contract/words/mood.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { authored } from './authored.ts'
import { generatedId, id, instant } from './columns.ts'
import {
  authoredColumns,
  countedAnew,
  inFile,
  labelled,
  madeOfTexts,
  memberNumber,
  number,
  shopNumber,
  without,
} from './exported.ts'

/** A video of the on-demand service, which members with LEAN BODY may watch. */
export const leanBodyContent = pgTable(
  'lean_body_content',
  {
    id: generatedId('id').primaryKey(),
    externalId: text('external_id').notNull().unique(),
    /** Ours, as the rest: new contents start with the service's values. */
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
    /** Null: every shop. */
    shopIds: integer('shop_ids').array(),
    /** Title, description, tags, program and instructor, folded, for the search. */
    searchText: text('search_text').notNull(),
    /** Over all activities; kept by a trigger (api/db/sql/140-lean-body-views.sql). */
    viewCount: integer('view_count').notNull().default(0),
    completionCount: integer('completion_count').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    ...authored(),
  },
  (t) => [index('lean_body_content_order').on(t.sortOrder)],
)

/** One view of a content by a member. A fact of the service: no foreign keys, as for facts of the club system. */
export const leanBodyActivity = pgTable(
  'lean_body_activity',
  {
    id: generatedId('id').primaryKey(),
    contentId: id('content_id').notNull(),
    memberId: id('member_id').notNull(),
    /** The member's shop at that time. */
    shopId: id('shop_id').notNull(),
    startedAt: instant('started_at').notNull(),
    completedAt: instant('completed_at'),
    watchedSec: integer('watched_sec').notNull(),
    /** 0–1; complete from 0.9 on. */
    progressRate: numeric('progress_rate', { precision: 4, scale: 3, mode: 'number' }).notNull(),
    kcal: integer('kcal'),
    rating: smallint('rating'),
    comment: text('comment'),
    device: text('device', { enum: valuesOf(devices) }).notNull(),
  },
  (t) => [
    // Orders of the list; the summary's also cover its counts. Neither reads the table (decision 0036).
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

/**
 * The chain's activities of a day in Tokyo, by content and by starting hour; kept by a trigger
 * (api/db/sql/150-lean-body-days.sql).
 */
export const leanBodyDayCount = pgTable(
  'lean_body_day_count',
  {
    /** Always 0, the chain: only callers with every shop read it. */
    shopId: id('shop_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    what: text('what', { enum: ['content', 'hour'] }).notNull(),
    /** A content's id, or an hour 0–23. */
    of: integer('of').notNull(),
    views: integer('views').notNull(),
    watchedSec: bigint('watched_sec', { mode: 'number' }).notNull(),
    completions: integer('completions').notNull(),
    ratings: integer('ratings').notNull(),
    stars: integer('stars').notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.day, t.what, t.of] })],
)

/**
 * Members who watched on a day, 4,096 ids per row: people of several days cannot be added up, but sets can be united.
 */
export const leanBodyDayMembers = pgTable(
  'lean_body_day_members',
  {
    /** Always 0, as above. */
    shopId: id('shop_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The ids from `block` × 4,096 on. */
    block: integer('block').notNull(),
    bits: bit('bits', { dimensions: 4096 }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shopId, t.day, t.block] })],
)

export const access: readonly Access[] = [
  {
    table: leanBodyContent,
    rows: 'chain',
    write: {
      update: [
        leanBodyContent.title,
        leanBodyContent.description,
        leanBodyContent.tags,
        leanBodyContent.recommendedMoods,
        leanBodyContent.status,
        leanBodyContent.sortOrder,
        leanBodyContent.shopIds,
        leanBodyContent.searchText,
        leanBodyContent.updatedBy,
        leanBodyContent.updatedAt,
        leanBodyContent.version,
      ],
    },
    export: inFile(leanBodyContent, {
      file: 'lean-body-contents',
      label: 'LEAN BODYのコンテンツ',
      fields: leanBodyFields,
      columns: {
        ...number,
        ...labelled('externalId', 'title', 'description'),
        imgUrl: { heading: '画像', is: 'address' },
        videoUrl: { heading: '動画', is: 'address' },
        ...labelled('program'),
        instructorName: { formerly: ['インストラクター'] },
        category: { words: leanBodyCategories, formerly: ['種類'] },
        ...labelled('targetParts', 'intensity'),
        durationSec: '長さ（秒）',
        kcal: { formerly: ['消費カロリー'] },
        ...labelled('equipment', 'tags'),
        recommendedMoods: { formerly: ['おすすめの気分'] },
        status: { words: publicationStatuses },
        ...labelled('sortOrder'),
        shopIds: { heading: '公開店舗の番号', formerly: ['対象店舗の番号'] },
        ...authoredColumns,
        ...without(madeOfTexts, 'searchText'),
        ...without(countedAnew, 'viewCount', 'completionCount', 'ratingCount', 'ratingSum'),
      },
    }),
  },
  {
    table: leanBodyActivity,
    rows: 'shop',
    summedUp: true,
    export: inFile(leanBodyActivity, {
      file: 'lean-body-activities',
      label: 'LEAN BODYの視聴',
      fields: activityFields,
      columns: {
        ...number,
        contentId: 'コンテンツの番号',
        ...memberNumber,
        ...shopNumber,
        ...labelled('startedAt'),
        completedAt: { formerly: ['完了日時'] },
        watchedSec: { heading: '視聴時間（秒）', formerly: ['視聴（秒）'] },
        ...labelled('progressRate'),
        ...labelled('kcal'),
        ...labelled('rating'),
        comment: { formerly: ['コメント'] },
        device: { words: devices },
      },
    }),
  },
  { table: leanBodyDayCount, rows: 'shop', export: { not: countedAnew } },
  { table: leanBodyDayMembers, rows: 'shop', export: { not: countedAnew } },
]
