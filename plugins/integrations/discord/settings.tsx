import { Checkbox, Stack, TextInput } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { DiscordSettings } from './integration.ts'

const Settings: IntegrationSettings<DiscordSettings> = ({ settings, change, problems, t }) => (
  <Stack gap="md">
    <TextInput
      inputMode="numeric"
      label={t('thread')}
      description={t('thread.help')}
      value={settings.thread}
      error={problems.find((problem) => problem.path === 'thread')?.message}
      onChange={(event) => change({ thread: event.currentTarget.value })}
    />
    <Checkbox
      label={t('answers')}
      checked={settings.answers}
      onChange={(event) => change({ answers: event.currentTarget.checked })}
    />
  </Stack>
)
export default Settings
