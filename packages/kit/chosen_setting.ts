import * as v from 'valibot'

/** What was chosen of what a service offers: its id there, and what it was called then. Both are empty at first. */
export interface ChosenSetting {
  id: string
  label: string
}

const text = (most: number) => v.optional(v.pipe(v.string(), v.maxLength(most, 'This is too long.')), '')

/**
 * An entry of a settings schema that is chosen of what the service offers: the kind answers that in `choices`, and the
 * core draws the field. `with` as of any entry; `newName` is what a new one is called that nobody has named, in place of
 * the form's title.
 */
export function chosenSetting(
  title: string,
  description: string,
  more: { with?: string; newName?: string } = {},
) {
  return v.optional(
    v.pipe(
      v.object({ id: text(500), label: text(500) }),
      v.title(title),
      v.description(description),
      v.metadata({ control: 'choices', ...more }),
    ),
    { id: '', label: '' },
  )
}
