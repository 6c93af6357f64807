import { Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { coreTexts } from '../../../respondent/languages.ts'
import { useCurrentForm } from '../../forms/form_bar.tsx'
import { useReadOnly } from '../../text/read_only.ts'
import { changeAccess } from '../blocks/form_settings.ts'
import { Preview } from '../preview/preview.tsx'
import { useEditor, useLanguage, useRefused, useSettingsGroup } from '../use_editor.ts'
import classes from './panel.module.css'
import { useSettingMark } from './wanted_setting.ts'

const TEXTS = [
  { state: 'early', name: 'earlyText', label: 'Not open yet', title: 'early.title' },
  { state: 'closed', name: 'closedText', label: 'Closed', title: 'closed.text' },
  { state: 'full', name: 'fullText', label: 'Full', title: 'full.text' },
] as const
type Text = (typeof TEXTS)[number]

/** What the form says where nobody can answer it, in place of our own words. */
export function StateTexts() {
  const { slug } = useCurrentForm()
  const [previewed, setPreviewed] = useState<Text>()
  const [opened, setOpened] = useState(false)
  return (
    <details className={classes.advanced}>
      <summary>Own texts</summary>
      <Stack gap="sm">
        {TEXTS.map((text) => (
          <StateText
            key={text.name}
            text={text}
            onPreview={() => {
              setPreviewed(text)
              setOpened(true)
            }}
          />
        ))}
      </Stack>
      <Preview
        slug={slug}
        state={previewed?.state}
        title={`Preview: ${previewed?.label.toLowerCase()}`}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </details>
  )
}

function StateText({ text: { name, label, title }, onPreview }: { text: Text; onPreview: () => void }) {
  const editor = useEditor()
  const readOnly = useReadOnly()
  const text = useSettingsGroup('access')[name]
  const refused = useRefused('access')
  const mark = useSettingMark(`access.${name}`)
  return (
    <div className={classes.previewed}>
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
      {!readOnly && (
        <Button
          className={classes.preview}
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={`Preview: ${label.toLowerCase()}`}
          onClick={onPreview}
        >
          Preview
        </Button>
      )}
    </div>
  )
}
