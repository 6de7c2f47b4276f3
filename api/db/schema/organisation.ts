import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ownerTypes, publicationStatuses } from '#contract/words/common.ts'
import { senderFields } from '#contract/words/fields/club.ts'
import { shopFields } from '#contract/words/fields/shop.ts'
import { staffFields } from '#contract/words/fields/staff.ts'
import { firstSteps } from '#contract/words/first-steps.ts'
import { genders } from '#contract/words/member.ts'
import { secondFactorDuties } from '#contract/words/second-factor.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { employmentTypes, staffStatuses } from '#contract/words/staff-record.ts'
import { valuesOf } from '#contract/words/words.ts'
import { type Access, anything } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import { changedColumns, inFile, labelled, number, of, shopNumber, without, words } from './exported.ts'

/** Of a row from the club system with a few columns of ours: who changed those last, when, and its version. */
export const changedHere = () => ({
  updatedBy: id('updated_by').references((): AnyPgColumn => staff.id, { onDelete: 'set null' }),
  updatedAt: instant('updated_at'),
  version: integer('version').notNull().default(1),
})

/** The company that runs a shop; a franchise company runs some of the chain's shops. */
export const company = pgTable('company', {
  id: generatedId('id').primaryKey(),
  name: text('name').notNull(),
})

/** 会社情報: who writes mails to members. One row, with empty texts until head office fills them in. */
export const club = pgTable('club', {
  /** Always 1. */
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  contact: text('contact').notNull(),
  /** The name in a mail's From. */
  fromName: text('from_name').notNull(),
  /** Of はじめての設定: what is left for later. */
  skippedSteps: text('skipped_steps', { enum: valuesOf(firstSteps) })
    .array()
    .notNull()
    .default([]),
  /** Who has to show a code of an app when signing in. */
  secondFactorDuty: text('second_factor_duty', { enum: valuesOf(secondFactorDuties) })
    .notNull()
    .default('nobody'),
  ...changedHere(),
})

export interface BusinessHours {
  dow: number
  open: string
  close: string
  closed: boolean
}

export const shop = pgTable(
  'shop',
  {
    id: generatedId('id').primaryKey(),
    /** The club system's number; null: registered here. */
    externalId: integer('external_id').unique(),
    companyId: id('company_id')
      .notNull()
      .references(() => company.id),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    nameKana: text('name_kana'),
    status: text('status', { enum: valuesOf(publicationStatuses) }).notNull(),
    enabledOnlineRsv: boolean('enabled_online_rsv').notNull().default(false),
    imgUrl: text('img_url'),
    rsvUrl: text('rsv_url'),
    zipCode: text('zip_code').notNull(),
    prefecture: text('prefecture').notNull(),
    address1: text('address1').notNull(),
    address2: text('address2'),
    tel: text('tel').notNull(),
    email: text('email'),
    /** By weekday, 0 = Sunday; times from 00:00 to 30:00. Empty: unknown. */
    businessHours: jsonb('business_hours').$type<BusinessHours[]>().notNull().default([]),
    is24h: boolean('is_24h').notNull().default(false),
    /** 休館日, ascending. */
    holidays: date('holidays', { mode: 'string' }).array().notNull().default([]),
    /** Maximum number of people inside. */
    capacity: integer('capacity'),
    /** 坪. */
    floorArea: numeric('floor_area', { precision: 6, scale: 1, mode: 'number' }),
    /** Place id of the maps service. */
    photoReference: text('photo_reference'),
    ownerType: text('owner_type', { enum: valuesOf(ownerTypes) }).notNull(),
    openedOn: date('opened_on', { mode: 'string' }).notNull(),
    closedOn: date('closed_on', { mode: 'string' }),
    /** The day in Tokyo on which it was registered here; null: before that was recorded. */
    registeredOn: date('registered_on', { mode: 'string' }),
    /** Hour at which the business day changes, 0–12. */
    dayStartHour: integer('day_start_hour').notNull().default(0),
    monthlyTargets: jsonb('monthly_targets').$type<{
      admission: number
      withdrawalMax: number
      sales: number
      closingMembers: number
    } | null>(),
    sortOrder: integer('sort_order').notNull(),
    /** Where another than the chain writes to its members: what differs from `club`. */
    senderName: text('sender_name'),
    senderAddress: text('sender_address'),
    senderContact: text('sender_contact'),
    senderFromName: text('sender_from_name'),
    lastSyncedAt: instant('last_synced_at'),
    ...changedHere(),
  },
  (t) => [check('shop_day_start_hour', sql`${t.dayStartHour} between 0 and 12`)],
)

/** People who may sign in. Members are separate, in `member`. */
export const staff = pgTable(
  'staff',
  {
    id: generatedId('id').primaryKey(),
    userId: id('user_id').notNull().unique(),
    email: text('email').notNull().unique(),
    passwordHash: text('password_hash'),
    /** Who has set the password for them, until they confirm it; null: they have chosen or confirmed it themselves. */
    passwordSetBy: id('password_set_by').references((): AnyPgColumn => staff.id, { onDelete: 'set null' }),
    passwordSetAt: instant('password_set_at'),
    /** Since when a mail server has said that there is no such mailbox. */
    addressFailedAt: instant('address_failed_at'),
    displayName: text('display_name').notNull(),
    role: text('role', { enum: valuesOf(roleLevels) }).notNull(),
    isAdmin: boolean('is_admin').notNull().default(false),
    status: text('status', { enum: valuesOf(staffStatuses) }).notNull(),
    lastLoginAt: instant('last_login_at'),
    /** Empty until the user fills them in. */
    lastName: text('last_name').notNull().default(''),
    firstName: text('first_name').notNull().default(''),
    lastNameKana: text('last_name_kana'),
    firstNameKana: text('first_name_kana'),
    gender: text('gender', { enum: valuesOf(genders) })
      .notNull()
      .default('none'),
    tel: text('tel'),
    birthday: date('birthday', { mode: 'string' }),
    imgUrl: text('img_url'),
    jobTitle: text('job_title'),
    employmentType: text('employment_type', { enum: valuesOf(employmentTypes) }),
    joinedOn: date('joined_on', { mode: 'string' }),
    leftOn: date('left_on', { mode: 'string' }),
    /** Since when they are staff; null: a user who is not staff yet. */
    appointedAt: instant('appointed_at').defaultNow(),
    createdBy: id('created_by').references((): AnyPgColumn => staff.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    ...changedHere(),
  },
  (t) => [check('staff_email_lower', sql`${t.email} = lower(${t.email})`)],
)

export const shopStaff = pgTable(
  'shop_staff',
  {
    id: generatedId('id').primaryKey(),
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    isMain: boolean('is_main').notNull().default(false),
  },
  (t) => [uniqueIndex('shop_staff_pair').on(t.staffId, t.shopId), index('shop_staff_shop').on(t.shopId)],
)

/**
 * Who has made a person staff: by registering or inviting them, or by changing the address they sign in with. Written by
 * triggers and functions only (120-trainers.sql).
 */
export const staffAppointer = pgTable(
  'staff_appointer',
  {
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    appointedBy: id('appointed_by')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    /** Whether they have changed the address, and so may have become the person. */
    hasAddress: boolean('has_address').notNull().default(false),
    /** Who has approved the person as a reader of health data since. */
    approvedBy: id('approved_by').references(() => staff.id, { onDelete: 'set null' }),
    approvedAt: instant('approved_at'),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.appointedBy] })],
)

/** How many members were assigned to a trainer on a day in Tokyo; counted by a trigger. */
export const trainerDay = pgTable(
  'trainer_day',
  {
    staffId: id('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    date: date('date', { mode: 'string' }).notNull(),
    assigned: integer('assigned').notNull(),
    /** When admins were notified of an unusual number. */
    notifiedAt: instant('notified_at'),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.date] })],
)

export const access: readonly Access[] = [
  {
    table: staffAppointer,
    rows: 'none',
    read: false,
    export: { not: 'who has appointed whom is not taken from a file' },
  },
  {
    table: trainerDay,
    rows: 'staff',
    write: { update: [trainerDay.notifiedAt] },
    export: { not: 'of the product that wrote it' },
  },
  {
    table: company,
    rows: 'chain',
    write: { insert: true },
    export: inFile(company, { file: 'companies', label: '運営会社', columns: { ...number, name: '会社名' } }),
  },
  {
    table: club,
    rows: 'chain',
    write: {
      update: [
        club.name,
        club.address,
        club.contact,
        club.fromName,
        club.skippedSteps,
        club.secondFactorDuty,
        club.updatedBy,
        club.updatedAt,
        club.version,
      ],
    },
    export: inFile(club, {
      file: 'club',
      label: '会社情報',
      isOneRow: true,
      fields: senderFields,
      columns: {
        id: '番号',
        ...labelled('name', 'address', 'contact', 'fromName'),
        skippedSteps: 'あとで行う設定',
        secondFactorDuty: words('2段階認証', secondFactorDuties),
        ...changedColumns,
      },
    }),
  },
  {
    table: shop,
    rows: 'shop',
    by: shop.id,
    write: {
      insert: true,
      update: [
        shop.companyId,
        shop.code,
        shop.name,
        shop.nameKana,
        shop.ownerType,
        shop.zipCode,
        shop.prefecture,
        shop.address1,
        shop.address2,
        shop.tel,
        shop.openedOn,
        shop.enabledOnlineRsv,
        shop.imgUrl,
        shop.rsvUrl,
        shop.monthlyTargets,
        shop.senderName,
        shop.senderAddress,
        shop.senderContact,
        shop.senderFromName,
        shop.updatedBy,
        shop.updatedAt,
        shop.version,
      ],
    },
    export: inFile(shop, {
      file: 'shops',
      label: '店舗と月次目標',
      fields: shopFields,
      columns: {
        ...number,
        externalId: '提供元ID',
        companyId: '運営会社の番号',
        ...labelled('code', 'name'),
        nameKana: { formerly: ['店舗名カナ'] },
        status: { words: publicationStatuses, formerly: ['状態'] },
        ...labelled('enabledOnlineRsv'),
        imgUrl: { is: 'picture', formerly: ['写真'] },
        rsvUrl: { is: 'address', formerly: ['予約ページ'] },
        ...labelled('zipCode', 'prefecture'),
        address1: { formerly: ['住所'] },
        ...labelled('address2', 'tel', 'email', 'businessHours'),
        is24h: '24時間営業',
        holidays: '休館日',
        ...labelled('capacity'),
        floorArea: { heading: '面積（坪）', formerly: ['坪数'] },
        photoReference: '地図の写真',
        ownerType: { words: ownerTypes, formerly: ['運営'] },
        openedOn: { formerly: ['開店日'] },
        ...labelled('closedOn'),
        registeredOn: 'こちらでの登録日',
        dayStartHour: '営業日の開始時',
        monthlyTargets: '月次目標',
        sortOrder: '表示順',
        senderName: '送信者の名称',
        senderAddress: '送信者の住所',
        senderContact: '送信者の問い合わせ先',
        senderFromName: '送信者の差出人名',
        lastSyncedAt: { formerly: ['同期日時'] },
        ...changedColumns,
      },
    }),
  },
  // Staff names are shown beside their changes, also across shops.
  {
    table: staff,
    rows: 'staff',
    by: staff.id,
    anybody: 'select',
    addedBy: staff.createdBy,
    write: {
      insert: true,
      delete: true,
      update: [
        staff.email,
        staff.passwordHash,
        staff.passwordSetBy,
        staff.passwordSetAt,
        staff.addressFailedAt,
        staff.displayName,
        staff.role,
        staff.isAdmin,
        staff.status,
        staff.lastLoginAt,
        staff.lastName,
        staff.firstName,
        staff.lastNameKana,
        staff.firstNameKana,
        staff.gender,
        staff.tel,
        staff.birthday,
        staff.imgUrl,
        staff.jobTitle,
        staff.employmentType,
        staff.joinedOn,
        staff.leftOn,
        staff.appointedAt,
        staff.updatedBy,
        staff.updatedAt,
        staff.version,
      ],
    },
    export: inFile(staff, {
      file: 'staff',
      label: 'スタッフ',
      fields: staffFields,
      columns: {
        id: of('staff', '番号'),
        userId: of('user', '利用者の番号'),
        ...labelled('email', 'displayName'),
        role: { words: roleLevels },
        status: { words: staffStatuses },
        ...labelled('lastName', 'firstName'),
        isAdmin: { isOnlyShown: true },
        ...labelled('lastNameKana', 'firstNameKana'),
        gender: { words: genders },
        ...labelled('tel', 'birthday'),
        imgUrl: { is: 'picture' },
        jobTitle: { formerly: ['職種'] },
        employmentType: { words: employmentTypes, formerly: ['雇用形態'] },
        ...labelled('joinedOn', 'leftOn'),
        createdAt: '登録日時',
        updatedAt: '更新日時',
        version: '版',
        ...without('proves who they are', 'passwordHash'),
        ...without('of a password', 'passwordSetBy', 'passwordSetAt'),
        ...without('found out anew when they are invited', 'addressFailedAt'),
        ...without('of sessions', 'lastLoginAt'),
        ...without('begins anew with the import', 'appointedAt'),
        ...without('who has appointed whom is not taken from a file', 'createdBy', 'updatedBy'),
      },
    }),
  },
  {
    table: shopStaff,
    rows: 'shop',
    write: anything,
    export: inFile(shopStaff, {
      file: 'staff-shops',
      label: 'スタッフの担当店舗',
      columns: {
        staffId: of('staff', 'スタッフの番号'),
        ...shopNumber,
        isMain: '主な店舗',
        ...without('a number that nothing refers to', 'id'),
      },
    }),
  },
]
