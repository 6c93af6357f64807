import { Button, Select, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { coreTexts, languages } from '../../../respondent/languages.ts'
import { addBlock } from '../blocks/add_blocks.ts'
import { changeLanguage } from '../blocks/language.ts'
import { familyOf, paletteOf, titleOf } from '../blocks/kinds.ts'
import { spoken } from '../blocks/references.ts'
import { useEditor, useLanguage, useOrder } from '../use_editor.ts'
import { AccessSettings } from './access_settings.tsx'
import { AddressSetting } from './address_setting.tsx'
import { DesignSettings } from './design_settings.tsx'
import classes from './panel.module.css'
import { useSettingMark, useWantedSetting } from './wanted_setting.ts'

/** The settings of the form itself; its title, description and the words of its buttons are changed on the page. */
export function FormPanel(props: { state: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useWantedSetting(panel)
  return (
    <Stack ref={panel} className={classes.panel} gap="lg">
      <div className={classes.heading}>
        <h2>Form</h2>
        {props.state}
      </div>
      <Section title="Design">
        <DesignSettings />
      </Section>
      <Section title="Access">
        <AccessSettings />
      </Section>
      <Section title="After sending">
        <Endings />
      </Section>
      <Section title="Address and language">
        <AddressSetting />
        <Language />
      </Section>
    </Stack>
  )
}

function Section(props: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={props.title}>
      <h3 className={classes.sectionTitle}>{props.title}</h3>
      {props.children}
    </section>
  )
}

/** What the form says of itself: buttons, messages, words that new blocks begin with. */
function Language() {
  const editor = useEditor()
  const language = useLanguage()
  const mark = useSettingMark('general.language')
  const all = languages.includes(language) ? languages : [...languages, language]
  return (
    <Select
      {...mark}
      label="Language"
      description="For buttons, messages, and new questions. Your own texts stay as they are."
      data={all.map((one) => ({ value: one, label: ownName(one) }))}
      allowDeselect={false}
      value={language}
      onChange={(next) => next && next !== language && changeLanguage(editor, next)}
    />
  )
}

/** What a language is called by those who speak it. */
function ownName(language: string): string {
  try {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
    // In the middle of a sentence French and Spanish write theirs small.
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  } catch {
    return language
  }
}

/** What is shown after sending: a list that leads to each ending on the page. */
function Endings() {
  const editor = useEditor()
  const language = useLanguage()
  const order = useOrder()
  const endings = order.flatMap((id) => {
    const row = editor.store.row(id)
    return row && familyOf(editor.kinds, row.kind) === 'ending' ? [row] : []
  })
  const entry = paletteOf(editor.kinds).find((one) => familyOf(editor.kinds, one.kind) === 'ending')
  return (
    <div>
      {endings.length === 0 && (
        <Text c="dimmed" size="xs" mb={8}>
          Without one, people see “{coreTexts(language)['sent.text']}”
        </Text>
      )}
      <Stack gap={4} align="flex-start">
        {endings.map((row) => (
          <Button
            key={row.id}
            size="compact-sm"
            variant="subtle"
            onClick={() => editor.wantedFocus.set({ block: row.id, caret: 'end' })}
          >
            {spoken(editor, titleOf(editor.kinds, row)).trim() || 'Ending'}
          </Button>
        ))}
        {entry && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            onClick={() => addBlock(editor, entry)}
          >
            Add an ending
          </Button>
        )}
      </Stack>
    </div>
  )
}
