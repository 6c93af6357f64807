import { Checkbox, Select, Stack, TagsInput } from '@mantine/core'
import type { IntegrationSettings, SettingsQuestion } from '@formwright/kit/integration'
import type { MailchimpSettings } from './integration.ts'

const Settings: IntegrationSettings<MailchimpSettings> = ({ settings, change, problems, questions, t }) => {
  const problemOf = (name: string) =>
    problems.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message
  const once = questions.filter(({ section }) => section === undefined)
  const texts = once.filter(({ type }) => type === 'text')
  const agreements = once.filter(({ type }) => type === 'boolean')
  return (
    <Stack gap="md">
      <Select
        label={t('email')}
        description={texts.length === 0 ? t('email.none') : undefined}
        data={optionsOf(texts)}
        value={settings.email || null}
        error={problemOf('email')}
        required
        disabled={texts.length === 0}
        onChange={(email) => change({ email: email ?? '' })}
      />
      <Select
        label={t('consent')}
        description={agreements.length === 0 ? t('consent.none') : t('consent.help')}
        data={optionsOf(agreements)}
        value={settings.consent || null}
        error={problemOf('consent')}
        required
        disabled={agreements.length === 0}
        onChange={(consent) => change({ consent: consent ?? '' })}
      />
      <Checkbox
        label={t('confirm')}
        description={t('confirm.help')}
        checked={settings.confirm}
        onChange={(event) => change({ confirm: event.currentTarget.checked })}
      />
      <TagsInput
        label={t('tags')}
        description={t('tags.help')}
        value={[...settings.tags]}
        splitChars={[',']}
        acceptValueOnBlur
        error={problemOf('tags')}
        onChange={(tags) => change({ tags })}
      />
    </Stack>
  )
}
export default Settings

function optionsOf(questions: readonly SettingsQuestion[]) {
  return questions.map(({ id, label }) => ({ value: id, label }))
}
