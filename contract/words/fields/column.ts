import { publicationFields } from './publication.ts'

/** The fields of a column, as every screen, the log and every file name them. */
export const columnFields = {
  title: 'タイトル',
  lead: 'リード文',
  body: '本文',
  category: 'カテゴリ',
  tags: 'タグ',
  imgUrl: 'サムネイル',
  authorName: '執筆者',
  supervisorName: '監修者',
  targetMoods: 'おすすめ気分',
  relatedIds: '関連コラム',
  sortOrder: '表示順',
  textLength: '読む時間',
  viewCount: '閲覧数',
  likeCount: 'いいね数',
  ...publicationFields,
} as const
