import type { Visit } from '../visit.ts'

/** An ending is not kept back by its looks any longer, in ms. */
const PATIENCE = 1000

let dressed: Promise<unknown> | undefined

/** Gives the page what endings look like, once. Asked for with what leads to the ending; where it never comes, that is shown without. */
export function dress(visit: Visit): Promise<unknown> {
  dressed ??= Promise.race([
    adopt(visit).catch(() => (dressed = undefined)),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ])
  return dressed
}

async function adopt({ data, loadEndingRules }: Visit): Promise<void> {
  const loaded = await loadEndingRules?.()
  if (!loaded) return
  const sheet = new CSSStyleSheet()
  await sheet.replace(loaded.endingRules(data.form))
  document.adoptedStyleSheets.push(sheet)
}
