/** Hiragana as katakana; everything else as it is. */
export const toKatakana = (text: string) =>
  text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))

/**
 * Folds text for searching: NFKC (half-width kana, full-width Latin), lower case, hiragana to katakana, and without
 * spaces, hyphens and long marks, so that しんじゅく finds シンジュク.
 */
export const foldKana = (text: string) =>
  toKatakana(text.normalize('NFKC').toLowerCase()).replace(/[\s\-‐‑–—−ー・]/g, '')
