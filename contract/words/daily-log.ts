import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** The five daily logs of a member, in the order of their tabs. */
export const logKinds = {
  condition: '体調',
  healthcare: 'ヘルスケア',
  location: '行動',
  bodyTemp: '体温',
  menstrual: '月経',
} as const
export type LogKind = ValueOf<typeof logKinds>

/** What a member consents to, separately. */
export const consentKinds = { body: '体調・ヘルスケア・体温', location: '行動', menstrual: '月経' } as const
export type ConsentKind = ValueOf<typeof consentKinds>

/** The consent that opens a log. */
export const consentOf = {
  condition: 'body',
  healthcare: 'body',
  bodyTemp: 'body',
  location: 'location',
  menstrual: 'menstrual',
} as const satisfies Record<LogKind, ConsentKind>

/** The right that opens a log. */
export const rightOf = {
  condition: 'log.condition',
  healthcare: 'log.healthcare',
  location: 'log.location',
  bodyTemp: 'log.bodyTemp',
  menstrual: 'log.menstrual',
} as const satisfies Record<LogKind, string>

/** The purpose of each log, as the member agreed to it; shown on every screen with such data. */
export const purposes: Readonly<Record<LogKind, string>> = {
  condition: '体調の記録は、会員の同意にもとづき、その日の体調に合わせた運動指導と安全の確認のためにだけ利用します。',
  healthcare: 'ヘルスケアの記録は、会員の同意にもとづき、運動指導の計画と効果の確認のためにだけ利用します。',
  location: '行動の記録は、会員の同意にもとづき、活動量の把握と来館のご案内の改善のためにだけ利用します。',
  bodyTemp: '体温の記録は、会員の同意にもとづき、安全に運動できるかの確認のためにだけ利用します。',
  menstrual: '月経の記録は、会員の同意にもとづき、周期に合わせた運動指導のためにだけ利用します。',
}

export const logSources = {
  manual: '手入力',
  healthkit: 'ヘルスケア（iOS）',
  healthConnect: 'ヘルスコネクト（Android）',
  device: '測定機器',
} as const

export const painParts = {
  neck: '首',
  shoulder: '肩',
  upperBack: '背中',
  lowerBack: '腰',
  elbow: 'ひじ',
  wrist: '手首',
  hip: '股関節',
  knee: 'ひざ',
  ankle: '足首',
  head: '頭',
} as const

export const placeCategories = {
  home: '自宅',
  work: '職場・学校',
  gym: 'ジム',
  station: '駅',
  shop: '買い物',
  restaurant: '飲食店',
  park: '公園',
  other: 'その他',
} as const

export const measuringParts = {
  armpit: '脇',
  mouth: '口',
  ear: '耳',
  forehead: '額',
  finger: '指',
  wrist: '手首',
  other: 'その他',
} as const

export const flows = { none: 'なし', light: '少ない', medium: '普通', heavy: '多い' } as const
export const phases = {
  menstrual: '月経期',
  follicular: '卵胞期',
  ovulation: '排卵期',
  luteal: '黄体期',
} as const
export const symptoms = {
  cramps: '腹痛',
  headache: '頭痛',
  backache: '腰痛',
  bloating: 'むくみ',
  fatigue: 'だるさ',
  irritability: 'いらいら',
  sleepiness: '眠気',
  skin: '肌荒れ',
} as const

/** From this temperature on (℃) a day counts as one of fever. */
export const feverFrom = 37.5

/** Why head office looks at a member's values. */
export const revealReasons = {
  inquiry: '会員からの問い合わせ',
  coaching: '指導内容の確認',
  incident: '体調不良・事故への対応',
  investigation: '監査・調査',
  other: 'その他',
} as const
/** Minutes that values stay readable after that. */
export const revealedMinutes = 15

/** The state of a member's consent, for the caller. */
export const consentStates = {
  given: '同意あり',
  /** In a franchise shop whose company the consent does not name. */
  otherCompany: '提供先に含まれていません',
  withdrawn: '同意の取消',
  /** A menstrual log that is not shared with the caller. */
  notShared: '共有されていません',
  none: '同意なし',
} as const

export const healthcareCategories = {
  fitness: '運動',
  activity: '消費',
  sleep: '睡眠',
  dietary: '食事',
  body: '体組成',
  vital: 'バイタル',
} as const

/** How the values of a day are aggregated. */
export const aggregates = { sum: '合計', avg: '平均', latest: '最新' } as const
export const chartTypes = { bar: '棒', line: '折れ線', range: '範囲' } as const

interface HealthcareType {
  category: ValueOf<typeof healthcareCategories>
  label: string
  unit: string
  aggregate: ValueOf<typeof aggregates>
  /** Decimal places. */
  precision: number
  /** Plausible limits, not advice. */
  min: number
  max: number
  /** Usual for a healthy adult at rest; null where no range holds for everybody. */
  normal: readonly [from: number, to: number] | null
  chartType: ValueOf<typeof chartTypes>
  /** A measurement of the body. */
  sensitive: boolean
  healthKitId: string | null
  healthConnectType: string | null
}

/** The specification's sixteen metrics, in display order. Source of the ranges: docs/domain.md, "Member daily logs". */
export const healthcareTypes = {
  'fitness.dailyStepCount': {
    ...{ category: 'fitness', label: '歩数', unit: '歩', aggregate: 'sum', precision: 0, min: 0, max: 100_000 },
    ...{ normal: [6_000, 100_000], chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'stepCount', healthConnectType: 'StepsRecord' },
  },
  'fitness.dailyDistanceWalking': {
    ...{ category: 'fitness', label: '歩行距離', unit: 'km', aggregate: 'sum', precision: 2, min: 0, max: 100 },
    ...{ normal: null, chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'distanceWalkingRunning', healthConnectType: 'DistanceRecord' },
  },
  'fitness.dailyDistanceRunning': {
    ...{ category: 'fitness', label: 'ランニング距離', unit: 'km', aggregate: 'sum', precision: 2, min: 0, max: 100 },
    ...{ normal: null, chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'distanceWalkingRunning', healthConnectType: 'DistanceRecord' },
  },
  'fitness.dailyDistanceCycling': {
    ...{ category: 'fitness', label: '自転車距離', unit: 'km', aggregate: 'sum', precision: 2, min: 0, max: 400 },
    ...{ normal: null, chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'distanceCycling', healthConnectType: 'DistanceRecord' },
  },
  'fitness.dailyFlightsClimbed': {
    ...{ category: 'fitness', label: '上った階数', unit: '階', aggregate: 'sum', precision: 0, min: 0, max: 500 },
    ...{ normal: null, chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'flightsClimbed', healthConnectType: 'FloorsClimbedRecord' },
  },
  'activity.dailyActiveEnergyBurned': {
    ...{ category: 'activity', label: '活動消費カロリー', unit: 'kcal', aggregate: 'sum' },
    ...{ precision: 0, min: 0, max: 8_000, normal: null, chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'activeEnergyBurned', healthConnectType: 'ActiveCaloriesBurnedRecord' },
  },
  'activity.dailyBasalEnergyBurned': {
    ...{ category: 'activity', label: '安静時消費カロリー', unit: 'kcal', aggregate: 'sum' },
    ...{ precision: 0, min: 500, max: 4_000, normal: null, chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'basalEnergyBurned', healthConnectType: 'BasalMetabolicRateRecord' },
  },
  'activity.dailyStandHour': {
    ...{ category: 'activity', label: 'スタンド時間', unit: '時間', aggregate: 'sum', precision: 0, min: 0, max: 24 },
    ...{ normal: null, chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'appleStandHour', healthConnectType: null },
  },
  'sleep.dailySleepHour': {
    ...{ category: 'sleep', label: '睡眠時間', unit: '時間', aggregate: 'sum', precision: 1, min: 0, max: 24 },
    ...{ normal: [6, 9], chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'sleepAnalysis', healthConnectType: 'SleepSessionRecord' },
  },
  'dietary.dailyEnergyConsumed': {
    ...{
      category: 'dietary',
      label: '摂取カロリー',
      unit: 'kcal',
      aggregate: 'sum',
      precision: 0,
      min: 0,
      max: 10_000,
    },
    ...{ normal: null, chartType: 'bar', sensitive: false },
    ...{ healthKitId: 'dietaryEnergyConsumed', healthConnectType: 'NutritionRecord' },
  },
  'body.dailyBodyTemperature': {
    ...{ category: 'body', label: '体温', unit: '℃', aggregate: 'latest', precision: 1, min: 34, max: 42 },
    ...{ normal: [36, 37.4], chartType: 'line', sensitive: true },
    ...{ healthKitId: 'bodyTemperature', healthConnectType: 'BodyTemperatureRecord' },
  },
  'body.dailyBodyFatPercentage': {
    ...{ category: 'body', label: '体脂肪率', unit: '%', aggregate: 'latest', precision: 1, min: 3, max: 70 },
    ...{ normal: null, chartType: 'line', sensitive: true },
    ...{ healthKitId: 'bodyFatPercentage', healthConnectType: 'BodyFatRecord' },
  },
  'vital.dailyBloodPressure': {
    ...{ category: 'vital', label: '血圧', unit: 'mmHg', aggregate: 'avg', precision: 0, min: 30, max: 250 },
    ...{ normal: null, chartType: 'range', sensitive: true },
    ...{ healthKitId: 'bloodPressure', healthConnectType: 'BloodPressureRecord' },
  },
  'vital.dailyBloodPressureSystolic': {
    ...{ category: 'vital', label: '最高血圧', unit: 'mmHg', aggregate: 'avg', precision: 0, min: 60, max: 250 },
    ...{ normal: [90, 129], chartType: 'line', sensitive: true },
    ...{ healthKitId: 'bloodPressureSystolic', healthConnectType: 'BloodPressureRecord' },
  },
  'vital.dailyBloodPressureDiastolic': {
    ...{ category: 'vital', label: '最低血圧', unit: 'mmHg', aggregate: 'avg', precision: 0, min: 30, max: 150 },
    ...{ normal: [60, 84], chartType: 'line', sensitive: true },
    ...{ healthKitId: 'bloodPressureDiastolic', healthConnectType: 'BloodPressureRecord' },
  },
  'vital.dailyHeartRate': {
    ...{ category: 'vital', label: '心拍数', unit: '回/分', aggregate: 'avg', precision: 0, min: 30, max: 220 },
    ...{ normal: [50, 100], chartType: 'line', sensitive: true },
    ...{ healthKitId: 'heartRate', healthConnectType: 'HeartRateRecord' },
  },
} as const satisfies Record<string, HealthcareType>
export type HealthcareKey = keyof typeof healthcareTypes

/** A metric as in `healthcare-type-info`; undefined for an unknown one. */
export const healthcareType = (key: HealthcareKey): HealthcareType => healthcareTypes[key]

/** Published counts of a shop's week: people, by what they logged. */
export const weekCounts = {
  perfect: '絶好調',
  happy: 'いい感じ',
  lazy: 'だるい',
  slump: '不調',
  fever: '発熱（37.5℃以上）',
} as const
export type WeekCount = ValueOf<typeof weekCounts>

/**
 * Published medians of a shop's week, and the step each is rounded to. Blood pressure is published as its two values.
 */
export const weekMedians = {
  'fitness.dailyStepCount': 500,
  'fitness.dailyDistanceWalking': 0.5,
  'fitness.dailyDistanceRunning': 0.5,
  'fitness.dailyDistanceCycling': 1,
  'fitness.dailyFlightsClimbed': 1,
  'activity.dailyActiveEnergyBurned': 50,
  'activity.dailyBasalEnergyBurned': 50,
  'activity.dailyStandHour': 1,
  'sleep.dailySleepHour': 0.5,
  'dietary.dailyEnergyConsumed': 100,
  'body.dailyBodyTemperature': 0.1,
  'body.dailyBodyFatPercentage': 1,
  'vital.dailyBloodPressureSystolic': 5,
  'vital.dailyBloodPressureDiastolic': 5,
  'vital.dailyHeartRate': 5,
  totalDistance: 0.5,
  outMin: 30,
  homeStayMin: 30,
  gymStayMin: 5,
  temperature: 0.1,
} as const satisfies Partial<Record<HealthcareKey, number>> & Record<string, number>
export type WeekMedian = ValueOf<Record<keyof typeof weekMedians, string>>

/** Those that are not in `healthcareTypes`. */
export const otherMedians = {
  totalDistance: { label: '移動距離', unit: 'km' },
  outMin: { label: '外出', unit: '分' },
  homeStayMin: { label: '在宅', unit: '分' },
  gymStayMin: { label: 'ジム滞在', unit: '分' },
  temperature: { label: '体温', unit: '℃' },
} as const

/** Maximum days of a period, both ends included. */
export const mostLogDays = 92
/** Default length, up to today. */
export const usualLogDays = 28
/** Members whose values a person may look at in a day before admins are notified. */
export const mostViewedADay = 50

export const dailyLogList = {
  sortKeys: ['date'],
  defaultSort: '-date',
  filters: {
    /** This calendar day in Tokyo or later. */
    from: 'day',
    to: 'day',
  },
} as const satisfies ListWords
