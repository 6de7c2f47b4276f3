import { foldText } from '#contract/fold-text.ts'
import type { ScreenAction } from './area'

// By which texts the palette finds a choice.

interface Called {
  label: string
  kana?: string | undefined
  /** Search words, separated by spaces. */
  alsoCalled?: string | undefined
}

/** Whether a choice matches the typed text: any part of its label, or the start of a search word. */
export function isCalled({ label, kana = '', alsoCalled = '' }: Called, text: string): boolean {
  const wanted = foldText(text)
  if (foldText(`${label}|${kana}`).includes(wanted)) return true
  return alsoCalled.split(' ').some((word) => foldText(word).startsWith(wanted))
}

/** Fewer letters without particles match too much. */
const shortest = 3

/** 「コラムの登録」 and 「コラムを登録」 as one text, also with what links add: 「コラムの一覧で見る」. */
const plain = (text: string) =>
  foldText(text)
    .replace(/(?:[ヲデ]見ル|ヲ確認スル|スル|ヘ)$/, '')
    .replace(/[ノヲ]/g, '')

/** What one does on the screen of an area, and what the log calls it. */
const acts = /^(?:一覧|登録|追加|編集|一括更新|更新|変更|設定|複製|公開|非公開|削除|出力|CSV出力|印刷)/i

/** Whether a text finds a screen: also by a title, a link or an act of it, whatever particle stands between. */
export function isScreenCalled(choice: Called, text: string): boolean {
  if (isCalled(choice, text)) return true
  const wanted = plain(text)
  if (wanted.length < shortest) return false
  const label = plain(choice.label)
  if (label.includes(wanted)) return true
  if (wanted.startsWith(label) && acts.test(wanted.slice(label.length))) return true
  return (choice.alsoCalled ?? '').split(' ').some((word) => plain(word).startsWith(wanted))
}

/** The search words of an entry of the menu. */
export const wordsOfPlace = (group: string, alsoCalled = '') => `${group} ${alsoCalled}`

/** The search words of an action; 「新規登録」 is what lists call it. */
export const wordsOfAction = ({ path, alsoCalled = '' }: ScreenAction) =>
  path.endsWith('/new') ? `${alsoCalled} 新規登録` : alsoCalled

/** In no area: the frame's own menu leads there. */
export const ownAccount: ScreenAction = {
  path: '/account',
  label: 'アカウント設定を開く',
  alsoCalled: 'パスワードを変更 2段階認証 プロフィール 端末 月曜の一枚を受け取る へんこう せってい',
}
