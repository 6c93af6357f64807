import { Checkbox, Stack } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { TelegramSettings } from './integration.ts'

const Settings: IntegrationSettings<TelegramSettings> = ({ settings, change, t }) => (
  <Stack gap="md">
    <Checkbox
      label={t('answers')}
      checked={settings.answers}
      onChange={(event) => change({ answers: event.currentTarget.checked })}
    />
    <Checkbox
      label={t('quiet')}
      checked={settings.quiet}
      onChange={(event) => change({ quiet: event.currentTarget.checked })}
    />
  </Stack>
)
export default Settings
