import type { Translate } from '@formwright/kit/control'
import type { PluginTexts } from '@formwright/kit/found'

/** A plugin's own texts as its components ask for them. A key without a text shows itself, so that it is seen. */
export function translateFrom(texts: PluginTexts): Translate {
  return (key, params = {}) => {
    const plural =
      typeof params.count === 'number'
        ? texts[`${key}.${new Intl.PluralRules('en').select(params.count)}`]
        : undefined
    return (plural ?? texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(params[name] ?? whole),
    )
  }
}
