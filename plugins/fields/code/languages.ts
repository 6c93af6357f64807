import type { LanguageSupport } from '@codemirror/language'
import type { Language } from './field.ts'

/** What knows a language, each a file of its own. */
const SUPPORT: Readonly<Record<Exclude<Language, 'plain'>, () => Promise<LanguageSupport>>> = {
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
  html: async () => (await import('@codemirror/lang-html')).html(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  json: async () => (await import('@codemirror/lang-json')).json(),
  python: async () => (await import('@codemirror/lang-python')).python(),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
}

/** What colours the language; nothing for plain text, nor where it cannot be loaded: the code is written all the same. */
export async function supportOf(language: Language): Promise<LanguageSupport | undefined> {
  if (language === 'plain') return undefined
  return SUPPORT[language]().catch(() => undefined)
}
