import { importFile } from '../../db/schema/import.ts'
import type { AreaSeed } from '../areas.ts'
import { toIso } from '../calendar.ts'
import { staffIdOf } from '../club.ts'

const author = staffIdOf('head')

/** Files that came to nothing, with the sentence that staff read: the demo's members did not come from a file. */
const files = [
  {
    ago: 2,
    name: '会員一覧_提供元.csv',
    size: 18_240,
    failure:
      'ファイルの中身がWebページです。提供元のログインが切れていた可能性があります。もう一度ダウンロードしてください。',
  },
  {
    ago: 3,
    name: '名簿_大宮店.xls',
    size: 96_256,
    failure: '古い形式か、パスワードの付いたExcelのファイルです。Excelで「CSV UTF-8」として保存してください。',
  },
  {
    ago: 9,
    name: '会員_住所変更.csv',
    size: 4_180,
    failure: '12行目から文字コードが変わっています。UTF-8かShift_JISで保存し直してください。',
  },
  { ago: 12, name: '法人契約_名簿.csv', size: 6_400_000, failure: null },
]

export const seed: AreaSeed = async (tx, { until }) => {
  await tx.insert(importFile).values(
    files.map(({ ago, name, size, failure }, at) => ({
      ...{ kind: 'member' as const, name, size, failure, sha256: String(at).repeat(64), createdBy: author },
      ...(failure
        ? { state: 'failed' as const, received: size }
        : { state: 'uploading' as const, received: 4_000_000 }),
      answers: {
        ...{ columns: {}, values: {}, cells: [] },
        ...{ blanks: 'keep' as const, overwrite: false },
      },
      createdAt: new Date(`${toIso(until + 1 - ago)}T10:00:00+09:00`),
      expiresAt: new Date(`${toIso(until + 31 - ago)}T10:00:00+09:00`),
    })),
  )
}
