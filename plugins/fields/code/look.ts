import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours of the page alone, which can be read on its ground whatever a creator chose. */
const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.definitionKeyword], color: 'var(--strong)', fontWeight: '600' },
  { tag: [tags.string, tags.number, tags.bool, tags.null, tags.regexp], color: 'var(--strong)' },
  { tag: [tags.propertyName, tags.attributeName], fontWeight: '600' },
  { tag: [tags.comment, tags.meta], color: 'var(--muted)', fontStyle: 'italic' },
])

export const colours = syntaxHighlighting(style)

const theme = EditorView.theme({
  '&': { height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', lineHeight: 'inherit', overflow: 'auto' },
  '.cm-content': { padding: '10px 0 56px', caretColor: 'currentColor' },
  // themes without boxes have hardly any padding, and the numbers stand before it
  '.cm-line': { padding: '0 var(--pad) 0 12px' },
  '.cm-gutters': { border: '0', backgroundColor: 'transparent', color: 'var(--muted)' },
  '.cm-gutters .cm-gutterElement': { padding: '0 0 0 var(--pad)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--strong)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--wrong)',
  },
})

/** How the code looks. */
export const look = [
  theme,
  // the line below the code lies over its end
  EditorView.scrollMargins.of(() => ({ bottom: 56 })),
]
