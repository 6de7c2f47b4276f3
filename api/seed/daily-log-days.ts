import type { flows, LogKind, logSources, painParts, phases, symptoms } from '#contract/words/daily-log.ts'
import type { Mood } from '#contract/words/mood.ts'
import type { ValueOf } from '#contract/words/words.ts'
import type { StoredLogs } from '../daily-logs/stored.ts'
import { type Day, toIso } from './calendar.ts'
import type { Gender } from './people.ts'
import { type Random, randomOf } from './random.ts'

// Generates a member's logs day by day. Sleep and stress determine the mood, weeks are good or bad, a gym visit shows
// in steps and places, and nobody logs every day.

/** Both days included. */
export interface Span {
  from: Day
  to: Day
}

export interface Logger {
  id: number
  gender: Gender | null
  age: number
  shopName: string
  /** The periods in which each consent was given. */
  body: Span
  location: Span | null
  menstrual: Span | null
  /** Minutes at the gym, by day. */
  visits: ReadonlyMap<string, number>
}

export type LoggedDay = {
  [K in LogKind]: { kind: K; date: string; source: ValueOf<typeof logSources>; recordedAt: string; log: StoredLogs[K] }
}[LogKind]

const comments = [
  '夜中に何度か目が覚めました。',
  'よく眠れて体が軽いです。',
  '昨日のスクワットで太ももが筋肉痛です。',
  '残業続きで少し疲れがたまっています。',
  '朝のストレッチのおかげで肩が楽になりました。',
  'デスクワークが長く、腰が重く感じます。',
  '久しぶりにゆっくり湯船につかりました。',
  '花粉のせいか頭がぼんやりします。',
  '食欲はありますが、胃が少し重いです。',
  '週末に家族とハイキングへ行きました。',
  '寝る前のスマートフォンを控えてみました。',
  '膝に違和感があるので、走るのは控えます。',
  '気分よく一日を過ごせました。',
  '天気が悪く、気分も沈みがちでした。',
  'レッスンのあと、ぐっすり眠れました。',
  '会議が多く、水分をあまりとれませんでした。',
  '体重が少し減って、やる気が出ています。',
  '寝違えて首が回りにくいです。',
  '外食が続いているので、明日から整えます。',
  '新しいメニューに慣れてきました。',
] as const

const memos = [
  '温かい飲み物で少し楽になりました。',
  '痛み止めを一回飲みました。',
  '予定より二日遅れて始まりました。',
  '貧血ぎみなので、激しい運動は休みます。',
  '眠気が強く、早めに横になりました。',
  'むくみが気になり、塩分を控えました。',
] as const

const places = [
  ['restaurant', 'カフェ青葉', 'demo-photo-cafe-aoba'],
  ['restaurant', '定食のひまわり', null],
  ['restaurant', '蕎麦処 松の木', 'demo-photo-soba-matsunoki'],
  ['shop', 'スーパー丸福', null],
  ['shop', '書店みどり', 'demo-photo-books-midori'],
  ['shop', 'ドラッグストアこもれび', null],
  ['park', 'さくら公園', 'demo-photo-sakura-park'],
  ['park', '河川敷の遊歩道', 'demo-photo-riverside'],
  ['station', '中央駅', null],
  ['station', '西口駅前広場', 'demo-photo-west-square'],
  ['other', '市民図書館', 'demo-photo-library'],
  ['other', '歯科クリニック', null],
] as const

const parts = ['lowerBack', 'shoulder', 'neck', 'knee', 'upperBack', 'head', 'hip', 'ankle', 'wrist', 'elbow'] as const

/** A person's tendencies, as far as they affect the logs. */
interface Habits {
  phone: 'healthkit' | 'healthConnect'
  /** Share of days with an entry, and the day after which there are none. */
  writes: number
  stopsOn: Day
  logsCondition: boolean
  syncs: boolean
  measures: boolean
  mood: number
  sleep: number
  stress: number
  steps: number
  weak: ValueOf<typeof painParts>
  temperature: number
  thermometer: 'armpit' | 'ear' | 'forehead'
  basalBurn: number
  heart: number
  systolic: number
  fat: number
  /** Devices such as a watch or scales: metrics that only they provide. */
  watch: boolean
  scales: boolean
  cuff: boolean
  moves: 'run' | 'cycle' | null
  eats: boolean
  takesBasal: boolean
}

function habitsOf(random: Random, { gender, age, body, menstrual }: Logger): Habits {
  const isWoman = gender === 'female'
  const kind = random.weighted([
    ['regular', 34],
    ['some', 46],
    ['stops', 20],
  ] as const)
  return {
    phone: random.chance(0.68) ? 'healthkit' : 'healthConnect',
    writes: kind === 'regular' ? 0.62 + 0.14 * random.unit() : 0.24 + 0.18 * random.unit(),
    stopsOn: kind === 'stops' ? body.from + random.between(30, 200) : body.to,
    logsCondition: random.chance(0.96),
    syncs: random.chance(0.88),
    measures: random.chance(0.5),
    mood: 0.35 + 0.5 * swing(random),
    sleep: 6.5 + 0.8 * swing(random),
    stress: 1.5 + 0.8 * swing(random),
    steps: 4_200 + 5_200 * random.unit(),
    weak: random.pick(parts),
    temperature: 36.4 + 0.25 * swing(random),
    thermometer: random.weighted([
      ['armpit', 80],
      ['ear', 8],
      ['forehead', 12],
    ] as const),
    basalBurn: (isWoman ? 1_280 : 1_620) - 3 * (age - 30) + 90 * swing(random),
    heart: 68 + 7 * swing(random),
    systolic: 108 + 0.35 * age + (isWoman ? -4 : 2) + 8 * swing(random),
    fat: (isWoman ? 27 : 20) + 0.06 * (age - 30) + 5 * swing(random),
    watch: random.chance(0.45),
    scales: random.chance(0.4),
    cuff: random.chance(age > 45 ? 0.5 : 0.18),
    moves: random.chance(0.2) ? 'run' : random.chance(0.12) ? 'cycle' : null,
    eats: random.chance(0.25),
    takesBasal: menstrual !== null && random.chance(0.6),
  }
}

/** A day as it was, whether or not it is logged. */
interface Being {
  day: Day
  date: string
  isWeekend: boolean
  /** Around 0; good weeks and bad ones. */
  form: number
  sleep: number
  stress: number
  isFeverish: boolean
  gymMin: number
  cycle: CycleDay | null
}

interface CycleDay {
  day: number
  length: number
  period: number
}

/** All logged days of a person, oldest first. */
export function loggedDaysOf(logger: Logger): LoggedDay[] {
  const random = randomOf(`daily log ${logger.id}`)
  const habits = habitsOf(random, logger)
  const cycles = logger.menstrual ? cyclesFrom(random, logger.body.from) : null
  const days: LoggedDay[] = []
  let form = swing(random)
  let feverLeft = 0
  let wrote = false
  for (let day = logger.body.from; day <= Math.min(logger.body.to, habits.stopsOn); day += 1) {
    const date = toIso(day)
    const weekday = (day + 4) % 7
    const isWeekend = weekday === 0 || weekday === 6
    form = 0.9 * form + 0.42 * swing(random)
    if (feverLeft > 0) feverLeft -= 1
    else if (random.chance(0.006)) feverLeft = random.between(1, 3)
    const stress = habits.stress - 0.45 * form + (isWeekend ? -0.6 : weekday === 1 ? 0.4 : 0.1) + 0.7 * swing(random)
    const being: Being = {
      ...{ day, date, isWeekend, form, stress, isFeverish: feverLeft > 0, cycle: cycles?.(day) ?? null },
      sleep: habits.sleep + (isWeekend ? 0.7 : 0) - 0.22 * (stress - 1.5) + 0.25 * form + 0.95 * swing(random),
      gymMin: logger.visits.get(date) ?? 0,
    }
    // Entries and gaps come in runs; a visit makes an entry more likely.
    const willWrite = wrote ? 1 - 0.4 * (1 - habits.writes) : 0.4 * habits.writes
    wrote = random.chance(Math.min(0.97, willWrite + (being.gymMin > 0 ? 0.1 : 0)))
    const inPeriod = being.cycle !== null && being.cycle.day <= being.cycle.period
    if (wrote) days.push(...bodyDays(random, habits, being), ...locationDay(random, habits, being, logger))
    if (within(logger.menstrual, day) && random.chance(inPeriod ? 0.85 : wrote ? 0.6 : 0)) {
      days.push(menstrualDay(random, being, habits.takesBasal))
    }
  }
  return days
}

const within = (span: Span | null, day: Day) => span !== null && span.from <= day && day <= span.to

function bodyDays(random: Random, habits: Habits, being: Being): LoggedDay[] {
  const { date } = being
  const days: LoggedDay[] = []
  if (habits.logsCondition && random.chance(0.9)) {
    const log = conditionOf(random, habits, being)
    days.push({ kind: 'condition', date, source: 'manual', recordedAt: at(date, random.between(1_150, 1_410)), log })
  }
  if (habits.syncs && random.chance(0.97)) {
    const log = healthcareOf(random, habits, being)
    days.push({ kind: 'healthcare', date, source: habits.phone, recordedAt: at(date, 1_435), log })
  }
  if ((habits.measures || habits.takesBasal || being.isFeverish) && random.chance(0.8)) {
    const measured = habits.takesBasal ? random.between(345, 420) : random.between(370, 1_320)
    const log = { ...temperatureOf(random, habits, being), measuredAt: at(date, measured) }
    const source = habits.phone === 'healthkit' && habits.watch ? 'device' : 'manual'
    days.push({ kind: 'bodyTemp', date, source, recordedAt: at(date, measured + random.between(1, 40)), log })
  }
  return days
}

function conditionOf(random: Random, habits: Habits, being: Being): StoredLogs['condition'] {
  const { form, sleep, stress, isFeverish, cycle } = being
  const isHeavy = cycle !== null && cycle.day <= 2
  const feels =
    habits.mood + 1.2 * form + 0.6 * (sleep - 6.5) - 0.6 * (stress - 1.5) - (isFeverish ? 2 : 0) - (isHeavy ? 0.5 : 0)
  const mood: Mood = feels > 1.3 ? 'perfect' : feels > 0.1 ? 'happy' : feels > -1 ? 'lazy' : 'slump'
  const fatigue = within4(1.6 - 0.7 * form + (isFeverish ? 1.5 : 0) + 0.5 * swing(random))
  const hurts = random.chance(mood === 'slump' ? 0.5 : 0.18)
  return {
    mood,
    fatigue,
    sleepQuality: Math.min(5, Math.max(1, Math.round(3.3 + 0.9 * (sleep - 6.5) + 0.5 * swing(random)))),
    stress: within4(stress),
    painParts: hurts ? [...new Set([habits.weak, ...(random.chance(0.25) ? [random.pick(parts)] : [])])] : [],
    comment: random.chance(0.14) ? random.pick(comments) : null,
  }
}

function healthcareOf(random: Random, habits: Habits, being: Being): StoredLogs['healthcare'] {
  const { day, isWeekend, form, sleep, isFeverish, gymMin, stress } = being
  const lively = (isWeekend ? 0.85 : 1) * (1 + 0.12 * form) * (isFeverish ? 0.3 : 1) * (0.75 + 0.5 * random.unit())
  const steps = Math.round(habits.steps * lively + 30 * gymMin)
  const log: StoredLogs['healthcare'] = {
    'fitness.dailyStepCount': [steps, random.between(12, 40)],
    'fitness.dailyDistanceWalking': [rounded(steps * 0.00071, 2), random.between(12, 40)],
    'fitness.dailyFlightsClimbed': [Math.round(3 + 9 * random.unit() * lively), random.between(2, 14)],
    'activity.dailyActiveEnergyBurned': [Math.round(90 + steps * 0.032 + gymMin * 4.2), random.between(20, 60)],
    'activity.dailyBasalEnergyBurned': [Math.round(habits.basalBurn + 14 * swing(random)), random.between(20, 60)],
    'sleep.dailySleepHour': [rounded(Math.min(11, Math.max(3, sleep)), 1), random.between(1, 3)],
  }
  if (habits.watch) {
    log['activity.dailyStandHour'] = [random.between(7, 15), random.between(7, 15)]
    log['vital.dailyHeartRate'] = [
      Math.round(habits.heart + (isFeverish ? 12 : 0) - 2 * form + 3 * swing(random)),
      random.between(80, 240),
    ]
  }
  if (habits.scales && random.chance(0.8)) {
    log['body.dailyBodyFatPercentage'] = [rounded(habits.fat + 0.8 * Math.sin(day / 40) + 0.4 * swing(random), 1), 1]
  }
  if (habits.cuff && random.chance(0.85)) {
    const systolic = Math.round(habits.systolic + 2.5 * (stress - 1.5) + 5 * swing(random))
    const diastolic = Math.round(systolic * 0.62 + 3 * swing(random))
    const count = random.between(1, 3)
    log['vital.dailyBloodPressure'] = [systolic, diastolic, count]
    log['vital.dailyBloodPressureSystolic'] = [systolic, count]
    log['vital.dailyBloodPressureDiastolic'] = [diastolic, count]
  }
  if (habits.moves && !isFeverish && random.chance(isWeekend ? 0.5 : 0.25)) {
    if (habits.moves === 'run') log['fitness.dailyDistanceRunning'] = [rounded(2 + 8 * random.unit(), 2), 1]
    else log['fitness.dailyDistanceCycling'] = [rounded(4 + 22 * random.unit(), 2), random.between(1, 3)]
  }
  if (habits.eats) {
    log['dietary.dailyEnergyConsumed'] = [
      Math.round(habits.basalBurn * 1.3 + 250 * swing(random) + (isWeekend ? 180 : 0)),
      random.between(3, 6),
    ]
  } else if (habits.measures && random.chance(0.5)) {
    log['body.dailyBodyTemperature'] = [warmth(random, habits, isFeverish), 1]
  }
  return log
}

const warmth = (random: Random, habits: Habits, isFeverish: boolean) =>
  rounded(isFeverish ? 37.5 + 1.4 * random.unit() : habits.temperature + 0.22 * swing(random), 1)

/** 基礎体温 is low until ovulation, about two weeks before the next period, then 0.3 ℃ higher. */
function temperatureOf(random: Random, habits: Habits, being: Being): Omit<StoredLogs['bodyTemp'], 'measuredAt'> {
  const temperature = warmth(random, habits, being.isFeverish)
  if (!habits.takesBasal || !being.cycle) return { temperature, basalTemperature: null, location: habits.thermometer }
  const sinceOvulation = being.cycle.day - (being.cycle.length - 14)
  const phase = sinceOvulation === 0 ? -0.08 : sinceOvulation > 1 ? 0.34 : sinceOvulation === 1 ? 0.2 : 0
  const fever = being.isFeverish ? temperature - habits.temperature : 0
  const basal = habits.temperature - 0.12 + phase + fever + 0.06 * swing(random)
  const basalTemperature = rounded(Math.min(38.5, basal), 2)
  return { temperature, basalTemperature, location: 'mouth' }
}

/** Cycles of 26 to 32 days, of which the first 4 to 6 are the period. */
function cyclesFrom(random: Random, first: Day): (day: Day) => CycleDay {
  const usual = random.between(27, 31)
  const period = random.between(4, 6)
  let length = usual
  let start = first - random.between(0, length - 1)
  return (day) => {
    while (day - start >= length) {
      start += length
      length = usual + random.between(-1, 1)
    }
    return { day: day - start + 1, length, period }
  }
}

function menstrualDay(random: Random, { date, cycle }: Being, takesBasal: boolean): LoggedDay {
  const { day, length, period } = cycle as CycleDay
  const phase = phaseOf(cycle as CycleDay)
  const isPeriod = day <= period
  const felt = random.chance(felts[phase]) ? [random.pick(symptomsOf[phase])] : []
  return {
    ...{ kind: 'menstrual', date, source: 'manual', recordedAt: at(date, random.between(1_200, 1_420)) },
    log: {
      phase,
      // Only the temperature shows the phase between periods.
      isPredicted: !isPeriod && !takesBasal,
      flow: isPeriod ? (flowOf[Math.min(day - 1, flowOf.length - 1)] ?? 'light') : 'none',
      isPeriod,
      cycleDay: day,
      pain: isPeriod ? Math.max(0, random.between(1, 4) - day + 1) : day > length - 3 && random.chance(0.3) ? 1 : 0,
      symptoms: [...new Set([...felt, ...(isPeriod && day <= 2 ? (['cramps'] as const) : [])])],
      memo: random.chance(isPeriod ? 0.12 : 0.02) ? random.pick(memos) : null,
    },
  }
}

const flowOf = ['medium', 'heavy', 'medium', 'light'] as const satisfies readonly ValueOf<typeof flows>[]

function phaseOf({ day, length, period }: CycleDay): ValueOf<typeof phases> {
  if (day <= period) return 'menstrual'
  if (day < length - 15) return 'follicular'
  return day <= length - 13 ? 'ovulation' : 'luteal'
}

const felts = { menstrual: 0.6, follicular: 0.1, ovulation: 0.15, luteal: 0.4 } as const
const symptomsOf = {
  menstrual: ['backache', 'fatigue', 'headache'],
  follicular: ['skin', 'sleepiness'],
  ovulation: ['bloating', 'sleepiness'],
  luteal: ['irritability', 'bloating', 'sleepiness', 'skin', 'headache'],
} as const satisfies Record<ValueOf<typeof phases>, readonly ValueOf<typeof symptoms>[]>

function locationDay(random: Random, habits: Habits, being: Being, logger: Logger): LoggedDay[] {
  const { day, date, isWeekend, gymMin, isFeverish } = being
  if (!within(logger.location, day) || !random.chance(0.95)) return []
  const works = !isWeekend && !isFeverish && logger.age < 66
  const workMin = works ? random.between(420, 560) : 0
  const around = random.between(0, isFeverish ? 0 : isWeekend ? 3 : 2)
  const visited = Array.from({ length: around }, () => random.pick(places)).filter(
    (one, index, list) => list.indexOf(one) === index,
  )
  const stays: StoredLogs['location']['topPlaces'] = [
    ...(works ? [{ category: 'work' as const, name: null, stayMin: workMin, photoReference: null }] : []),
    ...(gymMin > 0
      ? [{ category: 'gym' as const, name: logger.shopName, stayMin: gymMin, photoReference: 'demo-photo-gym' }]
      : []),
    ...visited.map(([category, name, photoReference]) => ({
      ...{ category, name, photoReference, stayMin: random.between(10, 90) },
    })),
  ]
  const wayMin = stays.length * random.between(8, 26)
  const outMin = Math.min(1_080, stays.reduce((sum, { stayMin }) => sum + stayMin, 0) + wayMin)
  const leaves = works ? random.between(430, 540) : random.between(560, 760)
  const comesHome = Math.min(1_425, leaves + outMin)
  const log: StoredLogs['location'] = {
    totalDistance: rounded(wayMin * 0.22 + random.unit(), 2),
    homeStayMin: 1_440 - outMin,
    outMin,
    gymStayMin: gymMin,
    shopVisited: gymMin > 0,
    visitedPlaceCount: stays.length,
    topPlaces: stays.sort((a, b) => b.stayMin - a.stayMin).slice(0, 3),
    firstOutAt: outMin > 0 ? at(date, leaves) : null,
    lastHomeAt: outMin > 0 ? at(date, comesHome) : null,
  }
  return [{ kind: 'location', date, source: habits.phone, recordedAt: at(date, 1_437), log }]
}

/** −1 < x < 1, mostly near 0. */
const swing = (random: Random) => random.unit() - random.unit()
const within4 = (value: number) => Math.min(4, Math.max(0, Math.round(value)))
const rounded = (value: number, places: 1 | 2) => Math.round(value * 10 ** places) / 10 ** places
const twoDigits = (value: number) => String(value).padStart(2, '0')
const at = (date: string, minutes: number) =>
  `${date}T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:00.000+09:00`
