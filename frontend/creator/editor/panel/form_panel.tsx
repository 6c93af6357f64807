import { Button, SegmentedControl, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId, useRef, type ReactNode } from 'react'
import { coreTexts, languages } from '../../../respondent/languages.ts'
import { addBlock } from '../blocks/add_blocks.ts'
import { settingsOf } from '../blocks/block_of.ts'
import { changeSettings } from '../blocks/form_settings.ts'
import { changeLanguage } from '../blocks/language.ts'
import { familyOf, paletteOf, titleOf } from '../blocks/kinds.ts'
import { useTyped } from '../undo/typed.ts'
import { useEditor, useLanguage, useOrder, useRefused, useSettingsGroup } from '../use_editor.ts'
import { AccessSettings } from './access_settings.tsx'
import { AddressSetting } from './address_setting.tsx'
import { CoverSetting } from './look/cover_setting.tsx'
import { LogoSetting } from './look/logo_setting.tsx'
import classes from './panel.module.css'
import { useSettingMark, useWantedSetting } from './wanted_setting.ts'

/** The settings of the form itself. */
export function FormPanel(props: { state: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useWantedSetting(panel)
  return (
    <Stack ref={panel} className={classes.panel} gap="lg">
      <div className={classes.heading}>
        <h2>Form</h2>
        {props.state}
      </div>
      <General />
      <Section title="Who may answer">
        <AccessSettings />
      </Section>
      <Section title="Look">
        <Look />
      </Section>
      <Section title="Sending">
        <Sending />
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

function General() {
  const editor = useEditor()
  const { title, description } = useSettingsGroup('general')
  const refused = useRefused('general')
  const marks = { title: useSettingMark('general.title'), words: useSettingMark('general.description') }
  return (
    <Stack gap="sm">
      <TextInput
        {...marks.title}
        label="Title"
        value={typeof title === 'string' ? title : ''}
        error={refused.title}
        onChange={(event) => changeSettings(editor, 'general', { title: event.currentTarget.value })}
      />
      <Textarea
        {...marks.words}
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        value={typeof description === 'string' ? description : ''}
        error={refused.description}
        onChange={(event) =>
          changeSettings(editor, 'general', { description: event.currentTarget.value || undefined })
        }
      />
      <Language />
      <AddressSetting />
    </Stack>
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
      description="Of buttons, messages and new questions. What you wrote stays as it is."
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
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

const THEMES = [
  { value: 'default', label: 'Outlined' },
  { value: 'simple', label: 'Simple: lines only' },
  { value: 'notion', label: 'Tight: no lines' },
]

const TYPEFACES = [
  { value: 'sans', label: 'Sans' },
  { value: 'serif-headings', label: 'Sans, headings in serif' },
  { value: 'serif', label: 'Serif' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'mono', label: 'Mono' },
]

function Look() {
  const editor = useEditor()
  const look = settingsOf('appearance', useSettingsGroup('appearance'))
  const theme = useSettingMark('appearance.theme')
  const typeface = useSettingMark('appearance.typeface')
  const change = (patch: { [name: string]: unknown }) => changeSettings(editor, 'appearance', patch)
  return (
    <>
      <Select
        {...theme}
        label="Theme"
        data={THEMES}
        allowDeselect={false}
        value={look.theme}
        onChange={(next) => next && change({ theme: next })}
      />
      <Segments
        name="appearance.size"
        label="Size"
        value={look.size}
        data={[
          { value: 'sm', label: 'Small' },
          { value: 'md', label: 'Medium' },
          { value: 'lg', label: 'Large' },
        ]}
        onChange={(size) => change({ size })}
      />
      <Segments
        name="appearance.radius"
        label="Corners"
        value={look.radius}
        data={[
          { value: 'none', label: 'Square' },
          { value: 'small', label: 'Round' },
          { value: 'full', label: 'Pill' },
        ]}
        onChange={(radius) => change({ radius })}
      />
      <Segments
        name="appearance.scheme"
        label="Color scheme"
        value={look.scheme ?? 'auto'}
        data={[
          { value: 'auto', label: 'Auto' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={(scheme) => change({ scheme })}
      />
      <Select
        {...typeface}
        label="Typeface"
        data={TYPEFACES}
        allowDeselect={false}
        value={look.typeface ?? 'sans'}
        onChange={(next) => next && change({ typeface: next })}
      />
      <Accent value={look.accent} onChange={(accent) => change({ accent })} />
      <LogoSetting logo={look.logo} onChange={(logo) => change({ logo })} />
      <CoverSetting cover={look.cover} accent={look.accent} onChange={(cover) => change({ cover })} />
    </>
  )
}

function Segments(props: {
  name: string
  label: string
  value: string
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  const id = useId()
  const mark = useSettingMark(props.name)
  return (
    <div {...mark}>
      <Text id={id} fw={500} mb={4}>
        {props.label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={props.data}
        value={props.value}
        onChange={props.onChange}
      />
    </div>
  )
}

/** A colour as somebody may type it: with or without the sign in front. */
function colourOf(text: string): string | undefined {
  const digits = /^\s*#?([0-9a-f]{6})\s*$/i.exec(text)?.[1]
  return digits && `#${digits}`
}

/** The accent, picked or typed. Only a whole colour is taken; until then what was typed stays. */
function Accent(props: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useTyped<string>()
  const mark = useSettingMark('appearance.accent')
  const wrong = typed !== undefined && colourOf(typed) === undefined
  return (
    <div className={classes.accent}>
      <input
        type="color"
        className={classes.swatch}
        aria-label="Pick the accent colour"
        value={props.value.toLowerCase()}
        onChange={(event) => {
          setTyped(undefined)
          props.onChange(event.currentTarget.value.toUpperCase())
        }}
      />
      <TextInput
        {...mark}
        label="Accent"
        style={{ flex: 1 }}
        value={typed ?? props.value}
        data-own-undo={wrong || undefined}
        error={wrong && 'Six digits or letters from a to f, such as #3B82F6. The colour before is kept.'}
        onChange={(event) => {
          const text = event.currentTarget.value
          const colour = colourOf(text)
          setTyped(text)
          if (colour && colour !== props.value) props.onChange(colour)
        }}
        onBlur={() => !wrong && setTyped(undefined)}
      />
    </div>
  )
}

function Sending() {
  const editor = useEditor()
  const language = useLanguage()
  const content = useSettingsGroup('sending')
  const sending = settingsOf('sending', content)
  const refused = useRefused('sending')
  const mark = useSettingMark('sending.submitLabel')
  const progress = useSettingMark('sending.progress')
  return (
    <>
      <TextInput
        {...mark}
        label="Button that sends"
        placeholder={coreTexts(language).send}
        value={typeof content.submitLabel === 'string' ? content.submitLabel : ''}
        error={refused.submitLabel}
        onChange={(event) => changeSettings(editor, 'sending', { submitLabel: event.currentTarget.value })}
      />
      <Switch
        {...progress}
        label="Show the progress"
        description="Over the form, when it has several pages."
        checked={sending.progress}
        onChange={(event) => changeSettings(editor, 'sending', { progress: event.currentTarget.checked })}
      />
      <Endings />
    </>
  )
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
      <Text fw={500} mb={4}>
        Endings
      </Text>
      {endings.length === 0 && (
        <Text c="dimmed" size="xs" mb={8}>
          Without one, people read “{coreTexts(language)['sent.text']}”
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
            {titleOf(editor.kinds, row) || 'Ending'}
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
