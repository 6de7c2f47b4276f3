import { publicationFields } from './publication.ts'

/** The fields of an announcement, as every screen, the log and every file name them. */
export const announcementFields = {
  title: 'タイトル',
  body: '本文',
  category: '区分',
  imgUrl: '画像',
  linkUrl: 'リンク',
  target: '配信対象',
  isPinned: '固定表示',
  ...publicationFields,
} as const
