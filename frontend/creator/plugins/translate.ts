import type { Translate } from '@formwright/kit/control'
import type { PluginTexts } from '@formwright/kit/found'
import { translator } from '../../respondent/translate.ts'

/** A table asks for them once for each of its cells. */
const known = new WeakMap<PluginTexts, Translate>()

/** A plugin's own texts as its components ask for them. A key without a text shows itself, so that it is seen. */
export function translateFrom(texts: PluginTexts): Translate {
  const t = known.get(texts) ?? translator('en', 'en', texts)
  known.set(texts, t)
  return t
}
