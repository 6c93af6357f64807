import { NumberInput, TextInput } from '@mantine/core'
import { MOST_SUBMISSIONS, neverOpens } from '../../../../engine/document/limits.ts'
import { settingsOf } from '../blocks/block_of.ts'
import { changeAccess } from '../blocks/form_settings.ts'
import { useTyped } from '../undo/typed.ts'
import { useEditor, useRefused, useSettingsGroup } from '../use_editor.ts'
import { PasswordSetting } from './password_setting.tsx'
import { StateTexts } from './state_texts.tsx'
import { useSettingMark } from './wanted_setting.ts'

/** A time whose year has all its digits: typing 2026 goes by the years 2, 20 and 202. */
const WHOLE_YEAR = /^[1-9]\d{3}-/

/** Password, opening times and the most submissions. */
export function AccessSettings() {
  const editor = useEditor()
  const access = useSettingsGroup('access')
  const refused = useRefused('access')
  const { opensAt, closesAt } = access
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const backwards = neverOpens(settingsOf('access', access))
  return (
    <>
      <PasswordSetting />
      <Moment
        name="access.opensAt"
        label="Opens"
        value={opensAt}
        description={`Your time, ${zone}.`}
        error={refused.opensAt}
        onChange={(value) => changeAccess(editor, { opensAt: value })}
      />
      <Moment
        name="access.closesAt"
        label="Closes"
        value={closesAt}
        description={`Your time, ${zone}.`}
        error={refused.closesAt ?? (backwards && 'This is before it opens.')}
        onChange={(value) => changeAccess(editor, { closesAt: value })}
      />
      <MostSubmissions />
      <StateTexts />
    </>
  )
}

/** Nothing but a whole number within the limits is taken; what else was typed stays until it is mended. */
function MostSubmissions() {
  const editor = useEditor()
  const { maxSubmissions } = useSettingsGroup('access')
  const refused = useRefused('access')
  const mark = useSettingMark('access.maxSubmissions')
  const [typed, setTyped] = useTyped<number | string>()
  const most = MOST_SUBMISSIONS.toLocaleString()
  return (
    <NumberInput
      {...mark}
      label="Submission limit"
      description="The form is full after this many."
      placeholder="No limit"
      min={1}
      max={MOST_SUBMISSIONS}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      value={typed ?? (typeof maxSubmissions === 'number' ? maxSubmissions : '')}
      data-own-undo={typed !== undefined || undefined}
      error={
        typed === undefined
          ? refused.maxSubmissions
          : `Not saved. Enter a whole number from 1 to ${most}, or leave this empty for no limit.`
      }
      onChange={(next) => {
        const taken = next === '' || (typeof next === 'number' && next >= 1 && next <= MOST_SUBMISSIONS)
        setTyped(taken ? undefined : next)
        if (next === '') changeAccess(editor, { maxSubmissions: null })
        else if (taken) changeAccess(editor, { maxSubmissions: Number(next) })
      }}
    />
  )
}

/** A time as the browser's own control holds it: while its parts are typed, what they make so far stays as it is. */
function Moment(props: {
  name: string
  label: string
  value: unknown
  description: string
  error?: string | false
  onChange: (value: string | null) => void
}) {
  const mark = useSettingMark(props.name)
  const [typed, setTyped] = useTyped<string>()
  return (
    <TextInput
      {...mark}
      type="datetime-local"
      label={props.label}
      description={props.description}
      error={props.error}
      // years of four digits
      max="9999-12-31T23:59"
      value={typed ?? (typeof props.value === 'string' ? localOf(props.value) : '')}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        if (text === '') props.onChange(null)
        else if (WHOLE_YEAR.test(text)) props.onChange(new Date(text).toISOString())
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** An instant as the control for local times holds it. */
function localOf(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
