import { Checkbox } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { MicrosoftTeamsSettings } from './integration.ts'

const Settings: IntegrationSettings<MicrosoftTeamsSettings> = ({ settings, change, t }) => (
  <Checkbox
    label={t('answers')}
    checked={settings.answers}
    onChange={(event) => change({ answers: event.currentTarget.checked })}
  />
)
export default Settings
