import { Stack, Textarea } from '@mantine/core'
import { coreTexts } from '../../../respondent/languages.ts'
import { changeAccess } from '../blocks/form_settings.ts'
import { useEditor, useLanguage, useRefused, useSettingsGroup } from '../use_editor.ts'
import classes from './panel.module.css'
import { useSettingMark } from './wanted_setting.ts'

const TEXTS = [
  { name: 'earlyText', label: 'Not open yet', title: 'early.title' },
  { name: 'closedText', label: 'Closed', title: 'closed.text' },
  { name: 'fullText', label: 'Full', title: 'full.text' },
] as const

/** What the form says where nobody can answer it, in place of our own words. */
export function StateTexts() {
  return (
    <details className={classes.advanced}>
      <summary>Own texts</summary>
      <Stack gap="sm">
        {TEXTS.map((text) => (
          <StateText key={text.name} {...text} />
        ))}
      </Stack>
    </details>
  )
}

function StateText({ name, label, title }: (typeof TEXTS)[number]) {
  const editor = useEditor()
  const text = useSettingsGroup('access')[name]
  const refused = useRefused('access')
  const mark = useSettingMark(`access.${name}`)
  return (
    <Textarea
      {...mark}
      label={label}
      placeholder={coreTexts(useLanguage())[title]}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={2000}
      value={typeof text === 'string' ? text : ''}
      error={refused[name]}
      onChange={(event) => changeAccess(editor, { [name]: event.currentTarget.value || null })}
    />
  )
}
