import type { SettingEntry } from '@formwright/kit/settings_form'
import type { Block, FormSettings, Json } from './document.ts'
import { asWords } from './names.ts'

/** What creators call something, and what it is without a value. */
export interface Part {
  words: string
  default?: Json
  /** its values are nothing that creators read: ids, times of a computer, code */
  coded?: true
  /** values that the panel calls something else */
  called?: { readonly [value: string]: string }
}

type Parts<Of> = { readonly [Name in keyof Required<Of>]: Part }

/** The properties of a block. */
export const BLOCK_PARTS: Parts<Omit<Block, 'id' | 'v' | 'settings'>> = {
  kind: { words: 'type of block', coded: true },
  parent: { words: 'section', coded: true },
  label: { words: 'label', default: '' },
  key: { words: 'key' },
  help: { words: 'help' },
  helpBelow: { words: 'place of the help', default: false, coded: true },
  media: { words: 'picture or film' },
  placeholder: { words: 'placeholder', default: '' },
  required: { words: 'required', default: false },
  unique: { words: 'unique answers', default: false },
  state: { words: 'visibility', default: 'shown' },
  width: { words: 'width', default: 'full' },
  hideLabel: { words: 'hidden label', default: false },
  default: { words: 'default' },
  rules: { words: 'rules', default: [] },
  condition: { words: 'condition' },
}

/** The settings of a form, by group. */
export const SETTINGS_PARTS: { readonly [Group in keyof FormSettings]: Parts<FormSettings[Group]> } = {
  general: {
    title: { words: 'title' },
    description: { words: 'description', default: '' },
    language: { words: 'language' },
  },
  access: {
    opensAt: { words: 'when it opens', coded: true },
    closesAt: { words: 'when it closes', coded: true },
    maxSubmissions: { words: 'submission limit' },
    closedText: { words: 'text while it is closed', default: '' },
    fullText: { words: 'text when it is full', default: '' },
    earlyText: { words: 'text before it opens', default: '' },
  },
  appearance: {
    theme: { words: 'theme' },
    size: { words: 'size', called: { sm: 'small', md: 'medium', lg: 'large' } },
    radius: { words: 'corners', called: { none: 'square', small: 'round', full: 'pill' } },
    accent: { words: 'accent' },
    ground: { words: 'background' },
    ink: { words: 'text color' },
    button: { words: 'button color' },
    scheme: { words: 'color scheme', default: 'auto' },
    typeface: { words: 'typeface', default: 'sans', called: { 'serif-headings': 'sans, headings in serif' } },
    uppercase: { words: 'uppercase questions', default: false },
    css: { words: 'custom CSS', default: '', coded: true },
    logo: { words: 'logo' },
    cover: { words: 'cover' },
  },
  sending: {
    submitLabel: { words: 'text of the button', default: '' },
    progress: { words: 'progress' },
  },
}

/** What creators call a property of a block, or, of form settings, one of this group. */
export function partTitle(name: string, group?: string): string {
  const groups: { readonly [group: string]: { readonly [name: string]: Part } } = SETTINGS_PARTS
  const parts: { readonly [name: string]: Part } = group === undefined ? BLOCK_PARTS : (groups[group] ?? {})
  return asWords(parts[name]?.words ?? name)
}

/** What the panel calls a setting; where it calls several so, with the one that it belongs to. */
export function settingTitle(name: string, entries: ReadonlyMap<string, SettingEntry>): string {
  const entry = entries.get(name)
  if (!entry) return asWords(name)
  const { title } = entry
  const alone = [...entries.values()].filter((other) => other.title === title).length === 1
  const owner = entries.get(entry.with?.split('=')[0] ?? '')
  return alone || !owner ? title : `${owner.title}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}
