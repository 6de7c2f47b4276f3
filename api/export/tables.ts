import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { devices } from '#contract/words/activity.ts'
import { announcementCategories } from '#contract/words/announcement.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { clubEventKinds } from '#contract/words/club-event.ts'
import { rowOutcomes, translatedFieldNames } from '#contract/words/club-sync.ts'
import { instructorChoices, studioAnswers } from '#contract/words/club-system.ts'
import { columnCategories } from '#contract/words/column.ts'
import { ownerTypes, publicationStatuses } from '#contract/words/common.ts'
import { consentKinds, logKinds, logSources } from '#contract/words/daily-log.ts'
import { dailyReportStatuses, weathers } from '#contract/words/daily-report.ts'
import { joinedDayAnswers } from '#contract/words/data-health.ts'
import { importKinds, memberColumnNames as names } from '#contract/words/import.ts'
import { leanBodyCategories } from '#contract/words/lean-body.ts'
import {
  consentBases,
  exclusionReasons,
  mailCategories,
  mailStatuses,
  recipientStatuses,
} from '#contract/words/mail.ts'
import { mailConsentSources, mailConsentStates } from '#contract/words/mail-consent.ts'
import { stepExits, stepTriggers } from '#contract/words/mail-step.ts'
import { contractKinds, contractStatuses, genders, joinRoutes, memberStatuses } from '#contract/words/member.ts'
import {
  contractPaymentStatuses,
  paymentMethods,
  paymentStatuses,
  visitSources,
} from '#contract/words/member-record.ts'
import { missingKinds, missingReasons, missingStates } from '#contract/words/missing-member.ts'
import { policyTypes } from '#contract/words/policy.ts'
import { factKinds, leadKinds, salesCategories } from '#contract/words/report.ts'
import {
  actionCategories,
  actionEvaluations,
  actionMetrics,
  actionPriorities,
  actionStatuses,
} from '#contract/words/report-action.ts'
import { viewedLists, viewedReports } from '#contract/words/saved-view.ts'
import { secondFactorDuties } from '#contract/words/second-factor.ts'
import { planCategories, ticketSources, ticketTypes } from '#contract/words/shop.ts'
import { costKinds } from '#contract/words/shop-cost.ts'
import { bookedVias, reservationKinds, reservationStatuses } from '#contract/words/shop-reservation.ts'
import { targetFigures } from '#contract/words/shop-target.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { employmentTypes, staffStatuses } from '#contract/words/staff-record.ts'
import { syncResources } from '#contract/words/sync-resources.ts'
import type { Words } from '#contract/words/words.ts'
import { announcement } from '../db/schema/announcement.ts'
import { clubEvent } from '../db/schema/club-event.ts'
import { clubMerge, mergePair, mergeRow } from '../db/schema/club-merge.ts'
import { providerRow, syncPart, syncRun, unknownWord, unreadRowAside } from '../db/schema/club-sync.ts'
import { clubAuthorization, clubConnection, clubInbox, clubInstructor, clubStudio } from '../db/schema/club-system.ts'
import { columnText, contentColumn } from '../db/schema/column.ts'
import {
  dailyLog,
  dailyLogChange,
  dailyLogNotice,
  dailyLogReveal,
  dailyLogWeek,
  healthConsent,
  memberTransfer,
} from '../db/schema/daily-log.ts'
import { dailyReport } from '../db/schema/daily-report.ts'
import { dataExport, dataExportPart } from '../db/schema/data-export.ts'
import {
  dataPeriod,
  dataState,
  memberCount,
  memberDayCount,
  memberDue,
  memberLater,
  memberList,
  memberMove,
  membershipInterval,
  memberVisitMonth,
  monthPartDue,
  rollupCheck,
  rollupDue,
  rollupLater,
  salesLater,
  shopBilling,
  shopCohort,
  shopCohortSales,
  shopDay,
  shopDayProduct,
  shopDaySales,
  shopDaySalesBy,
  shopLeaver,
  shopMonth,
  shopMonthGroup,
  shopMonthMove,
  shopMonthPeople,
  shopMonthProduct,
  shopMonthSales,
  shopMonthSalesBy,
  shopVisitClass,
  shopVisitHour,
  visitClassDue,
} from '../db/schema/derived.ts'
import { digestSubscription } from '../db/schema/digest.ts'
import {
  billing,
  contract,
  lead,
  member,
  memberTicket,
  product,
  reservation,
  sale,
  saleLine,
  shopPlan,
  slot,
  ticket,
  visit,
} from '../db/schema/facts.ts'
import {
  auditHead,
  auditLog,
  idempotency,
  invitation,
  loginAttempt,
  loginDevice,
  secondFactor,
  session,
  signInTicket,
  userAccount,
  welcomeLink,
} from '../db/schema/identity.ts'
import { importFile, importMapping, importPart, importRow } from '../db/schema/import.ts'
import { joinedDay } from '../db/schema/joined-day.ts'
import { leanBodyActivity, leanBodyContent, leanBodyDayCount, leanBodyDayMembers } from '../db/schema/lean-body.ts'
import { mail, mailBounce, mailOptOut, mailPause, mailRecipient, mailStepSent } from '../db/schema/mail.ts'
import { mailConsent, mailConsentLink } from '../db/schema/mail-consent.ts'
import { mailStep, mailStepEnrolment, mailStepItem } from '../db/schema/mail-step.ts'
import { mailTemplate } from '../db/schema/mail-template.ts'
import { missingMember } from '../db/schema/missing-member.ts'
import { club, company, shop, shopStaff, staff, staffAppointer, trainerDay } from '../db/schema/organisation.ts'
import { policy } from '../db/schema/policy.ts'
import { clubFigures } from '../db/schema/reconciliation.ts'
import { refusedValue } from '../db/schema/refused-value.ts'
import { reportAction } from '../db/schema/report-action.ts'
import { savedView } from '../db/schema/saved-view.ts'
import { shopCost } from '../db/schema/shop-cost.ts'
import { shopTarget } from '../db/schema/shop-target.ts'
import { stepAttempt } from '../db/schema/step-attempt.ts'

// What an export has, written by hand column by column: a new table or column is in no file before somebody decides. A
// test compares it with the schema.

/** Whose numbers a column has: they are others in the product that the export is imported into. */
export type Numbered = 'staff' | 'user' | 'member'

export interface Exported {
  /** In Japanese; of members as in the plain layout of 取り込み. */
  heading: string
  /** The values' labels. */
  words?: Words
  of?: Numbered
  /** What the text must be besides a text. */
  is?: 'message' | 'article' | 'policy' | 'address' | 'picture'
  /** Exported and not restored. */
  isOnlyShown?: true
}
type Column = string | Exported

export interface ExportedTable {
  table: PgTable
  /** The name of its file. */
  file: string
  label: string
  /** By the schema's names of columns. */
  columns: Readonly<Record<string, Column>>
  /** Columns that are in no file, and why. */
  leftOut?: Readonly<Record<string, string>>
  /** More columns for readers, which are not restored. */
  shown?: Readonly<Record<string, SQL>>
  /** The rows that are exported. Omitted: all. */
  where?: SQL
  /** Health data, exported sealed as stored, and only on request. */
  isHealth?: true
  /** The product has this row from its beginning. */
  isOneRow?: true
  /** Columns that are counted, and may not be null until then. */
  zeros?: readonly string[]
  /** Columns that may not be null, and their value until somebody fills them. */
  until?: Readonly<Record<string, string>>
  /** What a product has before it has any members: rows that are here stay. */
  mayBeHere?: true
  /** The first version of the format that has it; absent: all that are read. */
  since?: number
}

const words = (heading: string, words: Words): Exported => ({ heading, words })
const of = (of: Numbered, heading: string): Exported => ({ heading, of })
const picture = (heading: string): Exported => ({ heading, is: 'picture' })
const address = (heading: string): Exported => ({ heading, is: 'address' })

const targetScopes = { all: '全店舗', shops: '店舗を指定' }
const id = { id: '番号' }
const shopId = { shopId: '店舗の番号' }
const memberId = { memberId: of('member', '会員の番号') }
const fromFile = { fromFile: 'ファイルの値' }
const metFile = { metFile: 'ファイルの値との統合' }
const owner = { ...fromFile, providerValues: '提供元の値' }
const changed = { updatedBy: of('staff', '更新者の番号'), updatedAt: '更新日時', version: '版' }
const authored = { createdBy: of('staff', '登録者の番号'), createdAt: '登録日時', ...changed }
const published = { status: words('状態', publicationStatuses), publishFrom: '公開開始' }
const targets = { targetScope: words('対象', targetScopes), targetShopIds: '対象店舗の番号' }
const letter = {
  category: words('種類', mailCategories),
  subject: '件名',
  body: { heading: '本文', is: 'message' } as const,
  fromName: '差出人名',
  replyTo: '返信先',
  footer: 'フッター',
  isTracked: '開封の計測',
}

const counted = 'counted anew from the facts'
const search = 'made anew from the texts'

/** In the order in which the rows refer to each other. */
export const exportedTables: readonly ExportedTable[] = [
  { table: company, file: 'companies', label: '運営会社', columns: { ...id, name: '会社名' } },
  {
    table: club,
    file: 'club',
    label: '会社情報',
    isOneRow: true,
    columns: {
      ...{ id: '番号', name: '名称', address: '住所', contact: '問い合わせ先', fromName: '差出人名' },
      ...{ skippedSteps: 'あとで行う設定', secondFactorDuty: words('2段階認証', secondFactorDuties), ...changed },
    },
  },
  {
    table: shop,
    file: 'shops',
    label: '店舗と月次目標',
    columns: {
      ...{ ...id, externalId: '提供元ID', companyId: '運営会社の番号', code: '店舗コード', name: '店舗名' },
      ...{ nameKana: '店舗名カナ', status: words('状態', publicationStatuses), enabledOnlineRsv: 'オンライン予約' },
      ...{ imgUrl: picture('写真'), rsvUrl: address('予約ページ'), zipCode: '郵便番号', prefecture: '都道府県' },
      ...{ address1: '住所', address2: '建物名', tel: '電話番号', email: 'メールアドレス', businessHours: '営業時間' },
      ...{ is24h: '24時間営業', holidays: '休館日', capacity: '定員', floorArea: '坪数', photoReference: '地図の写真' },
      ...{
        ownerType: words('運営', ownerTypes),
        openedOn: '開店日',
        closedOn: '閉店日',
        registeredOn: 'こちらでの登録日',
        dayStartHour: '営業日の開始時',
      },
      ...{ monthlyTargets: '月次目標', sortOrder: '表示順', senderName: '送信者の名称', senderAddress: '送信者の住所' },
      ...{
        senderContact: '送信者の問い合わせ先',
        senderFromName: '送信者の差出人名',
        lastSyncedAt: '同期日時',
        ...changed,
      },
    },
  },
  {
    table: staff,
    file: 'staff',
    label: 'スタッフ',
    columns: {
      ...{
        id: of('staff', '番号'),
        userId: of('user', '利用者の番号'),
        email: 'メールアドレス',
        displayName: '表示名',
      },
      ...{ role: words('権限', roleLevels), status: words('状態', staffStatuses), lastName: '姓', firstName: '名' },
      isAdmin: { heading: '管理者', isOnlyShown: true },
      ...{ lastNameKana: 'セイ', firstNameKana: 'メイ', gender: words('性別', genders), tel: '電話番号' },
      ...{ birthday: '生年月日', imgUrl: picture('顔写真'), jobTitle: '職種' },
      ...{ employmentType: words('雇用形態', employmentTypes), joinedOn: '入社日', leftOn: '退職日' },
      ...{ createdAt: '登録日時', updatedAt: '更新日時', version: '版' },
    },
    leftOut: {
      passwordHash: 'proves who they are',
      passwordSetBy: 'of a password',
      passwordSetAt: 'of a password',
      addressFailedAt: 'found out anew when they are invited',
      lastLoginAt: 'of sessions',
      appointedAt: 'begins anew with the import',
      createdBy: 'who has appointed whom is not taken from a file',
      updatedBy: 'who has appointed whom is not taken from a file',
    },
  },
  {
    table: shopStaff,
    file: 'staff-shops',
    label: 'スタッフの担当店舗',
    columns: { staffId: of('staff', 'スタッフの番号'), ...shopId, isMain: '主な店舗' },
    leftOut: { id: 'a number that nothing refers to' },
  },
  {
    table: shopPlan,
    file: 'plans',
    label: 'プラン',
    columns: {
      ...{ ...id, externalId: '提供元ID', ...shopId, code: 'プランコード', name: 'プラン名' },
      ...{ withLeanBodyContent: 'LEAN BODY付き', status: words('状態', publicationStatuses) },
      ...{ category: words('種類', planCategories), isSuspensionPlan: '休会プラン', priceMonthly: '月会費' },
      ...{
        priceFirstMonth: '初月の会費',
        admissionFee: '入会金',
        minMonths: '最低月数',
        limitPerMonth: '月の上限回数',
      },
      ...{ usableDow: '利用できる曜日', usableFrom: '利用開始時刻', usableTo: '利用終了時刻' },
      ...{
        genderLimit: words('性別の制限', genders),
        ageMin: '最低年齢',
        ageMax: '最高年齢',
        lastSyncedAt: '同期日時',
        joinedTo: '統合先の番号',
      },
      ...changed,
    },
  },
  {
    table: product,
    file: 'products',
    label: '商品',
    columns: {
      ...{ ...id, externalId: '提供元ID', code: '商品コード', name: '商品名' },
      ...{
        category: words('売上区分', salesCategories),
        price: '価格',
        taxRate: '税率',
        decidedIn: '区分を決めた店舗の番号',
      },
    },
  },
  {
    table: ticket,
    file: 'tickets',
    label: 'チケットの種類',
    columns: {
      ...{
        ...id,
        externalId: '提供元ID',
        code: 'チケットコード',
        name: 'チケット名',
        type: words('種類', ticketTypes),
      },
      ...{ price: '価格', num: '枚数', validDays: '有効日数', description: '説明' },
      ...{ status: words('状態', publicationStatuses), ...targets, lastSyncedAt: '同期日時' },
    },
  },
  {
    table: member,
    file: 'members',
    label: '会員',
    columns: {
      ...{ id: of('member', '番号'), userId: of('user', '利用者の番号'), externalId: names.externalId },
      ...{ memberNo: names.memberNo, ...shopId, lastName: names.lastName, firstName: names.firstName },
      ...{ lastNameKana: names.lastNameKana, firstNameKana: names.firstNameKana, email: names.email },
      ...{ representativeEmail: names.representativeEmail, tel: names.tel },
      ...{ gender: words(names.gender, genders), birthday: names.birthday, zipCode: names.zipCode },
      ...{ prefecture: names.prefecture, address1: names.address1, address2: names.address2 },
      ...{ status: words('状態', memberStatuses), contractStatus: words('契約状態', contractStatuses) },
      ...{ hasActivePlan: '有効なプラン', lockedHasActivePlan: '有効なプランの固定' },
      ...{ withLeanBodyContent: 'LEAN BODY', lockedWithLeanBodyContent: 'LEAN BODYの固定' },
      ...{ joinedOn: names.joinedOn, cancelledOn: '退会日', joinRoute: words('入会経路', joinRoutes) },
      ...{ joinCampaign: 'キャンペーン', referrerMemberId: of('member', '紹介者の番号') },
      ...{ cancelReason: words('退会理由', cancelReasons), mailOptIn: '広告宣伝メールの配信' },
      ...{ trainerStaffId: of('staff', '担当トレーナーの番号'), tags: 'タグ', staffNote: 'スタッフメモ' },
      ...{ alertNote: '注意事項', unpaidAmount: '未収金額', providerValues: '提供元の値' },
      ...{ lastSyncedAt: '同期日時', ...changed },
    },
    leftOut: {
      trainerAssignedBy: 'an assignment is approved anew as one that opens health days',
      trainerAssignedAt: 'an assignment is approved anew as one that opens health days',
      trainerApprovedBy: 'an assignment is approved anew as one that opens health days',
      trainerApprovedAt: 'an assignment is approved anew as one that opens health days',
    },
    shown: { [names.shop]: sql`(select name from shop where id = t.shop_id)` },
  },
  {
    table: contract,
    file: 'contracts',
    label: '契約',
    columns: {
      ...{ ...id, externalId: '提供元ID', ...memberId, ...shopId, planId: 'プランの番号' },
      ...{ kind: words('種類', contractKinds), contractedOn: '契約日', startOn: '開始日', endOn: '終了日' },
      ...{ cancelRequestedOn: '退会申請日', cancelReason: words('退会理由', cancelReasons), monthlyFee: '月会費' },
      ...{ paymentMethod: words('支払方法', paymentMethods), nextBillingOn: '次回請求日' },
      ...{ paymentStatus: words('支払状態', contractPaymentStatuses), ...owner },
    },
  },
  {
    table: memberTicket,
    file: 'member-tickets',
    label: '会員のチケット',
    columns: {
      ...{ ...id, externalId: '提供元ID', ...memberId, ...shopId, homeShopId: '所属店舗の番号' },
      ...{ ticketId: 'チケットの番号', grantedNum: '付与枚数', usedNum: '使用枚数', grantedAt: '付与日時' },
      ...{ expiresOn: '有効期限', source: words('付与方法', ticketSources), unitPrice: '単価', ...owner },
    },
  },
  {
    table: slot,
    file: 'lessons',
    label: 'レッスン',
    columns: {
      ...{ ...id, externalId: '提供元ID', ...shopId, studioRoomName: 'スタジオ', programName: 'プログラム' },
      ...{ staffId: of('staff', '担当者の番号'), startAt: '開始日時', endAt: '終了日時', capacity: '定員' },
    },
  },
  {
    table: reservation,
    file: 'bookings',
    label: '予約',
    columns: {
      ...{ ...id, externalId: '提供元ID', ...shopId, ...memberId, slotId: 'レッスンの番号' },
      ...{ kind: words('種類', reservationKinds), isTrial: '体験', isFirst: '初回', programName: 'プログラム' },
      ...{ studioRoomName: 'スタジオ', seatNo: '座席', staffId: of('staff', '担当者の番号'), startAt: '開始日時' },
      ...{ endAt: '終了日時', status: words('状態', reservationStatuses), bookedAt: '予約日時' },
      ...{ bookedVia: words('予約方法', bookedVias), cancelledAt: 'キャンセル日時', checkedInAt: 'チェックイン日時' },
      ...{ note: '備考', ...owner },
    },
  },
  {
    table: visit,
    file: 'visits',
    label: '来館',
    columns: {
      ...{ ...id, ...memberId, ...shopId, homeShopId: '所属店舗の番号', enteredAt: '入館日時', leftAt: '退館日時' },
      ...{ source: words('記録方法', visitSources), reservationId: '予約の番号', ...fromFile, ...metFile },
    },
  },
  {
    table: sale,
    file: 'sales',
    label: '売上',
    columns: {
      ...{ ...id, externalId: '提供元ID', ...shopId, ...memberId, staffId: of('staff', '担当者の番号') },
      ...{ settledAt: '決済日時', targetMonth: '対象月', method: words('支払方法', paymentMethods) },
      ...{
        status: words('状態', paymentStatuses),
        receiptNo: '伝票番号',
        refundOf: '返金した売上の番号',
        ...owner,
        ...metFile,
      },
    },
  },
  {
    table: saleLine,
    file: 'sale-lines',
    label: '売上明細',
    columns: {
      ...{ saleId: '売上の番号', lineNo: '行番号', ...shopId, productId: '商品の番号', quantity: '数量' },
      ...{ unitPrice: '単価', discount: '値引き', tax: '内消費税', net: '金額' },
    },
  },
  {
    table: billing,
    file: 'bills',
    label: '会費の請求',
    columns: {
      ...{ ...id, ...memberId, ...shopId, targetMonth: '対象月', dueOn: '引落日', amount: '金額' },
      ...{ method: words('支払方法', paymentMethods), status: words('状態', paymentStatuses), paidOn: '入金日' },
      ...{ saleId: '売上の番号', ...fromFile },
    },
  },
  {
    table: lead,
    file: 'leads',
    label: '見学・体験',
    columns: {
      ...{ ...id, ...shopId, kind: words('種類', leadKinds), at: '日時', ...memberId, route: '経路' },
      campaign: 'キャンペーン',
    },
  },
  {
    table: leanBodyContent,
    file: 'lean-body-contents',
    label: 'LEAN BODYのコンテンツ',
    columns: {
      ...{ ...id, externalId: '提供元ID', title: 'タイトル', description: '説明', imgUrl: address('画像') },
      ...{ videoUrl: address('動画'), program: 'プログラム', instructorName: 'インストラクター' },
      ...{
        category: words('種類', leanBodyCategories),
        targetParts: '部位',
        intensity: '強度',
        durationSec: '長さ（秒）',
      },
      ...{ kcal: '消費カロリー', equipment: '用具', tags: 'タグ', recommendedMoods: 'おすすめの気分' },
      ...{ status: words('状態', publicationStatuses), sortOrder: '表示順', shopIds: '対象店舗の番号', ...authored },
    },
    leftOut: {
      ...{ searchText: search, viewCount: counted, completionCount: counted },
      ...{ ratingCount: counted, ratingSum: counted },
    },
  },
  {
    table: leanBodyActivity,
    file: 'lean-body-activities',
    label: 'LEAN BODYの視聴',
    columns: {
      ...{
        ...id,
        contentId: 'コンテンツの番号',
        ...memberId,
        ...shopId,
        startedAt: '開始日時',
        completedAt: '完了日時',
      },
      ...{ watchedSec: '視聴（秒）', progressRate: '進捗', kcal: '消費カロリー', rating: '評価', comment: 'コメント' },
      device: words('端末', devices),
    },
  },
  {
    table: announcement,
    file: 'announcements',
    label: 'お知らせ',
    columns: {
      ...{ ...id, title: 'タイトル', body: { heading: '本文', is: 'message' } },
      ...{ category: words('種類', announcementCategories), imgUrl: picture('画像'), linkUrl: address('リンク') },
      ...{ ...targets, ...published, publishTo: '公開終了', isPinned: '上部に固定', ...authored },
    },
    leftOut: { searchText: search },
  },
  {
    table: shopCost,
    file: 'costs',
    label: '費用',
    columns: { ...{ ...id, ...shopId, month: '月' }, ...costKinds, ...authored },
  },
  {
    table: shopTarget,
    file: 'monthly-targets',
    label: '月ごとの月次目標',
    since: 3,
    columns: { ...{ ...id, ...shopId, month: '月' }, ...targetFigures, ...authored },
  },
  {
    table: clubEvent,
    file: 'events',
    label: '出来事',
    columns: {
      ...{ ...id, title: '内容', kind: words('種類', clubEventKinds), firstOn: '初日', lastOn: '最終日' },
      ...{ ...targets, ...authored },
    },
  },
  {
    table: contentColumn,
    file: 'columns',
    label: 'コラム',
    columns: {
      ...{
        ...id,
        title: 'タイトル',
        lead: 'リード',
        body: { heading: '本文', is: 'article' },
        imgUrl: picture('画像'),
      },
      ...{ category: words('種類', columnCategories), tags: 'タグ', authorName: '執筆者', supervisorName: '監修者' },
      ...{ targetMoods: '対象の気分', relatedIds: '関連コラムの番号', sortOrder: '表示順', viewCount: '閲覧数' },
      ...{ likeCount: 'いいね数', ...published, publishTo: '公開終了', ...authored },
    },
    leftOut: { searchText: search, textLength: search },
  },
  {
    table: columnText,
    file: 'column-texts',
    label: 'コラムの過去の文章',
    columns: {
      ...{ columnId: 'コラムの番号', version: '版', title: 'タイトル', lead: 'リード' },
      ...{ body: { heading: '本文', is: 'article' }, savedAt: '保存日時', savedBy: of('staff', '保存者の番号') },
    },
  },
  {
    table: policy,
    file: 'policies',
    label: '規約',
    columns: {
      ...{ ...id, type: words('種類', policyTypes), edition: '版名', title: 'タイトル', body: '本文' },
      ...{ html: { heading: '同意したときの表示', is: 'policy' }, effectiveFrom: '施行日', noticeFrom: '告知開始日' },
      ...{ requiresReconsent: '再同意', changeSummary: '変更の概要', activatedAt: '有効にした日時' },
      ...{ agreedCount: '同意数', ...authored },
    },
  },
  {
    table: mailTemplate,
    file: 'mail-templates',
    label: 'メールテンプレート',
    columns: {
      ...{ ...id, name: 'テンプレート名', ...letter, ...targets, status: words('状態', publicationStatuses) },
      ...{ lastUsedAt: '最終使用日時', useCount: '使用回数', ...authored },
    },
    leftOut: { searchText: search },
  },
  {
    table: mailStep,
    file: 'mail-steps',
    label: 'ステップメール',
    columns: {
      ...{ ...id, name: '名前', triggerType: words('きっかけ', stepTriggers), triggerDays: '日数' },
      ...{ entryFilter: '対象の条件', stopOn: '終了の条件', status: words('状態', publicationStatuses) },
      ...{ activatedAt: '有効にした日時', lookedTo: '処理済みの日', ...authored },
    },
    leftOut: { searchText: search },
  },
  {
    table: mailStepItem,
    file: 'mail-step-items',
    label: 'ステップメールの各メール',
    columns: {
      ...{ stepId: 'ステップメールの番号', delayDays: '日数', sendTime: '送信時刻', templateId: 'テンプレートの番号' },
    },
  },
  {
    table: mailStepEnrolment,
    file: 'mail-step-members',
    label: 'ステップメールの対象会員',
    columns: {
      ...{ ...id, stepId: 'ステップメールの番号', ...memberId, anchorOn: 'きっかけの日', startOn: '起算日' },
      ...{ enrolledAt: '追加日時', doneDays: '済んだ日数', nextDays: '次の日数', nextAt: '次の送信日時' },
      ...{ endedAt: '終了日時', exit: words('終了の理由', stepExits) },
    },
  },
  {
    table: mail,
    file: 'mails',
    label: 'メール',
    columns: {
      ...{ ...id, ...letter, ...targets, templateId: 'テンプレートの番号', stepId: 'ステップメールの番号' },
      ...{ segmentText: '宛先の条件', consentBasis: words('根拠', consentBases), sleepingReason: '休眠会員に送る理由' },
      ...{ senderStaffId: of('staff', '送信者の番号'), requestedAt: '確定日時', sendAt: '送信日時' },
      ...{ finishedAt: '完了日時', cancelledAt: '取消日時', cancelledBy: of('staff', '取消者の番号') },
      ...{ status: words('状態', mailStatuses), refusedInRow: '続けて拒否された数', refusedAnswer: '拒否の応答' },
      ...{ stoppedAt: '停止日時', stopDetail: '停止の理由', total: '宛先', delivered: '送信済', bounced: '不達' },
      ...{ failed: '失敗', cancelled: '取消', unsubscribed: '配信停止', opened: '開封', clicked: 'クリック' },
      ...{ excluded: '除外', version: '版' },
    },
    leftOut: { searchText: search },
  },
  {
    table: mailRecipient,
    file: 'mail-recipients',
    label: 'メールの宛先',
    columns: {
      ...{ ...id, mailId: 'メールの番号', ...memberId, ...shopId, email: 'メールアドレス' },
      ...{
        status: words('状態', recipientStatuses),
        reason: words('除外の理由', exclusionReasons),
        attempts: '試行回数',
      },
      ...{ error: '応答', at: '日時', unsubscribedAt: '配信停止日時', openedAt: '開封日時', clickedAt: 'クリック日時' },
    },
    leftOut: { token: 'opens the page of 配信停止', isRequest: 'follows from its mail' },
  },
  {
    table: mailConsent,
    file: 'mail-consents',
    label: 'メール配信の同意の記録',
    since: 4,
    columns: {
      ...{ ...id, ...memberId, state: words('同意', mailConsentStates), statedOn: '同意日' },
      ...{
        source: words('取得元', mailConsentSources),
        detail: '詳細',
        fileName: 'ファイル名',
        email: 'メールアドレス',
      },
      ...{ recordedBy: of('staff', '記録したスタッフの番号'), recordedAt: '記録日時' },
    },
    leftOut: { importId: 'imports are taken back where they were made' },
  },
  {
    table: mailOptOut,
    // The history above has made them; those of older exports are added.
    mayBeHere: true,
    file: 'mail-opt-outs',
    label: '配信停止',
    columns: { ...memberId, at: '日時' },
  },
  {
    table: mailBounce,
    file: 'mail-bounces',
    label: '不達アドレス',
    columns: { ...id, email: 'メールアドレス', ...shopId, at: '日時', detail: '応答', isComplaint: '迷惑メールの報告' },
  },
  {
    table: mailStepSent,
    file: 'mail-steps-sent',
    label: 'ステップメールの送信',
    columns: {
      ...{ ...memberId, sentOn: '送信日', enrolmentId: '対象会員の番号', mailId: 'メールの番号' },
    },
  },
  // Two files, as in exports of older releases. There both were numbered from 1, so views of reports get new numbers.
  {
    table: savedView,
    file: 'segments',
    label: '共有の条件',
    where: sql`t.screen = 'members'`,
    columns: {
      ...{ ...id, screen: words('一覧', viewedLists), name: '名前', search: '条件', columns: '列' },
      ...{ ...targets, ...authored },
    },
  },
  {
    table: savedView,
    file: 'report-views',
    label: '共有の表示',
    where: sql`t.screen <> 'members'`,
    columns: {
      ...{ id: { heading: '番号', isOnlyShown: true }, screen: words('集計', viewedReports) },
      ...{ name: '名前', search: '表示の内容', ...targets, ...authored },
    },
    leftOut: { columns: 'of lists' },
  },
  {
    table: dailyReport,
    file: 'daily-reports',
    label: '店舗日報',
    columns: {
      ...{
        ...id,
        ...shopId,
        date: '日付',
        status: words('状態', dailyReportStatuses),
        weather: words('天気', weathers),
      },
      ...{ eventNote: '行事', staffOnDuty: '勤務', laborHours: '労働時間', adjustments: '数字の修正' },
      ...{ salesCash: '現金売上', salesCard: 'カード売上', cashFloat: '釣銭準備金', cashOnHand: '現金有高' },
      ...{ cashComment: '過不足のコメント', goodPoints: '良かった点', issues: '課題', memberVoice: '会員の声' },
      ...{
        incident: '事故・トラブル',
        facilityTrouble: '設備の不具合',
        handover: '引き継ぎ',
        tomorrowPlan: '翌日の予定',
      },
      ...{ imgUrls: picture('写真'), asSubmitted: '提出時の数字', authorId: of('staff', '作成者の番号') },
      ...{ earlierSubmissions: '以前の提出', writerIds: '記入者の番号' },
      ...{ submitterId: of('staff', '提出者の番号'), submittedAt: '提出日時', approverId: of('staff', '承認者の番号') },
      ...{ decidedAt: '判断日時', approverComment: '承認者のコメント', approvedAt: '承認日時', ...authored },
    },
    leftOut: { searchText: search, cashDiff: 'generated by the database', hasIncident: 'generated by the database' },
  },
  {
    table: reportAction,
    file: 'actions',
    label: '改善アクション',
    columns: {
      ...{
        ...id,
        ...shopId,
        dailyReportId: '店舗日報の番号',
        title: 'タイトル',
        category: words('分類', actionCategories),
      },
      ...{ priority: words('優先度', actionPriorities), metric: words('指標', actionMetrics), targetValue: '目標値' },
      ...{ plan: '計画', doNote: '実行', check: '確認', nextAction: '次の対応' },
      ...{ evaluation: words('評価', actionEvaluations), ownerStaffId: of('staff', '担当者の番号') },
      ...{ startOn: '開始日', dueOn: '期限', status: words('状態', actionStatuses), progress: '進捗' },
      ...{ comments: 'コメント', ...authored },
    },
    leftOut: { searchText: search },
  },
  {
    table: joinedDay,
    file: 'joined-days',
    label: '集中している入会日への回答',
    columns: {
      ...{ day: '入会日', answer: words('回答', joinedDayAnswers) },
      ...{ answeredBy: of('staff', '回答者の番号'), answeredAt: '回答日時' },
    },
  },
  {
    table: clubStudio,
    file: 'studios',
    label: 'スタジオの対応付け',
    since: 3,
    columns: {
      ...{ brandCode: 'ブランドコード', theirId: '提供元ID', name: 'スタジオ名', choice: words('回答', studioAnswers) },
      ...{ ...shopId, answeredBy: of('staff', '回答者の番号'), answeredAt: '回答日時' },
    },
  },
  {
    table: clubInstructor,
    file: 'instructors',
    label: 'インストラクターの対応付け',
    since: 3,
    columns: {
      ...{ brandCode: 'ブランドコード', theirId: '提供元ID', name: '名前', choice: words('回答', instructorChoices) },
      staffId: of('staff', 'スタッフの番号'),
      ...{ answeredBy: of('staff', '回答者の番号'), answeredAt: '回答日時' },
    },
  },
  {
    table: unknownWord,
    file: 'answered-words',
    label: '会員管理システムの言葉の読み替え',
    since: 3,
    columns: {
      ...{ brandCode: 'ブランドコード', field: words('項目', translatedFieldNames), word: '言葉', count: '行数' },
      ...{ answer: '意味', answeredBy: of('staff', '回答者の番号'), answeredAt: '回答日時' },
    },
    leftOut: { seenIn: 'a run of that product' },
  },
  {
    table: importMapping,
    file: 'import-answers',
    label: 'ファイルの列と値の読み替え',
    since: 3,
    mayBeHere: true,
    columns: {
      ...{ staffId: of('staff', 'スタッフの番号'), kind: words('種類', importKinds), headings: '見出しの指紋' },
      answers: '回答',
    },
  },
  {
    table: unreadRowAside,
    file: 'rows-set-aside',
    label: '対応不要とした行',
    since: 3,
    columns: {
      ...{ resource: words('種類', syncResources), theirId: '提供元ID', reason: '理由' },
      ...{ setBy: of('staff', '登録者の番号'), setAt: '登録日時' },
    },
  },
  // What the club system had: a new connection finds who has vanished since.
  {
    table: providerRow,
    file: 'last-seen',
    label: '会員管理システムで最後に確認した会員・契約・チケット',
    since: 3,
    where: sql`t.resource in ('members', 'contracts', 'memberTickets')`,
    columns: {
      ...{ brandCode: 'ブランドコード', resource: words('種類', syncResources), theirId: '提供元ID' },
      ...{
        seenAt: '最後に確認した日時',
        missingSince: '消えた日時',
        goneAt: '番号での確認',
        movedTo: '移ったスタジオ',
      },
      ...{ outcome: words('反映', rowOutcomes), reason: '反映していない理由', failedSince: '読めなくなった日時' },
      ...{ knownMember: '会員の提供元ID', movedOn: '移った日', movedAt: '移ったと分かった日時' },
    },
    leftOut: {
      ...Object.fromEntries(
        ['hash', 'keyId', 'sealed'].map((name) => [name, 'the row as it came, which the club system has']),
      ),
      seenIn: 'a run of that product',
      ...Object.fromEntries(
        ['contractsDue', 'ticketsDue', 'contractsPutOffAt', 'ticketsPutOffAt', 'writeDue'].map((name) => [
          name,
          'a new connection reads everything',
        ]),
      ),
      ...Object.fromEntries(['knownOn', 'knownYen', 'knownStudio'].map((name) => [name, 'of sales'])),
    },
    until: { hash: '', key_id: '', sealed: '\\x' },
  },
  {
    table: missingMember,
    file: 'missing-members',
    label: '消えた会員',
    since: 3,
    columns: {
      ...{ ...id, brandCode: 'ブランドコード', theirId: '提供元ID', ...memberId, kind: words('区分', missingKinds) },
      ...{ state: words('状態', missingStates), reason: words('理由', missingReasons), lastSeenOn: '最後に確認した日' },
      ...{ missingSince: '消えた日時', confirmedAt: '番号での確認', answeredBy: of('staff', '回答者の番号') },
      ...{ answeredAt: '回答日時', decidedBy: of('staff', '判断者の番号'), decidedAt: '判断日時', sentence: '説明' },
      ...{ closed: '終了した契約', returnedAt: '戻った日時', rejoinedOn: '復会日' },
    },
    leftOut: { runId: 'a run of that product', toldAt: 'admins of the new product get their own letter' },
    zeros: ['run_id'],
  },
  {
    table: healthConsent,
    file: 'health-consents',
    label: '健康情報の同意',
    isHealth: true,
    columns: {
      ...{ ...id, ...memberId, kind: words('種類', consentKinds), agreed: '同意', at: '日時', version: '文面の版' },
      ...{ companyIds: '提供先の運営会社の番号', sharedStaffIds: of('staff', '共有先のスタッフの番号') },
    },
    leftOut: { isCurrent: 'kept by a trigger' },
  },
  {
    table: dailyLog,
    file: 'health-days',
    label: '日次ログ',
    isHealth: true,
    columns: {
      ...{ ...id, ...memberId, shopId: '店舗の番号', kind: words('種類', logKinds), date: '日付' },
      ...{ source: words('記録方法', logSources), recordedAt: '記録日時', keyId: '鍵', sealed: '暗号文' },
    },
  },
  {
    table: dailyLogWeek,
    file: 'health-weeks',
    label: '日次ログの週の集計',
    isHealth: true,
    columns: {
      ...{
        kind: words('種類', logKinds),
        week: '週',
        ...shopId,
        keyId: '鍵',
        sealed: '暗号文',
        publishedAt: '公開日時',
      },
    },
  },
  // Raw visits of long ago may have been deleted; what was counted of them is all there is.
  {
    table: memberVisitMonth,
    file: 'old-visit-months',
    label: '以前の来館日（会員ごと）',
    where: sql`t.month < (select visits_from from data_state)`,
    columns: {
      ...{ ...shopId, month: '月', ...memberId, homeShopId: '所属店舗の番号', days: '来館日', visits: '来館数' },
    },
  },
  {
    table: shopDay,
    file: 'old-visit-days',
    label: '以前の来館数（日ごと）',
    where: sql`t.date < (select visits_from from data_state)`,
    columns: { ...shopId, date: '日付', visits: '来館数', visitors: '来館者数' },
    zeros: ['admissions', 'readmissions', 'transfer_in', 'withdrawals', 'transfer_out', 'closing', 'suspended'],
    leftOut: Object.fromEntries(
      [
        ...['admissions', 'readmissions', 'transferIn', 'withdrawals', 'transferOut', 'withdrawalRequests', 'closing'],
        ...['suspended', 'slots', 'capacity', 'seatsUsed', 'seatsAttended', 'booked', 'attended', 'noShow'],
        ...['lateCancelled', 'cancelled', 'tours', 'trials', 'trialsJoined'],
      ].map((name) => [name, counted]),
    ),
  },
  {
    table: shopVisitHour,
    file: 'old-visit-hours',
    label: '以前の来館数（時間帯ごと）',
    where: sql`t.month < (select visits_from from data_state)`,
    columns: { ...shopId, month: '月', dow: '曜日', hour: '時', visits: '来館数' },
  },
  {
    table: dataState,
    file: 'data-state',
    label: 'データの基準日',
    columns: { id: '番号', dataAsOf: 'データの基準日時', syncedAt: '同期日時', visitsFrom: '来館の記録の最初の日' },
  },
  {
    table: dataPeriod,
    file: 'data-periods',
    label: 'データの期間',
    columns: { kind: words('種類', factKinds), ...shopId, firstOn: '最初の日', lastOn: '最後の日' },
  },
]

const proof = 'proves who somebody is, or lets them in'
const ofProduct = 'of the product that wrote it'
const ofImport = 'a file that somebody has sent, gone after 30 days'

/** Tables of which nothing is exported, and why. */
export const tablesLeftOut: ReadonlyMap<PgTable, string> = new Map<PgTable, string>([
  ...[session, invitation, welcomeLink, secondFactor, signInTicket, loginAttempt, loginDevice, idempotency].map(
    (table) => [table, proof] as const,
  ),
  [userAccount, 'the numbers are those of members and staff'],
  [staffAppointer, 'who has appointed whom is not taken from a file'],
  [trainerDay, ofProduct],
  ...[auditLog, auditHead].map((table) => [table, `${ofProduct}: its rows are chained and name its sessions`] as const),
  ...[dailyLogReveal, dailyLogNotice].map((table) => [table, `${ofProduct}: who has looked at health days`] as const),
  [dailyLogChange, 'what is to be published again'],
  [memberTransfer, 'weeks of health data until the second Monday after'],
  [mailConsentLink, 'links that letters have: new ones are sent'],
  [mailPause, 'of the mail server'],
  [refusedValue, 'counts the answers of a day'],
  [digestSubscription, 'each asks for it at their own installation'],
  ...[dataExport, dataExportPart].map((table) => [table, 'an export itself'] as const),
  [stepAttempt, 'of the processes that work on jobs'],
  [clubFigures, 'of the connection, which an export has not'],
  [clubConnection, 'the proof that the club system has given to this installation'],
  [clubAuthorization, proof],
  ...[clubInbox, syncRun, syncPart, clubMerge].map(
    (table) => [table, 'of the connection, which an export has not'] as const,
  ),
  ...[mergePair, mergeRow].map((table) => [table, 'what was here before a merge, for 30 days'] as const),
  ...[importFile, importPart, importRow].map((table) => [table, ofImport] as const),
  ...[membershipInterval, shopMonth, shopMonthPeople, shopDaySales, shopMonthSales, shopBilling].map(
    (table) => [table, counted] as const,
  ),
  ...[
    shopMonthGroup,
    shopCohort,
    shopCohortSales,
    shopLeaver,
    shopMonthMove,
    memberMove,
    shopDaySalesBy,
    shopMonthSalesBy,
    shopDayProduct,
    shopMonthProduct,
    shopVisitClass,
    monthPartDue,
    visitClassDue,
  ].map((table) => [table, counted] as const),
  ...[memberList, memberCount, memberDayCount, leanBodyDayCount, leanBodyDayMembers].map(
    (table) => [table, counted] as const,
  ),
  ...[rollupDue, memberDue, rollupLater, salesLater, memberLater, rollupCheck].map(
    (table) => [table, counted] as const,
  ),
])

export const nameOf = ({ table }: ExportedTable) => getTableName(table)
