import { cssProblems } from '#app/forms/css_remarks'
import { stylesUnread } from '#app/forms/errors'
import { colourRemarks } from '#app/forms/own_colours'
import type { OwnStyles } from '#app/forms/own_styles'
import { ownStylesApart } from '#app/forms/styles_apart'
import { isBusy } from '#app/http/load_shedding'
import { type FormSettings, UNTITLED } from '#engine/document/document'
import { neverOpens } from '#engine/document/limits'
import type { DocumentProblem } from '#engine/document/problems'

/** What is wrong with the settings of a form that is to be published now. Each problem leads to its setting. */
export async function formSettingsProblems(
  { general, access, appearance }: FormSettings,
  now: Date,
): Promise<DocumentProblem[]> {
  const problems: DocumentProblem[] = []
  if (neverOpens(access)) {
    problems.push({
      severity: 'error',
      code: 'never-open',
      path: 'settings.access.closesAt',
      message: 'The form closes before it opens, so nobody can answer it. Change one of the times.',
    })
  } else if (access.closesAt !== undefined && Date.parse(access.closesAt) <= now.getTime()) {
    problems.push({
      severity: 'warning',
      code: 'never-open',
      path: 'settings.access.closesAt',
      message: 'The closing time has passed: people will see that the form is closed.',
    })
  }
  const { css = '' } = appearance
  const { leftOut, colours } = await readStyles(css)
  problems.push(
    ...cssProblems(css, [
      ...leftOut.map((each) => ({ ...each, code: 'left-out' as const })),
      ...colourRemarks(colours, appearance).map((each) => ({ ...each, code: 'unreadable' as const })),
    ]),
  )
  if (general.title.trim() === '') {
    problems.push({
      severity: 'warning',
      code: 'no-title',
      path: 'settings.general.title',
      message: `The form has no title. It is listed as “${UNTITLED}”, and its page starts without one.`,
    })
  }
  return problems
}

/** Nothing is changed by a check: who has to wait for one is told what it waits for, and that nothing is lost. */
async function readStyles(css: string): Promise<OwnStyles> {
  try {
    return await ownStylesApart(css)
  } catch (error) {
    throw isBusy(error) ? stylesUnread() : error
  }
}
