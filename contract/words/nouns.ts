import { announcementCategories } from './announcement.ts'
import { clubEventKinds } from './club-event.ts'
import { mergeStates } from './club-merge.ts'
import { syncStates } from './club-sync.ts'
import { columnCategories } from './column.ts'
import { enabledFlags, ownerTypes, publicationStatuses } from './common.ts'
import { dailyReportStatuses, weathers } from './daily-report.ts'
import { doubleChecks, doubleContracts, joinedDayAnswers } from './data-health.ts'
import { digestRhythms } from './digest.ts'
import { announcementFields } from './fields/announcement.ts'
import { senderFields } from './fields/club.ts'
import { clubEventFields } from './fields/club-event.ts'
import { columnFields } from './fields/column.ts'
import { dailyReportFields } from './fields/daily-report.ts'
import { leanBodyFields } from './fields/lean-body.ts'
import { mailFields } from './fields/mail.ts'
import { mailStepFields } from './fields/mail-step.ts'
import { templateFields } from './fields/mail-template.ts'
import { memberFields } from './fields/member.ts'
import { outreachFields } from './fields/outreach.ts'
import { personFields } from './fields/person.ts'
import { policyFields } from './fields/policy.ts'
import { publicationFields } from './fields/publication.ts'
import { actionFields } from './fields/report-action.ts'
import { shopFields } from './fields/shop.ts'
import { planFields } from './fields/shop-plan.ts'
import { staffFields } from './fields/staff.ts'
import { mailCategories, mailStatuses } from './mail.ts'
import { mailConsentSources, mailConsentStates } from './mail-consent.ts'
import { stepStops } from './mail-step.ts'
import { genders, memberStatuses } from './member.ts'
import { shownMissingStates } from './missing-member.ts'
import { moods } from './mood.ts'
import { outreachOutcomes } from './outreach.ts'
import { policyTypes } from './policy.ts'
import {
  actionCategories,
  actionEvaluations,
  actionMetrics,
  actionPriorities,
  actionStatuses,
} from './report-action.ts'
import { viewedLists, viewedReports, viewedScreens } from './saved-view.ts'
import { secondFactorDuties } from './second-factor.ts'
import { planCategories } from './shop.ts'
import { adPartsLabel, costKinds } from './shop-cost.ts'
import { targetFigures } from './shop-target.ts'
import { roleLevels } from './staff.ts'
import { employmentTypes, staffStatuses } from './staff-record.ts'
import type { Words } from './words.ts'

/** Groups of actions in the audit log. */
export const auditGroups = {
  signIn: 'ログイン・ログアウト',
  refused: 'ログイン・パスワードの失敗',
  create: '登録',
  update: '更新',
  remove: '削除',
  send: 'メール送信',
  health: '健康情報の閲覧',
  export: 'CSV出力',
} as const
export type AuditGroup = keyof typeof auditGroups

export interface Field {
  label: string
  /** Values with their labels. */
  words?: Words
  /** False and true. */
  flag?: readonly [no: string, yes: string]
  /** Contact data: not visible to everybody. */
  isContact?: true
  /** Recorded as changed, without values. */
  isHidden?: true
  /** The right that its values require besides the log's own. */
  needs?: 'cost.read'
}
const field = (label: string, more: Omit<Field, 'label'> = {}): Field => ({ label, ...more })

/** Fields whose label says all. */
const named = <Label extends string>(labels: Readonly<Record<Label, string>>, ...names: Label[]) =>
  Object.fromEntries(names.map((name) => [name, field(labels[name])])) as Record<Label, Field>

/** Fields that are recorded as changed, without values. */
const hidden = <Label extends string>(labels: Readonly<Record<Label, string>>, ...names: Label[]) =>
  Object.fromEntries(names.map((name) => [name, field(labels[name], { isHidden: true })])) as Record<Label, Field>

const locked = ['固定しない', '手動で固定'] as const
const published = {
  status: field(publicationFields.status, { words: publicationStatuses }),
  ...named(publicationFields, 'publishFrom'),
}
const contact = (label: string) => field(label, { isContact: true })
const ofCosts = (label: string) => field(label, { needs: 'cost.read' })
const person = {
  ...named(personFields, 'lastName', 'firstName', 'lastNameKana', 'firstNameKana', 'imgUrl'),
  email: contact(personFields.email),
  pendingEmail: contact('確認待ちのメールアドレス'),
  tel: contact(personFields.tel),
  gender: field(personFields.gender, { words: genders }),
  birthday: contact(personFields.birthday),
}

const sender = named(senderFields, 'name', 'address', 'contact', 'fromName')

export interface NounWords {
  /** What staff call one. */
  label: string
  /** The palette finds its records by name: its entry in api/nouns.ts has `find`. Health data never. */
  isFound?: true
  /** Audited actions: endpoints by name, exports, and other events. */
  actions?: { [G in AuditGroup]?: Words }
  /**
   * The fields that the log may show before and after. A field without a label is never shown, so that a new one stays
   * hidden until it is decided.
   */
  fields?: Record<string, Field>
}

/** Every noun of the contract, as staff read it; contract/openapi.ts does not compile without one. */
export const nouns = {
  auth: {
    label: 'ログイン',
    actions: {
      signIn: {
        login: 'ログイン',
        'auth.renewToken': 'ログインの継続',
        'auth.logout': 'ログアウト',
        'auth.startPreview': '権限のプレビューの開始',
        'auth.endPreview': '権限のプレビューの終了',
      },
      refused: { loginFailed: 'ログインの失敗', passwordRefused: 'パスワードの誤り' },
    },
    fields: {
      failures: field('続けて失敗した回数'),
      role: field('権限', { words: roleLevels }),
      shops: field('担当店舗'),
    },
  },
  session: {
    label: 'ログイン中の端末',
    actions: {
      signIn: { 'session.remove': '別の端末のログアウト', 'session.removeOthers': 'ほかのすべての端末のログアウト' },
    },
  },
  secondFactor: {
    label: '2段階認証',
    actions: {
      signIn: { recoveryCodeUsed: '予備コードでのログイン' },
      refused: { secondFactorRefused: '認証コードの誤り' },
      update: {
        'secondFactor.start': '2段階認証の設定の開始',
        'secondFactor.confirm': '2段階認証の設定',
        'secondFactor.renewRecoveryCodes': '予備コードの作り直し',
        'secondFactor.setDuty': '2段階認証を必須にする範囲の変更',
      },
      remove: { 'secondFactor.remove': '2段階認証の解除' },
    },
    fields: { duty: field('必須にする範囲', { words: secondFactorDuties }) },
  },
  rights: { label: '権限一覧' },
  apiDocs: { label: 'APIの仕様書' },
  user: {
    label: 'ユーザー',
    actions: {
      create: { 'user.create': 'ユーザーの登録' },
      update: { 'user.update': 'ユーザーの更新', 'user.changeEmail': '自分のメールアドレスの変更の手続き' },
      remove: { 'user.remove': 'ユーザーの削除' },
    },
    fields: person,
  },
  member: {
    label: '会員',
    isFound: true,
    actions: {
      update: {
        'member.update': '会員の更新',
        'member.bulk': '会員の一括更新',
        'member.approveTrainers': '担当トレーナーの承認',
      },
      export: { 'member.list.export': '会員のCSV出力' },
    },
    fields: {
      hasActivePlan: field(memberFields.hasActivePlan, { flag: ['なし', 'あり'] }),
      lockedHasActivePlan: field(memberFields.lockedHasActivePlan, { flag: locked }),
      withLeanBodyContent: field(memberFields.withLeanBodyContent, { flag: ['利用不可', '利用可'] }),
      lockedWithLeanBodyContent: field(memberFields.lockedWithLeanBodyContent, { flag: locked }),
      ...named(memberFields, 'tags', 'trainerStaffId'),
      trainerApproved: field(memberFields.trainerApproved, { flag: ['なし', 'あり'] }),
      ...named(memberFields, 'staffNote', 'alertNote'),
      status: field(memberFields.status, { words: memberStatuses }),
      mailConsent: field(memberFields.mailConsent, { words: mailConsentStates }),
      // Another name: it may also be the day of a stop.
      mailConsentOn: field('同意・停止の申し出の日'),
      mailConsentSource: field(memberFields.mailConsentSource, { words: mailConsentSources }),
    },
  },
  staff: {
    label: 'スタッフ',
    isFound: true,
    actions: {
      signIn: {
        welcomeAccepted: '最初の管理者の登録',
        invitationAccepted: '招待からの登録',
        passwordResetAccepted: 'メールからのパスワード再設定',
        passwordProofAccepted: '設定されたパスワードの確認',
      },
      create: { 'staff.register': 'スタッフの登録', 'staff.create': '既存ユーザーのスタッフ登録' },
      update: {
        'staff.update': 'スタッフの更新',
        staffReinvited: '退職済のスタッフの再招待',
        'staff.invite': '招待メールの送信',
        'staff.retire': '退職と担当の引き継ぎ',
        'staff.setShops': '担当店舗の更新',
        'staff.changePassword': 'パスワードの再設定',
        'staff.sendPasswordReset': 'パスワード再設定のリンクの送信',
        'staff.approveReader': '健康情報の閲覧の承認',
        addressProofAccepted: 'ログイン用メールアドレスの変更',
      },
      remove: { 'staff.remove': 'スタッフの削除', 'staff.resetSecondFactor': 'ほかのスタッフの2段階認証の解除' },
    },
    fields: {
      ...person,
      ...named(staffFields, 'displayName'),
      role: field(staffFields.role, { words: roleLevels }),
      status: field(staffFields.status, { words: staffStatuses }),
      isAdmin: field(staffFields.isAdmin, { flag: ['いいえ', 'はい'] }),
      ...named(staffFields, 'jobTitle'),
      employmentType: field(staffFields.employmentType, { words: employmentTypes }),
      ...named(staffFields, 'joinedOn', 'leftOn', 'shops', 'mainShop'),
      failures: field('続けて誤った回数'),
    },
  },
  shop: {
    label: '店舗',
    isFound: true,
    actions: {
      create: { 'shop.create': '店舗の登録' },
      update: { 'shop.update': '店舗の更新', 'shop.updateFacts': '店舗情報の更新' },
    },
    fields: {
      // Another name: name and address are those of the shop's sender.
      ...sender,
      ...named(shopFields, 'nameKana', 'code'),
      ownerType: field(shopFields.ownerType, { words: ownerTypes }),
      ...named(shopFields, 'companyName', 'zipCode', 'prefecture', 'address1', 'address2', 'tel', 'openedOn'),
      enabledOnlineRsv: field(shopFields.enabledOnlineRsv, { words: enabledFlags }),
      ...named(shopFields, 'imgUrl', 'rsvUrl'),
      'monthlyTargets.admission': field(targetFigures.admission),
      'monthlyTargets.withdrawalMax': field(targetFigures.withdrawalMax),
      'monthlyTargets.sales': field(targetFigures.sales),
      'monthlyTargets.closingMembers': field(targetFigures.closingMembers),
    },
  },
  shopStaff: {
    label: '担当店舗',
    actions: {
      create: { 'shopStaff.create': '担当店舗の追加' },
      update: { 'shopStaff.update': '主担当店舗の変更' },
      remove: { 'shopStaff.remove': '担当店舗の削除' },
    },
  },
  shopPlan: {
    label: 'プラン',
    isFound: true,
    actions: {
      update: {
        'shopPlan.update': 'プランの更新',
        'shopPlan.updateFacts': 'プランの情報の更新',
        'shopPlan.join': 'プランの統合',
        'shopPlan.separate': '統合したプランを元に戻す操作',
      },
    },
    fields: {
      ...named(planFields, 'name', 'joinedTo'),
      contracts: field('移った契約'),
      category: field(planFields.category, { words: planCategories }),
      ...named(planFields, 'priceMonthly'),
      status: field(planFields.status, { words: publicationStatuses }),
      withLeanBodyContent: field(planFields.withLeanBodyContent, { flag: ['なし', '付き'] }),
      gained: field('利用可になった会員'),
      lost: field('利用不可になった会員'),
    },
  },
  shopReservation: {
    label: '予約',
    actions: {
      export: { 'shopReservation.list.export': '予約のCSV出力' },
    },
  },
  shopTicket: { label: 'チケット' },
  today: { label: '今日の対応' },
  report: {
    label: '集計',
    actions: {
      export: {
        'report.monthlyStats.export': '月次集計のCSV出力',
        'report.monthlyStatsByShop.export': '店舗比較のCSV出力',
        'report.yearlyStats.export': '年次集計のCSV出力',
        'report.admission.export': '入会・退会のCSV出力',
        'report.firstDays.export': '最初の30日のCSV出力',
        'report.firstDaysMembers.export': '来館の少ない新入会員のCSV出力',
        'report.shopComparison.export': '店舗を並べた比較のCSV出力',
        'report.ltv.export': 'LTVのCSV出力',
        'report.sales.export': '売上集計のCSV出力',
        'report.productSales.export': '商品別売上のCSV出力',
        'report.dues.export': '未収金の回収のCSV出力',
        'report.memberPlan.export': 'プラン構成のCSV出力',
        'report.lessons.export': 'レッスンと担当のCSV出力',
        'report.feeRetention.export': '会費の維持率のCSV出力',
        'report.changesInVisitsSummary.export': '来館の変化のCSV出力',
        'report.changesInVisitsSeries.export': '来館の変化の推移のCSV出力',
        'report.changesInVisitsMembers.export': '来館の変化の会員のCSV出力',
      },
    },
  },
  digest: {
    label: '月曜の一枚',
    actions: {
      update: { 'digest.subscribe': '月曜の一枚の受け取りの設定', digestStopped: 'メールからの月曜の一枚の停止' },
      send: { 'digest.send': '月曜の一枚を自分に送信' },
    },
    fields: { rhythm: field('受け取り', { words: digestRhythms }) },
  },
  drillDown: {
    label: '集計の内訳',
    actions: {
      export: {
        'drillDown.members.export': '内訳（会員）のCSV出力',
        'drillDown.visits.export': '内訳（来館）のCSV出力',
        'drillDown.sales.export': '内訳（売上）のCSV出力',
        'drillDown.reservations.export': '内訳（予約）のCSV出力',
        'drillDown.slots.export': '内訳（クラス）のCSV出力',
        'drillDown.leads.export': '内訳（見学・体験）のCSV出力',
      },
    },
  },
  dailyReport: {
    label: '日報',
    actions: {
      create: { 'dailyReport.save': '日報の下書きの保存' },
      update: { 'dailyReport.update': '日報の更新・提出・承認' },
      export: { 'dailyReport.list.export': '日報のCSV出力' },
    },
    fields: {
      status: field(dailyReportFields.status, { words: dailyReportStatuses }),
      weather: field(dailyReportFields.weather, { words: weathers }),
      ...named(dailyReportFields, 'laborHours', 'salesCash', 'salesCard', 'cashFloat', 'cashOnHand', 'cashComment'),
      ...hidden(dailyReportFields, 'staffOnDuty', 'adjustments', 'imgUrls'),
      // They may mention people and their health: their text is not in the log at all.
      ...hidden(
        dailyReportFields,
        'eventNote',
        'goodPoints',
        'issues',
        'memberVoice',
        'incident',
        'facilityTrouble',
        'handover',
        'tomorrowPlan',
      ),
    },
  },
  reportAction: {
    label: '改善アクション',
    isFound: true,
    actions: {
      create: { 'reportAction.create': '改善アクションの登録' },
      update: { 'reportAction.update': '改善アクションの更新' },
      remove: { 'reportAction.remove': '改善アクションの削除' },
      export: { 'reportAction.list.export': '改善アクションのCSV出力' },
    },
    fields: {
      ...named(actionFields, 'title'),
      category: field(actionFields.category, { words: actionCategories }),
      priority: field(actionFields.priority, { words: actionPriorities }),
      metric: field(actionFields.metric, { words: actionMetrics }),
      ...hidden(actionFields, 'targetValue'),
      status: field(actionFields.status, { words: actionStatuses }),
      ...named(actionFields, 'progress', 'startOn', 'dueOn'),
      evaluation: field(actionFields.evaluation, { words: actionEvaluations }),
      ...named(actionFields, 'plan', 'doNote', 'check', 'nextAction'),
      ...named(actionFields, 'people'),
      // Ids, which nobody reads.
      ...hidden(actionFields, 'shopId', 'ownerStaffId', 'dailyReportId'),
    },
  },
  announcement: {
    label: 'お知らせ',
    isFound: true,
    actions: {
      create: { 'announcement.create': 'お知らせの登録' },
      update: { 'announcement.update': 'お知らせの更新' },
      remove: { 'announcement.remove': 'お知らせの削除' },
    },
    fields: {
      ...named(announcementFields, 'title', 'body'),
      category: field(announcementFields.category, { words: announcementCategories }),
      ...named(announcementFields, 'imgUrl', 'linkUrl', 'target'),
      ...published,
      ...named(announcementFields, 'publishTo'),
      isPinned: field(announcementFields.isPinned, { flag: ['なし', 'あり'] }),
    },
  },
  column: {
    label: 'コラム',
    isFound: true,
    actions: {
      create: { 'column.create': 'コラムの登録' },
      update: { 'column.update': 'コラムの更新', 'column.setOrder': 'コラムの表示順の変更' },
      remove: { 'column.remove': 'コラムの削除' },
    },
    fields: {
      ...named(columnFields, 'title', 'lead', 'body'),
      category: field(columnFields.category, { words: columnCategories }),
      ...named(columnFields, 'tags', 'imgUrl', 'authorName', 'supervisorName', 'targetMoods', 'relatedIds'),
      ...published,
      ...named(columnFields, 'publishTo'),
    },
  },
  policy: {
    label: '規約・ポリシー',
    actions: {
      create: { 'policy.create': '規約の版の登録' },
      update: { 'policy.update': '規約の版の更新', 'policy.activate': '規約の版の有効化' },
      remove: { 'policy.remove': '規約の版の削除' },
    },
    fields: {
      type: field(policyFields.type, { words: policyTypes }),
      ...named(policyFields, 'edition', 'title', 'body', 'effectiveFrom', 'noticeFrom'),
      requiresReconsent: field(policyFields.requiresReconsent, { flag: ['求めない', '求める'] }),
      ...named(policyFields, 'changeSummary', 'activatedAt'),
    },
  },
  club: {
    label: '会社情報',
    actions: {
      update: {
        'club.update': '会社情報の更新',
        'club.updateShop': '店舗ごとの会社情報の更新',
        'club.skipSteps': 'はじめての設定の後回し',
      },
    },
    fields: { ...sender, skippedSteps: field('あとで行う設定') },
  },
  clubSystem: {
    label: '会員管理システム',
    actions: {
      create: {
        'clubSystem.begin': '会員管理システムとの接続の開始',
        'clubSystem.finish': '会員管理システムとの接続',
        'clubSystem.startRun': '会員管理システムとの同期の開始',
      },
      update: {
        'clubSystem.saveMapping': '会員管理システムとの対応付けの保存',
        'clubSystem.stopRun': '会員管理システムとの同期の停止',
        'clubSystem.setAside': '読めない行の対応不要の設定・取り消し',
        'clubSystem.compareSample': '取り込んだデータと会員管理システムの比較',
        'clubSystem.chooseMerge': '取り込んだデータの扱いの選択',
        'clubSystem.answerMerge': '突き合わせへの回答',
        'clubSystem.takeBackMerge': '会員管理システムから反映したデータを反映前に戻す操作',
        'clubSystem.answerWord': '会員管理システムの値の意味への回答',
        'clubSystem.webhookSecret': '通知の受け取りの秘密鍵の表示',
      },
      remove: { 'clubSystem.disconnect': '会員管理システムとの接続の解除' },
    },
    fields: {
      brandCode: field('ブランドコード'),
      studios: field('スタジオ'),
      instructors: field('インストラクター（回答済み）'),
      state: field('同期の状態', { words: syncStates }),
      stage: field('突き合わせの状態', { words: mergeStates }),
      answer: field('値の意味'),
      answers: field('突き合わせの回答'),
      row: field('行'),
      reason: field('対応不要の理由'),
    },
  },
  missingMember: {
    label: '消えた会員',
    actions: {
      update: {
        'missingMember.answer': '消えた会員の在籍の回答',
        'missingMember.decide': '消えた会員の判断',
        missingMemberClosed: '消えた会員の退会・転出',
        missingMemberReopened: '消えた会員の退会・転出の取り消し',
      },
    },
    fields: {
      isEnrolled: field('店舗の回答', { flag: ['なし', '在籍しています'] }),
      state: field('状態', { words: shownMissingStates }),
      lastOn: field('最終有効日'),
    },
  },
  outreach: {
    label: '会員への連絡',
    actions: {
      create: { 'outreach.create': '会員への連絡の記録' },
      remove: { 'outreach.remove': '会員への連絡の削除' },
    },
    fields: {
      ...named(outreachFields, 'contactedOn', 'note'),
      outcome: field(outreachFields.outcome, { words: outreachOutcomes }),
    },
  },
  chosenValue: {
    label: 'こちらの値',
    actions: { update: { 'chosenValue.letGo': '提供元の値に戻す' } },
    fields: { kind: field('種類'), names: field('項目') },
  },
  reconciliation: {
    label: '数字の突き合わせ',
    actions: {
      create: { 'reconciliation.create': '会員管理システムの数字の読み込み' },
      remove: { 'reconciliation.remove': '会員管理システムの数字の削除' },
    },
    fields: {
      report: field('レポート'),
      months: field('月'),
      fileName: field('ファイル名'),
    },
  },
  dataHealth: {
    label: 'データ健康診断',
    actions: {
      update: {
        'dataHealth.answer': '集中している入会日への回答',
        'dataHealth.merge': '二重のデータの統合',
        'dataHealth.takeBack': '二重のデータの統合の取り消し',
      },
    },
    fields: {
      answer: field('回答', { words: joinedDayAnswers }),
      check: field('項目', { words: doubleChecks }),
      rows: field('件数'),
      contracts: field('契約の扱い', { words: doubleContracts }),
    },
  },
  leanBody: {
    label: 'LEAN BODYのコンテンツ',
    actions: {
      update: { 'leanBody.update': 'LEAN BODYのコンテンツの更新', 'leanBody.bulk': 'LEAN BODYのコンテンツの一括更新' },
    },
    fields: {
      ...named(leanBodyFields, 'title', 'description', 'tags'),
      recommendedMoods: field(leanBodyFields.recommendedMoods, { words: moods }),
      status: field(leanBodyFields.status, { words: publicationStatuses }),
      ...named(leanBodyFields, 'sortOrder'),
      // Ids, which nobody reads.
      ...hidden(leanBodyFields, 'shopIds'),
    },
  },
  activity: { label: '会員の利用状況' },
  dailyLog: {
    label: '日次ログ',
    actions: {
      remove: { 'dailyLog.erase': '日次ログの削除' },
      health: {
        'dailyLog.condition': '体調の記録の閲覧',
        'dailyLog.healthcare': 'ヘルスケアの記録の閲覧',
        'dailyLog.location': '行動の記録の閲覧',
        'dailyLog.bodyTemp': '体温の記録の閲覧',
        'dailyLog.menstrual': '月経の記録の閲覧',
        'dailyLog.summary': '日次ログの集計の閲覧',
        'dailyLog.consent': '健康情報の同意の閲覧',
        'dailyLog.reveal': '日次ログの値の表示',
        'dailyLog.access': '健康情報アクセス状況の閲覧',
      },
      export: {
        'dailyLog.condition.export': '体調の記録のCSV出力',
        'dailyLog.healthcare.export': 'ヘルスケアの記録のCSV出力',
        'dailyLog.location.export': '行動の記録のCSV出力',
        'dailyLog.bodyTemp.export': '体温の記録のCSV出力',
        'dailyLog.menstrual.export': '月経の記録のCSV出力',
      },
    },
  },
  healthcareType: { label: 'ヘルスケアの項目' },
  shopCost: {
    label: '費用',
    actions: {
      update: { 'shopCost.save': '費用の登録・更新' },
      export: {
        'shopCost.profit.export': '費用と損益のCSV出力',
        'shopCost.campaigns.export': 'キャンペーンの採算のCSV出力',
      },
    },
    fields: {
      labor: ofCosts(costKinds.labor),
      ads: ofCosts(costKinds.ads),
      rent: ofCosts(costKinds.rent),
      other: ofCosts(costKinds.other),
      adParts: ofCosts(adPartsLabel),
    },
  },
  shopTarget: {
    label: '月ごとの月次目標',
    actions: { update: { 'shopTarget.save': '月ごとの月次目標の登録・更新' } },
    fields: {
      ...named(targetFigures, 'admission', 'withdrawalMax', 'sales', 'closingMembers'),
    },
  },
  clubEvent: {
    label: '出来事',
    actions: {
      create: { 'clubEvent.create': '出来事の登録' },
      update: { 'clubEvent.update': '出来事の更新' },
      remove: { 'clubEvent.remove': '出来事の削除' },
    },
    fields: {
      ...named(clubEventFields, 'title'),
      kind: field(clubEventFields.kind, { words: clubEventKinds }),
      ...named(clubEventFields, 'firstOn', 'lastOn', 'target'),
    },
  },
  savedView: {
    label: '共有の条件・表示',
    actions: {
      create: { 'savedView.create': '条件・表示の共有' },
      update: { 'savedView.update': '共有の条件・表示の更新' },
      remove: { 'savedView.remove': '共有の条件・表示の削除' },
    },
    fields: {
      screen: field('画面', { words: viewedScreens }),
      name: field('名前'),
      search: field('条件・表示の内容', { isHidden: true }),
      columns: field('表示項目', { isHidden: true }),
      shopIds: field('共有する店舗'),
    },
  },
  mailTemplate: {
    label: 'メールテンプレート',
    actions: {
      create: { 'mailTemplate.create': 'メールテンプレートの登録' },
      update: { 'mailTemplate.update': 'メールテンプレートの更新' },
      remove: { 'mailTemplate.remove': 'メールテンプレートの削除' },
    },
    fields: {
      ...named(templateFields, 'name'),
      category: field(templateFields.category, { words: mailCategories }),
      ...named(templateFields, 'subject', 'body', 'fromName', 'replyTo', 'footer'),
      isTracked: field(templateFields.isTracked, { flag: ['しない', 'する'] }),
      status: field(templateFields.status, { words: publicationStatuses }),
      // An id, which nobody reads.
      ...hidden(templateFields, 'shopId'),
    },
  },
  mail: {
    label: 'メールの配信',
    actions: {
      update: {
        mailUnsubscribed: 'メールの配信停止',
        mailBounced: 'メールの不達・苦情',
        'mail.lift': 'メールの不達の解除',
      },
      send: { 'mail.preview': 'メールの宛先の確認', 'mail.test': 'メールのテスト送信', 'mail.send': 'メールの送信' },
    },
  },
  mailConsent: {
    label: 'メール配信の同意',
    actions: {
      update: {
        'mailConsent.record': 'メール配信の同意の記録',
        mailConsented: 'メール配信の同意（会員本人）',
        mailDeclined: 'メール配信に同意しない（会員本人）',
      },
      send: { 'mailConsent.sendLink': '同意の確認メールの送信' },
    },
  },
  mailLog: {
    label: '送信したメール',
    actions: {
      send: { 'mailLog.cancel': 'メールの取消' },
      export: { 'mailLog.list.export': '送信履歴のCSV出力' },
    },
    fields: {
      ...named(mailFields, 'subject', 'sendAt', 'sleepingReason'),
      total: field(`${mailFields.total}（名）`),
      status: field(mailFields.status, { words: mailStatuses }),
    },
  },
  mailStep: {
    label: 'ステップメール',
    actions: {
      create: { 'mailStep.create': 'ステップメールの登録', 'mailStep.enrol': 'ステップメールへの会員の追加' },
      update: { 'mailStep.update': 'ステップメールの更新' },
      remove: { 'mailStep.remove': 'ステップメールの削除' },
    },
    fields: {
      ...named(mailStepFields, 'name', 'trigger', 'steps'),
      stopOn: field(mailStepFields.stopOn, { words: stepStops }),
      status: field(mailStepFields.status, { words: publicationStatuses }),
      // As in the API, with ids.
      ...hidden(mailStepFields, 'entryFilter'),
    },
  },
  image: {
    label: '画像',
    actions: {
      create: { 'image.create': '画像のアップロード' },
    },
  },
  fileImport: {
    label: '取り込み',
    actions: {
      create: {
        'fileImport.create': 'ファイルの登録',
        'fileImport.part': 'ファイルの送信',
        'fileImport.again': '同じファイルの登録',
      },
      update: {
        'fileImport.findKind': 'ファイルの内容の判断',
        'fileImport.check': 'ファイルの確認',
        'fileImport.write': '取り込み',
        importHeld: '取り込みが本部の確認待ちに',
        'fileImport.release': '本部の確認待ちを通す',
        'fileImport.refuse': '本部の確認待ちを通さない',
        'fileImport.undo': '取り込みの取り消し',
        'fileImport.cancel': '処理の中止',
      },
      remove: { 'fileImport.remove': 'ファイルの削除' },
      export: { 'fileImport.rows.export': '取り込めない行のCSV出力' },
    },
    fields: {
      name: field('ファイル名'),
      created: field('新規（名）'),
      changed: field('変更（名）'),
      removed: field('消した行（件）'),
    },
  },
  dataExport: {
    label: '全データの出力',
    actions: {
      create: {
        'dataExport.create': '全データの出力の開始',
        clubRestored: '出力した全データの取り込み',
        backupRestored: 'バックアップからの復元',
      },
      remove: { 'dataExport.remove': '出力した全データの削除' },
      export: { clubExported: '全データの出力' },
    },
    fields: {
      ...{ members: field('会員（件）'), contracts: field('契約（件）'), visits: field('来館（件）') },
      ...{ bookings: field('予約（件）'), sales: field('売上（件）'), bills: field('請求（件）') },
      ...{ staff: field('スタッフ（件）'), mails: field('メール（件）'), pictures: field('画像（件）') },
      'health-days': field('日次ログ（件）'),
    },
  },
  search: { label: '検索・移動' },
  audit: {
    label: '操作履歴',
    actions: {
      export: { 'audit.list.export': '操作履歴のCSV出力' },
    },
  },
} as const satisfies Record<string, NounWords>

/** Nouns of older releases, of which the log has rows: its filter finds them with their noun of today. */
export const formerNouns = {
  segment: {
    today: 'savedView',
    label: '共有の条件',
    actions: {
      create: { 'segment.create': '条件の共有' },
      update: { 'segment.update': '共有の条件の更新' },
      remove: { 'segment.remove': '共有の条件の削除' },
    },
    fields: {
      ...nouns.savedView.fields,
      list: field('一覧', { words: viewedLists }),
      search: field('条件', { isHidden: true }),
    },
  },
  reportView: {
    today: 'savedView',
    label: '共有の表示',
    actions: {
      create: { 'reportView.create': '表示の共有' },
      update: { 'reportView.update': '共有の表示の更新' },
      remove: { 'reportView.remove': '共有の表示の削除' },
    },
    fields: {
      ...nouns.savedView.fields,
      report: field('集計', { words: viewedReports }),
      search: field('表示の内容', { isHidden: true }),
    },
  },
} as const satisfies Record<string, NounWords & { today: keyof typeof nouns }>
