export interface Row {
  id: number
  [key: string]: unknown
}

/** The provider's records, by the name of their list in its answers. */
export interface World {
  studios: Row[]
  programs: Row[]
  studio_rooms: Row[]
  instructors: Row[]
  tickets: Row[]
  members: Row[]
  /** Contracts of members. */
  plans: Row[]
  member_tickets: Row[]
  studio_lessons: Row[]
  reservations: Row[]
  purchases: Row[]
}

const places = ['新宿', '渋谷', '池袋', '横浜', '大宮', '川越', '町田', '千葉']
const familyNames = ['佐藤', '鈴木', '高橋', '田中', '伊藤', '渡辺', '山本', '中村', '小林', '加藤']
const givenNames = ['翔太', '美咲', '健一', '葵', '大輔', '優子', '直樹', '彩', '誠', '恵']

const numbered = <T>(count: number, row: (n: number) => T): T[] => Array.from({ length: count }, (_, at) => row(at + 1))
const pick = (from: readonly string[], n: number) => from[n % from.length] as string

/** A small chain, the same at every start: so many members in so many studios. */
export function createWorld({ members = 2000, studios = 6 }: { members?: number; studios?: number } = {}): World {
  const studioOf = (n: number) => 100 + 1 + (n % studios)
  return {
    studios: numbered(studios, (n) => ({
      id: 100 + n,
      code: `S${100 + n}`,
      name: `${pick(places, n - 1)}店`,
      status: 1,
    })),
    programs: numbered(12, (n) => ({ id: 200 + n, name: `プログラム${n}` })),
    studio_rooms: numbered(studios * 2, (n) => ({ id: 300 + n, studio_id: studioOf(n), name: `ルーム${n}` })),
    instructors: numbered(studios * 2, (n) => ({
      ...{ id: 400 + n, name: `${pick(familyNames, n)} ${pick(givenNames, n * 3)}`, studio_ids: [studioOf(n)] },
    })),
    tickets: numbered(6, (n) => ({ id: 500 + n, code: `T${n}`, name: `チケット${n}`, price: 1100 * n, max_count: n })),
    members: numbered(members, (n) => ({
      id: 10_000 + n,
      member_no: `K${String(100_000 + n)}`,
      name: `${pick(familyNames, n * 7)} ${pick(givenNames, n * 3)}`,
      mail_address: `member${n}@example.com`,
      studio_id: studioOf(n),
      gender: 1 + (n % 2),
    })),
    ...{ plans: [], member_tickets: [], studio_lessons: [], reservations: [], purchases: [] },
  }
}
