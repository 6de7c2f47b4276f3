-- Normalisation of text for search and sorting. A change rebuilds the members list (210).

-- NFKC, lower case, hiragana as katakana, without spaces, hyphens and long vowel marks.
create or replace function fold_text(value text) returns text language sql immutable parallel safe as $$
  select translate(lower(normalize(value, nfkc)),
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ -‐−–ー',
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ')
$$;

-- The order of a Japanese telephone book: voiced and small letters beside their plain ones, surname before first name.
create or replace function kana_order(value text) returns text language sql immutable parallel safe as $$
  select translate(fold_text(value),
    'ァアィイゥウヴェエォオカガヵキギクグケゲヶコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲン',
    'AABBCCCDDEEFFFGGHHIIIJJKKLLMMNNOOPPQQRRRSSTTUVWXYZZZaaabbbcccdddefghijjkkllmnopqrrstuv')
$$;

-- Every substring of `length` letters in a text, each once, for a GIN index that finds any part of a word. Qualified
-- with the schema, because indexes are built without a search path.
create or replace function text_grams(value text, length integer) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(value, at, length) from generate_series(1, char_length(value) - length + 1) as at)
$$;
