import type { Scope } from '../../../api_types/access_tokens.ts'

/** What each scope is called, and what it lets a program do; in the order in which they are offered. */
export const SCOPE_TEXTS: Record<Scope, { name: string; words: string }> = {
  'forms:read': { name: 'Read forms', words: 'Forms, drafts, versions, and themes' },
  'forms:write': { name: 'Change forms', words: 'Create, edit, publish, close, and delete them' },
  'submissions:read': { name: 'Read submissions', words: 'Answers, files, and exports' },
  'submissions:write': { name: 'Change submissions', words: 'Send, edit, delete, and restore them' },
  'integrations:manage': {
    name: 'Manage integrations',
    words:
      'Settings, with the addresses in them. To add or change one or read its log, allow Read submissions too',
  },
  'workspaces:read': { name: 'Read the workspace', words: 'Its name and your role' },
}

/** Whether a text is a scope. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPE_TEXTS, text)
}
