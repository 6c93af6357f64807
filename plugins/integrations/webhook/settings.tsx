import { TextInput } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { WebhookSettings } from './integration.ts'

const Settings: IntegrationSettings<WebhookSettings> = ({ settings, change, problems, t }) => (
  <TextInput
    type="url"
    inputMode="url"
    label={t('url')}
    description={t('url.help')}
    placeholder="https://example.com/hook"
    value={settings.url}
    error={problems.find((problem) => problem.path === 'url')?.message}
    onChange={(event) => change({ url: event.currentTarget.value })}
    required
  />
)
export default Settings
