import type { Plan, World } from './world.ts'

// What a chain sells, and where.

const places = ['新宿', '渋谷', '池袋', '横浜', '大宮', '川越', '町田', '千葉']
export const familyNames = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤']
export const familyKana = [
  'サトウ',
  'スズキ',
  'タカハシ',
  'タナカ',
  'イトウ',
  'ワタナベ',
  'ヤマモト',
  'ナカムラ',
  'コバヤシ',
  'カトウ',
]
export const givenNames = ['翔太', '美咲', '健一', '葵', '大輔', '優子', '直樹', '彩', '誠', '恵']
export const givenKana = [
  'ショウタ',
  'ミサキ',
  'ケンイチ',
  'アオイ',
  'ダイスケ',
  'ユウコ',
  'ナオキ',
  'アヤ',
  'マコト',
  'メグミ',
]
const programNames = ['ヨガ', 'ピラティス', 'ズンバ', 'ボディコンバット', 'アクア', 'ストレッチ']

/** 家族 is a type of a club's own. */
export const plans: readonly Plan[] = [
  { id: 601, code: 'P-REG', name: 'レギュラー', type: '通常', price: 8800 },
  { id: 602, code: 'P-DAY', name: 'デイタイム', type: '通常', price: 6600 },
  { id: 603, code: 'P-NIGHT', name: 'ナイト', type: '通常', price: 7700 },
  { id: 604, code: 'P-FAM', name: 'ファミリー', type: '家族', price: 5500 },
  { id: 610, code: 'P-REST', name: '休会', type: '休会', price: 1100 },
  { id: 621, code: 'O-WATER', name: '水素水', type: 'オプション', price: 1100 },
  { id: 622, code: 'O-LOCKER', name: 'ロッカー', type: 'オプション', price: 550 },
]
export const planOf = (id: number) => plans.find((plan) => plan.id === id)
export const restPlan = planOf(610) as Plan

/** A plan that makes a membership; 休会 is one of them. */
export const isBase = ({ type }: Plan) => type !== 'オプション'
export const isRest = ({ type }: Plan) => type === '休会'

const numbered = <T>(count: number, row: (n: number) => T): T[] => Array.from({ length: count }, (_, at) => row(at + 1))
const nth = (from: readonly string[], n: number) => from[n % from.length] as string

/** A chain of so many studios, without members. */
export function createMasters(studios: number): World {
  const studioOf = (n: number) => 100 + 1 + (n % studios)
  return {
    studios: numbered(studios, (n) => ({
      id: 100 + n,
      code: `S${100 + n}`,
      name: `${nth(places, n - 1)}店`,
      status: 1,
    })),
    programs: numbered(12, (n) => ({ id: 200 + n, name: `${nth(programNames, n)}${n > 6 ? '60' : '45'}` })),
    studio_rooms: numbered(studios * 2, (n) => ({ id: 300 + n, studio_id: studioOf(n), name: `ルーム${n}` })),
    instructors: numbered(studios * 2, (n) => ({
      ...{ id: 400 + n, name: `${nth(familyNames, n)} ${nth(givenNames, n * 3)}`, studio_ids: [studioOf(n)] },
    })),
    tickets: numbered(6, (n) => ({
      ...{ id: 500 + n, code: `T${n}`, name: `チケット${n}回`, price: 1100 * n, max_count: n },
      valid_days: n === 1 ? null : 30 * n,
    })),
    ...{ members: [], plans: [], member_tickets: [], studio_lessons: [], reservations: [], purchases: [] },
  }
}
