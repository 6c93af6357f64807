import { Alert, Checkbox, Select, TextInput } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { ConfirmationSettings } from './integration.ts'

const Settings: IntegrationSettings<ConfirmationSettings> = ({
  settings,
  change,
  problems,
  questions,
  t,
}) => {
  const problemOf = (name: string) => problems.find(({ path }) => path === name)?.message
  const texts = questions.filter(({ type, section }) => type === 'text' && section === undefined)
  return (
    <>
      {texts.length === 0 && <Alert color="yellow">{t('to.none')}</Alert>}
      <Select
        label={t('to')}
        description={t('to.help')}
        data={texts.map(({ id, label }) => ({ value: id, label }))}
        value={settings.to || null}
        error={problemOf('to')}
        required
        disabled={texts.length === 0}
        onChange={(to) => change({ to: to ?? '' })}
      />
      <TextInput
        label={t('sender')}
        description={t('sender.help')}
        value={settings.sender}
        error={problemOf('sender')}
        onChange={(event) => change({ sender: event.currentTarget.value })}
      />
      <TextInput
        type="email"
        label={t('replyTo')}
        description={t('replyTo.help')}
        value={settings.replyTo}
        error={problemOf('replyTo')}
        onChange={(event) => change({ replyTo: event.currentTarget.value })}
      />
      <Checkbox
        label={t('answers')}
        checked={settings.answers}
        onChange={(event) => change({ answers: event.currentTarget.checked })}
      />
    </>
  )
}
export default Settings
