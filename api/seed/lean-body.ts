import { sql } from 'drizzle-orm'
import type { PublicationStatus } from '#contract/words/common.ts'
import { type BodyPart, bodyParts, type LeanBodyCategory } from '#contract/words/lean-body.ts'
import type { Mood } from '#contract/words/mood.ts'
import type { Db } from '../db/client.ts'
import { folded } from '../db/records.ts'
import { leanBodyContent } from '../db/schema/lean-body.ts'
import type { Activity } from './activity.ts'
import { type Day, toIso } from './calendar.ts'
import { randomOf } from './random.ts'

interface Course {
  category: LeanBodyCategory
  program: string
  /** Prefix of the titles. */
  lead: string
  instructors: readonly string[]
  parts: readonly BodyPart[]
  intensity: readonly [low: number, high: number]
  minutes: readonly number[]
  equipment: readonly string[]
  tags: readonly string[]
  moods: readonly Mood[]
}

const courses: readonly Course[] = [
  {
    category: 'strength',
    program: 'はじめての筋トレ30日',
    lead: 'はじめての筋トレ',
    instructors: ['小林 大輝', '中島 さやか'],
    parts: ['whole', 'legs', 'hips', 'arms', 'abs'],
    intensity: [2, 4],
    minutes: [10, 15, 20, 25],
    equipment: ['マット'],
    tags: ['初心者', '器具なし'],
    moods: ['perfect', 'happy'],
  },
  {
    category: 'strength',
    program: '体幹トレーニング集中',
    lead: '体幹トレーニング',
    instructors: ['小林 大輝', '森本 翔'],
    parts: ['abs', 'back', 'whole'],
    intensity: [3, 5],
    minutes: [8, 12, 20],
    equipment: ['マット', 'ダンベル'],
    tags: ['体幹', '中級'],
    moods: ['perfect'],
  },
  {
    category: 'yoga',
    program: '朝のめざめヨガ',
    lead: '朝のめざめヨガ',
    instructors: ['藤井 美咲', '岡本 玲奈'],
    parts: ['whole', 'back', 'legs'],
    intensity: [1, 2],
    minutes: [10, 15, 30],
    equipment: ['マット'],
    tags: ['朝', '呼吸'],
    moods: ['happy', 'lazy'],
  },
  {
    category: 'yoga',
    program: 'こころを整える夜ヨガ',
    lead: '夜のゆったりヨガ',
    instructors: ['藤井 美咲'],
    parts: ['whole', 'back', 'hips'],
    intensity: [1, 2],
    minutes: [15, 20, 30, 45],
    equipment: ['マット', 'ブロック'],
    tags: ['夜', 'リラックス'],
    moods: ['lazy', 'slump'],
  },
  {
    category: 'pilates',
    program: '美姿勢ピラティス',
    lead: '美姿勢ピラティス',
    instructors: ['岡本 玲奈', '石川 舞'],
    parts: ['abs', 'back', 'hips', 'whole'],
    intensity: [2, 3],
    minutes: [15, 20, 30],
    equipment: ['マット'],
    tags: ['姿勢', '体幹'],
    moods: ['happy', 'lazy'],
  },
  {
    category: 'hiit',
    program: '脂肪燃焼HIIT',
    lead: '脂肪燃焼HIIT',
    instructors: ['森本 翔', '中島 さやか'],
    parts: ['whole', 'legs', 'abs'],
    intensity: [4, 5],
    minutes: [7, 10, 15, 20],
    equipment: [],
    tags: ['短時間', '有酸素運動'],
    moods: ['perfect'],
  },
  {
    category: 'stretch',
    program: '肩こり・腰まわりリセット',
    lead: '肩と腰のリセット',
    instructors: ['石川 舞', '藤井 美咲'],
    parts: ['back', 'arms', 'hips', 'legs'],
    intensity: [1, 2],
    minutes: [5, 8, 10, 15],
    equipment: [],
    tags: ['肩こり', 'デスクワーク'],
    moods: ['lazy', 'slump'],
  },
  {
    category: 'dance',
    program: 'おうちダンスフィット',
    lead: 'ダンスフィット',
    instructors: ['佐伯 リナ', '森本 翔'],
    parts: ['whole', 'legs', 'abs'],
    intensity: [2, 4],
    minutes: [15, 20, 30],
    equipment: [],
    tags: ['音楽', '有酸素運動'],
    moods: ['perfect', 'happy'],
  },
]

/** Contents of a course. */
const ofCourse = 15
const kcalAMinute = [2.5, 3.5, 5.5, 8, 10]

/** Most are public; a few of each course are expired or scheduled. */
const statusOf = (place: number): PublicationStatus => (place === 6 ? 'disabled' : place >= 13 ? 'pending' : 'active')

/** Videos of the on-demand service in every state; `until` is the data date. */
export async function insertLeanBodyContents(tx: Db, { until }: { until: Day }) {
  const at = (days: number) => new Date(`${toIso(until + days)}T10:00:00+09:00`)
  const rows = courses.flatMap((course, courseAt) =>
    Array.from({ length: ofCourse }, (_, place) => {
      const number = courseAt * ofCourse + place + 1
      const random = randomOf(`lean body ${number}`)
      const part = course.parts[place % course.parts.length] as BodyPart
      const minutes = course.minutes[place % course.minutes.length] as number
      const intensity = random.between(...course.intensity)
      const title = `${course.lead} ${place + 1}：${bodyParts[part]}を${course.category === 'stretch' || course.category === 'yoga' ? 'ほぐす' : '動かす'}${minutes}分`
      const description = `${course.program}の第${place + 1}回です。${minutes}分で${bodyParts[part]}を中心に動かします。`
      const program = place % 7 === 5 ? null : course.program
      const instructorName = random.pick(course.instructors)
      return {
        externalId: `LB${String(1000 + number)}`,
        title,
        description,
        imgUrl: null,
        videoUrl: `https://video.example.jp/watch/LB${String(1000 + number)}`,
        program,
        instructorName,
        category: course.category,
        targetParts: part === 'whole' || place % 4 !== 0 ? [part] : [part, 'whole' as const],
        intensity,
        durationSec: minutes * 60 + random.between(-25, 25),
        kcal: Math.round((minutes * (kcalAMinute[intensity - 1] as number)) / 5) * 5,
        equipment: [...course.equipment],
        tags: [...course.tags],
        recommendedMoods: [...course.moods],
        status: statusOf(place),
        sortOrder: place * courses.length + courseAt + 1,
        shopIds: place === 9 ? [1] : null,
        searchText: folded(title, description, ...course.tags, program, instructorName),
        createdAt: at(-700 + number),
        updatedAt: at(-700 + number),
      }
    }),
  )
  await tx.insert(leanBodyContent).values(rows)
}

/** Activities per member, and the maximum for a large chain. */
const aMember = 20
const most = 2_000_000

/** What members with LEAN BODY watched: increasing over time, and a few contents much more than the others. */
export async function insertLeanBodyActivities(tx: Db, { windowStart, until }: Activity, members: number) {
  const unit = (salt: number) => sql`pg_temp.seed_unit(n, ${sql.raw(String(salt))}, 90)`
  await tx.execute(sql`
    create temporary table seed_watcher on commit drop as
    select row_number() over (order by pg_temp.seed_unit(i.member_id, 0, 91), i.from_on) as place, i.member_id, i.shop_id,
      least(coalesce(i.until_on - 1, ${until}::date), ${until}::date) as last_on,
      least(coalesce(i.until_on - 1, ${until}::date), ${until}::date) - greatest(i.from_on, ${windowStart}::date) as days
    from membership_interval i
    join contract c on c.id = i.contract_id
    join shop_plan p on p.id = c.plan_id
    where p.with_lean_body_content and not i.suspended and i.from_on <= ${until}
      and (i.until_on is null or i.until_on > ${windowStart})`)
  await tx.execute(sql`
    create temporary table seed_watched on commit drop as
    select row_number() over (order by pg_temp.seed_unit(id, 1, 91)) as place, id, duration_sec, intensity, kcal
    from lean_body_content where status <> 'pending'`)
  await tx.execute(sql`create index on seed_watcher (place)`)
  await tx.execute(sql`analyze seed_watcher, seed_watched`)
  await tx.execute(sql`
    insert into lean_body_activity (content_id, member_id, shop_id, started_at, completed_at, watched_sec,
      progress_rate, kcal, rating, comment, device)
    select a.content_id, a.member_id, a.shop_id, a.started_at,
      case when a.progress >= 0.9 then date_trunc('second', a.started_at + a.watched * interval '1 second') end,
      a.watched, a.progress, round(a.kcal * a.progress), a.rating,
      case when a.rating >= 3 and a.talk < 0.12 then (array['短い時間でも汗をかけました。', '説明がわかりやすかったです。',
        '朝に続けられそうです。', '少しきつかったですが、最後までできました。', '音楽が楽しかったです。',
        '肩が軽くなりました。'])[1 + floor(a.talk * 50)::integer] end,
      case when a.device < 0.62 then 'ios' when a.device < 0.9 then 'android' else 'web' end
    from (
      select s.*, round(s.progress * s.duration_sec)::integer as watched,
        case when s.progress >= 0.9 and s.stars < 0.34 then
          case when s.stars < 0.16 then 5 when s.stars < 0.27 then 4 when s.stars < 0.315 then 3
            when s.stars < 0.33 then 2 else 1 end end as rating
      from (
        select n, c.id as content_id, c.duration_sec, c.kcal, w.member_id, w.shop_id,
          date_trunc('second', pg_temp.seed_at(w.last_on - floor(w.days * power(${unit(3)}, 1.5))::integer,
            case when ${unit(4)} < 0.24 then 345 + 170 * ${unit(5)} when ${unit(4)} < 0.36 then 715 + 80 * ${unit(5)}
              when ${unit(4)} < 0.86 then 1170 + 230 * ${unit(5)} else 540 + 600 * ${unit(5)} end)) as started_at,
          round(case when ${unit(6)} < 0.78 - 0.06 * c.intensity then 0.9 + 0.1 * ${unit(7)}
            else 0.04 + 0.85 * ${unit(7)} end::numeric, 3) as progress,
          ${unit(8)} as stars, ${unit(9)} as talk, ${unit(10)} as device
        from generate_series(1, ${Math.min(members * aMember, most)}::integer) n
        join seed_watcher w
          on w.place = 1 + floor((select count(*) from seed_watcher) * power(${unit(1)}, 1.4))
        join seed_watched c on c.place = 1 + floor((select count(*) from seed_watched) * power(${unit(2)}, 1.3))
      ) s
    ) a
    order by a.started_at, a.n`)
}
