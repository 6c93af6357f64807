import { Select, Switch } from '@mantine/core'
import type { FormSettings, Look } from '../../../../engine/document/document.ts'
import { fixedScheme } from '../../../respondent/theme.ts'
import { settingsOf } from '../blocks/block_of.ts'
import { changeSettings } from '../blocks/form_settings.ts'
import type { EditorModel } from '../model.ts'
import { useEditor, useSettingsGroup } from '../use_editor.ts'
import { AccentSetting } from './look/accent_setting.tsx'
import { CssSetting } from './look/css_setting.tsx'
import { CoverSetting } from './look/cover_setting.tsx'
import { OwnColours } from './look/own_colours.tsx'
import { LogoSetting } from './look/logo_setting.tsx'
import { Segments } from './segments.tsx'
import { ThemeSetting } from './look/theme_setting.tsx'
import { SavedThemes } from './look/saved_themes.tsx'
import { useSettingMark } from './wanted_setting.ts'

const SIZES = [
  { value: 'sm', label: 'Small' },
  { value: 'md', label: 'Medium' },
  { value: 'lg', label: 'Large' },
]
const CORNERS = [
  { value: 'none', label: 'Square' },
  { value: 'small', label: 'Round' },
  { value: 'full', label: 'Pill' },
]

const SCHEMES = [
  { value: 'auto', label: 'Auto' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const TYPEFACES = [
  { value: 'sans', label: 'Sans' },
  { value: 'serif-headings', label: 'Sans, headings in serif' },
  { value: 'serif', label: 'Serif' },
  { value: 'rounded', label: 'Rounded' },
  { value: 'mono', label: 'Mono' },
]

const NO_LOOK: Partial<Look> = {
  ground: undefined,
  ink: undefined,
  button: undefined,
  scheme: undefined,
  typeface: undefined,
  uppercase: undefined,
  css: undefined,
}

/** The look as it stands when this is called. */
function lookNow({ store }: EditorModel): FormSettings['appearance'] {
  return settingsOf('appearance', store.row('settings.appearance')?.content ?? {})
}

/** How the form looks to those who answer. */
export function DesignSettings() {
  const editor = useEditor()
  const look = settingsOf('appearance', useSettingsGroup('appearance'))
  const { progress } = settingsOf('sending', useSettingsGroup('sending'))
  const progressMark = useSettingMark('sending.progress')
  const typeface = useSettingMark('appearance.typeface')
  const uppercase = useSettingMark('appearance.uppercase')
  const change = (patch: { [name: string]: unknown }) => changeSettings(editor, 'appearance', patch)
  return (
    <>
      <ThemeSetting look={look} onChange={(theme) => change({ theme })} />
      <SavedThemes
        look={look}
        // what the theme leaves to the house is left to it here
        onTake={(taken) => change({ ...NO_LOOK, ...taken })}
      />
      <AccentSetting value={look.accent} onChange={(accent) => change({ accent })} />
      <OwnColours look={look} onChange={change} />
      <Segments
        setting="appearance.size"
        label="Size"
        value={look.size}
        data={SIZES}
        onChange={(size) => change({ size })}
      />
      <Segments
        setting="appearance.radius"
        label="Corners"
        value={look.radius}
        data={CORNERS}
        onChange={(radius) => change({ radius })}
      />
      <Segments
        setting="appearance.scheme"
        label="Color scheme"
        value={look.ground === undefined ? (look.scheme ?? 'auto') : (fixedScheme(look) ?? 'auto')}
        data={SCHEMES}
        disabled={look.ground !== undefined}
        said={look.ground === undefined ? undefined : 'Decided by the background.'}
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
      <Switch
        {...uppercase}
        label="Uppercase questions"
        checked={look.uppercase ?? false}
        onChange={(event) => change({ uppercase: event.currentTarget.checked || undefined })}
      />
      <CssSetting onChange={(css) => change({ css })} />
      <LogoSetting logo={look.logo} onChange={(next) => change({ logo: next(lookNow(editor).logo) })} />
      <CoverSetting cover={look.cover} accent={look.accent} onChange={(cover) => change({ cover })} />
      <Switch
        {...progressMark}
        label="Progress"
        description="Above the form, if it has several pages."
        checked={progress}
        onChange={(event) => changeSettings(editor, 'sending', { progress: event.currentTarget.checked })}
      />
    </>
  )
}
