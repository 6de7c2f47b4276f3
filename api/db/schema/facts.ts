import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { publicationStatuses } from '#contract/words/common.ts'
import { memberFields } from '#contract/words/fields/member.ts'
import {
  billFields,
  contractFields,
  memberTicketFields,
  saleFields,
  saleLineFields,
  visitFields,
} from '#contract/words/fields/member-facts.ts'
import { planFields } from '#contract/words/fields/shop-plan.ts'
import { reservationFields } from '#contract/words/fields/shop-reservation.ts'
import { ticketFields } from '#contract/words/fields/shop-ticket.ts'
import { memberColumnNames as names } from '#contract/words/import.ts'
import { contractKinds, contractStatuses, genders, joinRoutes, memberStatuses } from '#contract/words/member.ts'
import {
  contractPaymentStatuses,
  paymentMethods,
  paymentStatuses,
  visitSources,
} from '#contract/words/member-record.ts'
import { bookingStatuses, leadKinds, salesCategories } from '#contract/words/report.ts'
import { planCategories, ticketSources, ticketTypes } from '#contract/words/shop.ts'
import { bookedVias, reservationKinds, reservationStatuses } from '#contract/words/shop-reservation.ts'
import { valuesOf } from '#contract/words/words.ts'
import type { Access } from './access.ts'
import { generatedId, id, instant } from './columns.ts'
import {
  changedColumns,
  inFile,
  labelled,
  memberNumber,
  number,
  of,
  shopNumber,
  targetColumns,
  without,
  words,
} from './exported.ts'
import { userAccount } from './identity.ts'
import { changedHere, shop, staff } from './organisation.ts'

// Facts from the club system. No screen edits them, except the few columns marked as ours. Large tables have no foreign
// keys: facts arrive in batches, and a row may arrive before the one it refers to.

const day = (name: string) => date(name, { mode: 'string' })

/** Whether only files know the row: once the club system has it too, it is the club system's. */
const fromFile = () => boolean('from_file').notNull().default(false)

/** Of a row of the club system: whether one of a file was it, too, so that no other row of a file is. */
const metFile = () => boolean('met_file').notNull().default(false)

/**
 * What the club system says of a locked column; without a value: not known yet. Undecided: the run that took the row over
 * says at its end whether the column stays locked.
 */
export type ProviderValues = Record<string, { value?: unknown; isUndecided?: true }>

/** The columns whose values a person chose over the club system's: the synchronisation leaves them. Null: none. */
const providerValues = () => jsonb('provider_values').$type<ProviderValues>()

export const product = pgTable('product', {
  id: generatedId('id').primaryKey(),
  /** Null: of a file, and unknown to the club system. */
  externalId: integer('external_id').unique(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  category: text('category', { enum: valuesOf(salesCategories) }).notNull(),
  /** Yen, tax included. */
  price: integer('price').notNull(),
  /** 0.10, or 0.08 for food and drink to take away. */
  taxRate: numeric('tax_rate', { precision: 3, scale: 2, mode: 'number' }).notNull(),
  /**
   * Shops whose files say the category of this name, for their sales alone; empty: head office's do, for the chain. Null:
   * nobody has, it is the club system's or follows the name's words.
   */
  decidedIn: integer('decided_in').array(),
})

export const shopPlan = pgTable(
  'shop_plan',
  {
    id: generatedId('id').primaryKey(),
    /** Null: of a file, and unknown to the club system. A plan of several studios is one row in each shop. */
    externalId: integer('external_id'),
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    /** Ours: includes the LEAN BODY contents. */
    withLeanBodyContent: boolean('with_lean_body_content').notNull().default(false),
    status: text('status', { enum: valuesOf(publicationStatuses) }).notNull(),
    category: text('category', {
      enum: valuesOf(planCategories),
    }).notNull(),
    isSuspensionPlan: boolean('is_suspension_plan').notNull().default(false),
    priceMonthly: integer('price_monthly').notNull(),
    priceFirstMonth: integer('price_first_month'),
    admissionFee: integer('admission_fee'),
    minMonths: integer('min_months'),
    limitPerMonth: integer('limit_per_month'),
    usableDow: smallint('usable_dow').array(),
    usableFrom: text('usable_from'),
    usableTo: text('usable_to'),
    genderLimit: text('gender_limit', { enum: valuesOf(genders) }),
    ageMin: integer('age_min'),
    ageMax: integer('age_max'),
    lastSyncedAt: instant('last_synced_at'),
    /** The plan that it was joined with: no contract is its own, and no list has it. */
    joinedTo: id('joined_to'),
    ...changedHere(),
  },
  (t) => [index('shop_plan_shop').on(t.shopId), unique('shop_plan_external').on(t.externalId, t.shopId)],
)

export const member = pgTable(
  'member',
  {
    id: generatedId('id').primaryKey(),
    userId: id('user_id')
      .notNull()
      .unique()
      .references(() => userAccount.id),
    /** Null: of a file, and unknown to the club system. */
    externalId: integer('external_id').unique(),
    memberNo: text('member_no').notNull().unique(),
    /** The shop the member belongs to now. */
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    lastName: text('last_name').notNull(),
    firstName: text('first_name').notNull(),
    lastNameKana: text('last_name_kana'),
    firstNameKana: text('first_name_kana'),
    /** Families share one. */
    email: text('email'),
    /** Of a family: where mail goes if the member has no address. */
    representativeEmail: text('representative_email'),
    tel: text('tel'),
    gender: text('gender', { enum: valuesOf(genders) }).notNull(),
    birthday: day('birthday'),
    zipCode: text('zip_code'),
    prefecture: text('prefecture'),
    address1: text('address1'),
    address2: text('address2'),
    /** `active` exactly when hasActivePlan. */
    status: text('status', { enum: valuesOf(memberStatuses) }).notNull(),
    /** From the contract segment that covers the data date. */
    contractStatus: text('contract_status', { enum: valuesOf(contractStatuses) }).notNull(),
    hasActivePlan: boolean('has_active_plan').notNull().default(false),
    /** Ours: the synchronisation keeps the neighbouring flag as staff set it. */
    lockedHasActivePlan: boolean('locked_has_active_plan').notNull().default(false),
    withLeanBodyContent: boolean('with_lean_body_content').notNull().default(false),
    lockedWithLeanBodyContent: boolean('locked_with_lean_body_content').notNull().default(false),
    joinedOn: day('joined_on'),
    cancelledOn: day('cancelled_on'),
    joinRoute: text('join_route', { enum: valuesOf(joinRoutes) }),
    joinCampaign: text('join_campaign'),
    referrerMemberId: id('referrer_member_id'),
    cancelReason: text('cancel_reason', { enum: valuesOf(cancelReasons) }),
    mailOptIn: boolean('mail_opt_in').notNull().default(false),
    /** Ours, as the next three. */
    trainerStaffId: id('trainer_staff_id').references(() => staff.id),
    /** Set by a trigger when the trainer changes (120-trainers.sql); null: by the system. */
    trainerAssignedBy: id('trainer_assigned_by').references(() => staff.id),
    trainerAssignedAt: instant('trainer_assigned_at'),
    /** Who approved that trainer as a reader of health days; `at` without `by`: assigned by the system. */
    trainerApprovedBy: id('trainer_approved_by').references(() => staff.id),
    trainerApprovedAt: instant('trainer_approved_at'),
    /** Sorted. */
    tags: text('tags').array().notNull().default([]),
    staffNote: text('staff_note'),
    /** A note that everybody at the desk must read before they speak to the member. */
    alertNote: text('alert_note'),
    /** Unpaid yen over all months. */
    unpaidAmount: integer('unpaid_amount').notNull().default(0),
    providerValues: providerValues(),
    lastSyncedAt: instant('last_synced_at'),
    ...changedHere(),
  },
  (t) => [
    index('member_shop').on(t.shopId),
    // Few are: counted on 同期, and listed.
    index('member_with_choice').on(t.id).where(sql`${t.providerValues} is not null`),
    index('member_trainer').on(t.trainerStaffId).where(sql`${t.trainerStaffId} is not null`),
    index('member_trainer_unapproved')
      .on(t.trainerStaffId)
      .where(sql`${t.trainerStaffId} is not null and ${t.trainerApprovedAt} is null`),
    check('member_status_follows_plan', sql`(${t.status} = 'active') = ${t.hasActivePlan}`),
  ],
)

/** One segment of a member's contracts: a plan at a shop, from its first to its last valid day. */
export const contract = pgTable(
  'contract',
  {
    id: generatedId('id').primaryKey(),
    /** Null: of a file, and unknown to the club system. */
    externalId: integer('external_id').unique(),
    memberId: id('member_id')
      .notNull()
      .references(() => member.id),
    shopId: id('shop_id')
      .notNull()
      .references(() => shop.id),
    planId: id('plan_id')
      .notNull()
      .references(() => shopPlan.id),
    /** Of the plan at the time of the contract. An option alone is no membership. */
    kind: text('kind', { enum: valuesOf(contractKinds) }).notNull(),
    contractedOn: day('contracted_on').notNull(),
    startOn: day('start_on').notNull(),
    /** The last valid day. */
    endOn: day('end_on'),
    cancelRequestedOn: day('cancel_requested_on'),
    cancelReason: text('cancel_reason', { enum: valuesOf(cancelReasons) }),
    monthlyFee: integer('monthly_fee').notNull(),
    paymentMethod: text('payment_method', { enum: ['card', 'bankTransfer', 'cash', 'storeCard'] }).notNull(),
    paymentStatus: text('payment_status', { enum: ['paid', 'error', 'unpaid'] }).notNull(),
    nextBillingOn: day('next_billing_on'),
    fromFile: fromFile(),
    providerValues: providerValues(),
  },
  (t) => [
    index('contract_member').on(t.memberId, t.startOn),
    index('contract_shop').on(t.shopId),
    index('contract_with_choice').on(t.id).where(sql`${t.providerValues} is not null`),
    // Covers the count of members with an option.
    index('contract_plan').on(t.planId, t.kind, t.startOn, t.endOn, t.shopId),
    // Covers the options of プラン構成.
    index('contract_option')
      .on(t.shopId, t.startOn, t.endOn, t.planId, t.memberId, t.monthlyFee)
      .where(sql`${t.kind} = 'option'`),
    // Covers the count of members who had not requested withdrawal yet.
    index('contract_cancel_request')
      .on(t.shopId, t.cancelRequestedOn, t.endOn, t.kind)
      .where(sql`${t.cancelRequestedOn} is not null`),
    check('contract_ends_after_start', sql`${t.endOn} >= ${t.startOn}`),
  ],
)

/** A ticket type: a number of lessons or entries. */
export const ticket = pgTable(
  'ticket',
  {
    id: generatedId('id').primaryKey(),
    /** Null: of a file, and unknown to the club system. */
    externalId: integer('external_id').unique(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    type: text('type', { enum: valuesOf(ticketTypes) }).notNull(),
    /** Yen, tax included. */
    price: integer('price').notNull(),
    /** Units per purchase. */
    num: integer('num').notNull(),
    /** Days from the purchase; null: unlimited. */
    validDays: integer('valid_days'),
    description: text('description'),
    status: text('status', { enum: valuesOf(publicationStatuses) }).notNull(),
    /** Where it can be used: everywhere, or in the listed shops. */
    targetScope: text('target_scope', { enum: ['all', 'shops'] }).notNull(),
    /** Sorted; empty: every shop. */
    targetShopIds: integer('target_shop_ids').array().notNull(),
    lastSyncedAt: instant('last_synced_at'),
  },
  (t) => [check('ticket_targets', sql`(${t.targetScope} = 'all') = (cardinality(${t.targetShopIds}) = 0)`)],
)

export const memberTicket = pgTable(
  'member_ticket',
  {
    id: generatedId('id').primaryKey(),
    /** Null: of a file, and unknown to the club system. */
    externalId: integer('external_id').unique(),
    memberId: id('member_id').notNull(),
    /** The shop that granted it. */
    shopId: id('shop_id').notNull(),
    /** The member's shop on that day. */
    homeShopId: id('home_shop_id').notNull(),
    ticketId: id('ticket_id').notNull(),
    grantedNum: integer('granted_num').notNull(),
    usedNum: integer('used_num').notNull(),
    grantedAt: instant('granted_at').notNull(),
    /** The last valid day; null: unlimited. */
    expiresOn: day('expires_on'),
    source: text('source', { enum: valuesOf(ticketSources) }).notNull(),
    /** Yen per unit, tax included. */
    unitPrice: integer('unit_price').notNull(),
    fromFile: fromFile(),
    providerValues: providerValues(),
  },
  (t) => [
    index('member_ticket_member').on(t.memberId, t.grantedAt),
    index('member_ticket_ticket').on(t.ticketId, t.shopId),
    index('member_ticket_with_choice').on(t.id).where(sql`${t.providerValues} is not null`),
    check('member_ticket_left', sql`${t.usedNum} between 0 and ${t.grantedNum}`),
  ],
)

/** A raw entry or check-in. The merged visits are derived: see api/figures/rollup.ts. */
export const visit = pgTable(
  'visit',
  {
    id: generatedId('id').primaryKey(),
    /** Null: a guest. */
    memberId: id('member_id'),
    /** The visited shop. */
    shopId: id('shop_id').notNull(),
    /** The member's shop on that day; null for guests and for people without a membership that day. */
    homeShopId: id('home_shop_id'),
    enteredAt: instant('entered_at').notNull(),
    leftAt: instant('left_at'),
    source: text('source', { enum: ['entry', 'checkin'] }).notNull(),
    reservationId: id('reservation_id'),
    fromFile: fromFile(),
    metFile: metFile(),
  },
  (t) => [
    // Covers merging: a month of a shop is spread over thousands of pages of the table.
    index('visit_shop').on(t.shopId, t.enteredAt, t.memberId, t.homeShopId),
    index('visit_member').on(t.memberId, t.enteredAt),
    index('visit_reservation').on(t.reservationId).where(sql`${t.reservationId} is not null`),
  ],
)

/** A refund is a sale of negative lines on its own day, with `refundOf`. */
export const sale = pgTable(
  'sale',
  {
    id: generatedId('id').primaryKey(),
    /** Null: of a file, and unknown to the club system. */
    externalId: integer('external_id').unique(),
    /** The shop's own number, which only files have. */
    receiptNo: text('receipt_no'),
    shopId: id('shop_id').notNull(),
    memberId: id('member_id'),
    staffId: id('staff_id'),
    /** Null until it is paid. */
    settledAt: instant('settled_at'),
    /** First day of the month of the dues. */
    targetMonth: day('target_month'),
    method: text('method', { enum: ['card', 'bankTransfer', 'cash', 'storeCard'] }).notNull(),
    /** `refunded`: settled, and refunded by a later sale; `cancelled`: as if it had never been. */
    status: text('status', { enum: ['paid', 'unpaid', 'error', 'refunded', 'cancelled'] }).notNull(),
    /** Of a negative sale: what it pays back, else itself. Without a number and of another sale: nobody has sent it. */
    refundOf: id('refund_of'),
    fromFile: fromFile(),
    metFile: metFile(),
    providerValues: providerValues(),
  },
  (t) => [
    index('sale_shop').on(t.shopId, t.settledAt),
    index('sale_member').on(t.memberId),
    index('sale_receipt').on(t.receiptNo, t.shopId).where(sql`${t.receiptNo} is not null`),
    index('sale_with_choice').on(t.id).where(sql`${t.providerValues} is not null`),
  ],
)

export const saleLine = pgTable(
  'sale_line',
  {
    saleId: id('sale_id').notNull(),
    lineNo: smallint('line_no').notNull(),
    shopId: id('shop_id').notNull(),
    productId: id('product_id').notNull(),
    quantity: integer('quantity').notNull(),
    unitPrice: integer('unit_price').notNull(),
    discount: integer('discount').notNull().default(0),
    /** The tax included in `net`, as printed on the receipt. */
    tax: integer('tax').notNull(),
    /** quantity × unitPrice − discount, tax included; negative on a refund. */
    net: integer('net').notNull(),
  },
  (t) => [primaryKey({ columns: [t.saleId, t.lineNo] })],
)

/** A member's dues for a month, and whether they were collected. */
export const billing = pgTable(
  'billing',
  {
    id: generatedId('id').primaryKey(),
    memberId: id('member_id').notNull(),
    shopId: id('shop_id').notNull(),
    /** First day of the month. */
    targetMonth: day('target_month').notNull(),
    /** Day of the run: card on the 20th, bank transfer on the 27th. */
    dueOn: day('due_on').notNull(),
    amount: integer('amount').notNull(),
    method: text('method', { enum: ['card', 'bankTransfer', 'cash', 'storeCard'] }).notNull(),
    status: text('status', { enum: ['pending', 'paid', 'unpaid', 'error'] }).notNull(),
    paidOn: day('paid_on'),
    saleId: id('sale_id'),
    fromFile: fromFile(),
  },
  (t) => [
    index('billing_shop').on(t.shopId, t.targetMonth),
    index('billing_member').on(t.memberId, t.targetMonth),
    // For comparisons to the same day: few bills are paid after their due day.
    index('billing_late')
      .on(t.shopId, t.targetMonth, t.paidOn, t.dueOn, t.amount)
      .where(sql`${t.status} = 'paid' and ${t.paidOn} > ${t.dueOn}`),
  ],
)

export const slot = pgTable(
  'slot',
  {
    id: generatedId('id').primaryKey(),
    /** Null: unknown to the club system. */
    externalId: integer('external_id').unique(),
    shopId: id('shop_id').notNull(),
    studioRoomName: text('studio_room_name'),
    programName: text('program_name').notNull(),
    staffId: id('staff_id'),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    capacity: integer('capacity').notNull(),
  },
  (t) => [index('slot_shop').on(t.shopId, t.startAt)],
)

export const reservation = pgTable(
  'reservation',
  {
    id: generatedId('id').primaryKey(),
    /** Null: of a file, and unknown to the club system. */
    externalId: integer('external_id').unique(),
    shopId: id('shop_id').notNull(),
    memberId: id('member_id'),
    /** Null: no class, a free slot. */
    slotId: id('slot_id'),
    kind: text('kind', { enum: ['fixed', 'free'] }).notNull(),
    isTrial: boolean('is_trial').notNull().default(false),
    isFirst: boolean('is_first').notNull().default(false),
    programName: text('program_name').notNull(),
    studioRoomName: text('studio_room_name'),
    seatNo: text('seat_no'),
    staffId: id('staff_id'),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    status: text('status', {
      enum: [...valuesOf(bookingStatuses), 'waitlisted'],
    }).notNull(),
    bookedAt: instant('booked_at').notNull(),
    bookedVia: text('booked_via', { enum: ['web', 'app', 'admin'] }).notNull(),
    cancelledAt: instant('cancelled_at'),
    checkedInAt: instant('checked_in_at'),
    note: text('note'),
    fromFile: fromFile(),
    providerValues: providerValues(),
  },
  (t) => [
    // Orders of the list, for all shops, one shop or one condition (decision 0036). They include the owner of a row, so
    // that row-level security needs no table access.
    index('reservation_shop').on(t.shopId, t.startAt, t.id, t.memberId, t.status, t.programName),
    // Includes member, program and outcome: for keyword search and for rates over all matches.
    index('reservation_start').on(t.startAt, t.id, t.shopId, t.memberId, t.status, t.programName),
    index('reservation_booked').on(t.bookedAt, t.id),
    index('reservation_status').on(t.status, t.startAt, t.id, t.shopId, t.memberId, t.programName),
    index('reservation_program').on(t.programName, t.startAt, t.id, t.shopId, t.status),
    index('reservation_trial').on(t.startAt, t.id).where(sql`${t.isTrial}`),
    // Covers trials by staff.
    index('reservation_trial_of_shop')
      .on(t.shopId, t.startAt, t.status, t.memberId, t.staffId, t.slotId)
      .where(sql`${t.isTrial}`),
    index('reservation_member').on(t.memberId, t.startAt, t.id, t.shopId, t.status),
    index('reservation_slot').on(t.slotId),
    index('reservation_staff').on(t.staffId, t.startAt).where(sql`${t.staffId} is not null`),
    index('reservation_with_choice').on(t.id).where(sql`${t.providerValues} is not null`),
    index('reservation_free').on(t.shopId, t.startAt).where(sql`${t.slotId} is null`),
  ],
)

/** Someone on a tour or a trial. */
export const lead = pgTable(
  'lead',
  {
    id: generatedId('id').primaryKey(),
    shopId: id('shop_id').notNull(),
    kind: text('kind', { enum: valuesOf(leadKinds) }).notNull(),
    at: instant('at').notNull(),
    /** Set once they joined. */
    memberId: id('member_id'),
    route: text('route').notNull(),
    campaign: text('campaign'),
  },
  (t) => [index('lead_shop').on(t.shopId, t.at)],
)

const fromFileColumn = { fromFile: 'ファイルの値' }
const metFileColumn = { metFile: 'ファイルの値との統合' }
const ownerColumns = { ...fromFileColumn, providerValues: '提供元の値' }

export const access: readonly Access[] = [
  {
    table: product,
    rows: 'chain',
    export: inFile(product, {
      file: 'products',
      label: '商品',
      columns: {
        ...{ ...number, externalId: '提供元ID', code: '商品コード', name: '商品名' },
        ...{
          category: words('売上区分', salesCategories),
          price: '価格',
          taxRate: '税率',
          decidedIn: '区分を決めた店舗の番号',
        },
      },
    }),
  },
  {
    table: shopPlan,
    rows: 'shop',
    write: {
      update: [
        // The facts of a plan that was registered here (055-own-shops.sql).
        ...[shopPlan.name, shopPlan.category, shopPlan.isSuspensionPlan, shopPlan.priceMonthly, shopPlan.status],
        shopPlan.withLeanBodyContent,
        shopPlan.joinedTo,
        shopPlan.updatedBy,
        shopPlan.updatedAt,
        shopPlan.version,
      ],
    },
    export: inFile(shopPlan, {
      file: 'plans',
      label: 'プラン',
      fields: planFields,
      columns: {
        ...number,
        externalId: '提供元ID',
        ...shopNumber,
        ...labelled('code', 'name'),
        withLeanBodyContent: { formerly: ['LEAN BODY付き'] },
        status: { words: publicationStatuses, formerly: ['状態'] },
        category: { words: planCategories, formerly: ['種類'] },
        isSuspensionPlan: '休会プラン',
        ...labelled('priceMonthly'),
        priceFirstMonth: { formerly: ['初月の会費'] },
        ...labelled('admissionFee'),
        minMonths: { heading: '最低契約期間（か月）', formerly: ['最低月数'] },
        limitPerMonth: { formerly: ['月の上限回数'] },
        usableDow: '利用できる曜日',
        usableFrom: '利用開始時刻',
        usableTo: '利用終了時刻',
        genderLimit: words('性別の制限', genders),
        ageMin: '最低年齢',
        ageMax: '最高年齢',
        lastSyncedAt: '同期日時',
        joinedTo: { heading: '統合先のプランの番号', formerly: ['統合先の番号'] },
        ...changedColumns,
      },
    }),
  },
  {
    table: member,
    rows: 'shop',
    write: {
      update: [
        member.status,
        member.hasActivePlan,
        member.lockedHasActivePlan,
        member.withLeanBodyContent,
        member.lockedWithLeanBodyContent,
        member.trainerStaffId,
        member.trainerApprovedBy,
        member.trainerApprovedAt,
        member.tags,
        member.staffNote,
        member.alertNote,
        member.updatedBy,
        member.updatedAt,
        member.version,
      ],
    },
    export: inFile(member, {
      file: 'members',
      label: '会員',
      fields: { ...names, ...memberFields },
      columns: {
        id: of('member', '番号'),
        userId: of('user', '利用者の番号'),
        ...labelled('externalId', 'memberNo'),
        ...shopNumber,
        ...labelled('lastName', 'firstName', 'lastNameKana', 'firstNameKana', 'email', 'representativeEmail', 'tel'),
        gender: { words: genders },
        ...labelled('birthday', 'zipCode', 'prefecture', 'address1', 'address2'),
        status: { words: memberStatuses, formerly: ['状態'] },
        contractStatus: { words: contractStatuses },
        hasActivePlan: { formerly: ['有効なプラン'] },
        lockedHasActivePlan: { formerly: ['有効なプランの固定'] },
        ...labelled('withLeanBodyContent', 'lockedWithLeanBodyContent', 'joinedOn', 'cancelledOn'),
        joinRoute: { words: joinRoutes },
        joinCampaign: 'キャンペーン',
        referrerMemberId: of('member', '紹介者の番号'),
        cancelReason: words('退会理由', cancelReasons),
        mailOptIn: '広告宣伝メールの配信',
        trainerStaffId: of('staff', '担当トレーナーの番号'),
        ...labelled('tags'),
        staffNote: { formerly: ['スタッフメモ'] },
        ...labelled('alertNote'),
        unpaidAmount: { formerly: ['未収金額'] },
        providerValues: '提供元の値',
        lastSyncedAt: '同期日時',
        ...changedColumns,
        ...without(
          'an assignment is approved anew as one that opens health days',
          'trainerAssignedBy',
          'trainerAssignedAt',
          'trainerApprovedBy',
          'trainerApprovedAt',
        ),
      },
      shown: { [names.shop]: sql`(select name from shop where id = t.shop_id)` },
    }),
  },
  {
    table: ticket,
    rows: 'targets',
    export: inFile(ticket, {
      file: 'tickets',
      label: 'チケットの種類',
      fields: ticketFields,
      columns: {
        ...number,
        externalId: '提供元ID',
        ...labelled('code', 'name'),
        type: { words: ticketTypes, formerly: ['種類'] },
        ...labelled('price', 'num'),
        validDays: { heading: '有効期限（日）', formerly: ['有効日数'] },
        ...labelled('description'),
        status: { words: publicationStatuses, formerly: ['状態'] },
        ...targetColumns,
        lastSyncedAt: '同期日時',
      },
    }),
  },
  {
    table: memberTicket,
    rows: 'shop',
    export: inFile(memberTicket, {
      file: 'member-tickets',
      label: '会員のチケット',
      fields: memberTicketFields,
      columns: {
        ...number,
        externalId: '提供元ID',
        ...memberNumber,
        ...shopNumber,
        homeShopId: '所属店舗の番号',
        ticketId: 'チケットの番号',
        ...labelled('grantedNum'),
        usedNum: { formerly: ['使用枚数'] },
        ...labelled('grantedAt', 'expiresOn'),
        source: { words: ticketSources, formerly: ['付与方法'] },
        ...labelled('unitPrice'),
        ...ownerColumns,
      },
    }),
  },
  {
    table: contract,
    rows: 'shop',
    export: inFile(contract, {
      file: 'contracts',
      label: '契約',
      fields: contractFields,
      columns: {
        ...number,
        externalId: '提供元ID',
        ...memberNumber,
        ...shopNumber,
        planId: 'プランの番号',
        kind: words('種類', contractKinds),
        ...labelled('contractedOn', 'startOn', 'endOn'),
        cancelRequestedOn: { formerly: ['退会申請日'] },
        cancelReason: { words: cancelReasons },
        monthlyFee: { formerly: ['月会費'] },
        paymentMethod: { words: paymentMethods },
        nextBillingOn: '次回請求日',
        paymentStatus: words('支払状態', contractPaymentStatuses),
        ...ownerColumns,
      },
    }),
  },
  {
    table: visit,
    rows: 'shop',
    export: inFile(visit, {
      file: 'visits',
      label: '来館',
      fields: visitFields,
      columns: {
        ...number,
        ...memberNumber,
        ...shopNumber,
        homeShopId: '所属店舗の番号',
        ...labelled('enteredAt', 'leftAt'),
        source: { words: visitSources },
        reservationId: '予約の番号',
        ...fromFileColumn,
        ...metFileColumn,
      },
    }),
  },
  {
    table: sale,
    rows: 'shop',
    export: inFile(sale, {
      file: 'sales',
      label: '売上',
      fields: saleFields,
      columns: {
        ...number,
        externalId: '提供元ID',
        ...shopNumber,
        ...memberNumber,
        staffId: of('staff', '担当者の番号'),
        settledAt: { formerly: ['決済日時'] },
        ...labelled('targetMonth'),
        method: { words: paymentMethods },
        status: { words: paymentStatuses },
        ...labelled('receiptNo'),
        refundOf: '返金した売上の番号',
        ...ownerColumns,
        ...metFileColumn,
      },
    }),
  },
  {
    table: saleLine,
    rows: 'shop',
    export: inFile(saleLine, {
      file: 'sale-lines',
      label: '売上明細',
      fields: saleLineFields,
      columns: {
        saleId: '売上の番号',
        lineNo: '行番号',
        ...shopNumber,
        productId: '商品の番号',
        ...labelled('quantity'),
        unitPrice: '単価',
        discount: { formerly: ['値引き'] },
        tax: { formerly: ['内消費税'] },
        net: { formerly: ['金額'] },
      },
    }),
  },
  {
    table: billing,
    rows: 'shop',
    export: inFile(billing, {
      file: 'bills',
      label: '会費の請求',
      fields: billFields,
      columns: {
        ...number,
        ...memberNumber,
        ...shopNumber,
        ...labelled('targetMonth'),
        dueOn: { formerly: ['引落日'] },
        amount: { formerly: ['金額'] },
        method: { words: paymentMethods },
        status: { words: paymentStatuses },
        ...labelled('paidOn'),
        saleId: '売上の番号',
        ...fromFileColumn,
      },
    }),
  },
  {
    table: slot,
    rows: 'shop',
    export: inFile(slot, {
      file: 'lessons',
      label: 'レッスン',
      fields: reservationFields,
      columns: {
        ...number,
        externalId: { heading: '提供元ID', because: 'a lesson has no number of a booking' },
        ...shopNumber,
        studioRoomName: { formerly: ['スタジオ'] },
        ...labelled('programName'),
        staffId: { heading: '担当の番号', of: 'staff', formerly: ['担当者の番号'] },
        ...labelled('startAt', 'endAt'),
        capacity: '定員',
      },
    }),
  },
  {
    table: reservation,
    rows: 'shop',
    export: inFile(reservation, {
      file: 'bookings',
      label: '予約',
      fields: reservationFields,
      columns: {
        ...number,
        externalId: { formerly: ['提供元ID'] },
        ...shopNumber,
        ...memberNumber,
        slotId: 'レッスンの番号',
        kind: { words: reservationKinds, formerly: ['種類'] },
        ...labelled('isTrial', 'isFirst', 'programName'),
        studioRoomName: { formerly: ['スタジオ'] },
        seatNo: { formerly: ['座席'] },
        staffId: { heading: '担当の番号', of: 'staff', formerly: ['担当者の番号'] },
        ...labelled('startAt', 'endAt'),
        status: { words: reservationStatuses },
        ...labelled('bookedAt'),
        bookedVia: { words: bookedVias, formerly: ['予約方法'] },
        ...labelled('cancelledAt', 'checkedInAt', 'note'),
        ...ownerColumns,
      },
    }),
  },
  {
    table: lead,
    rows: 'shop',
    export: inFile(lead, {
      file: 'leads',
      label: '見学・体験',
      columns: {
        ...{ ...number, ...shopNumber, kind: words('種類', leadKinds), at: '日時', ...memberNumber, route: '経路' },
        campaign: 'キャンペーン',
      },
    }),
  },
]
