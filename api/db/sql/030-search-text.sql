-- Text as people search and sort it. The members list is written again when this changes (210).

-- NFKC, small letters, hiragana as katakana, without spaces, hyphens and long marks.
create or replace function fold_text(value text) returns text language sql immutable parallel safe as $$
  select translate(lower(normalize(value, nfkc)),
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ -‐−–ー',
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ')
$$;

-- Sorted as a Japanese telephone book: voiced and small letters beside their plain ones, surname before first name.
create or replace function kana_order(value text) returns text language sql immutable parallel safe as $$
  select translate(fold_text(value),
    'ァアィイゥウヴェエォオカガヵキギクグケゲヶコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲン',
    'AABBCCCDDEEFFFGGHHIIIJJKKLLMMNNOOPPQQRRRSSTTUVWXYZZZaaabbbcccdddefghijjkkllmnopqrrstuv')
$$;

-- Every run of `length` letters in a text, each once: what a GIN index finds the middle of a word by. Called by their
-- schema's name: indexes are made without a search path.
create or replace function text_grams(value text, length integer) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(value, at, length) from generate_series(1, char_length(value) - length + 1) as at)
$$;
