/** Words in a language (BCP 47), or in English where there are none in it. */
export function inLanguage<Words>(
  words: Readonly<Record<string, Words> & { en: Words }>,
  language: string,
): Words {
  const [base = ''] = language.split('-')
  return (Object.hasOwn(words, base) ? words[base] : undefined) ?? words.en
}
