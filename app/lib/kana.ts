/**
 * Folds text for searching: NFKC (half-width kana, full-width Latin), lower case, hiragana to katakana, and without
 * spaces, hyphens and long marks, so that しんじゅく finds シンジュク.
 */
export const foldKana = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[\s\-‐‑–—−ー・]/g, '')
