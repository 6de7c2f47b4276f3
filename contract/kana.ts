/** Hiragana as katakana; everything else as it is. */
export const toKatakana = (text: string) =>
  text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
