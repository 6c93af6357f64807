import { Checkbox, SegmentedControl, Stack, Input } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { SlackSettings } from './integration.ts'

const Settings: IntegrationSettings<SlackSettings> = ({ settings, change, t }) => (
  <Stack gap="md">
    <Input.Wrapper label={t('way')} labelElement="div">
      <div>
        <SegmentedControl
          aria-label={t('way')}
          mt={4}
          fullWidth
          styles={{ label: { whiteSpace: 'normal' } }}
          value={settings.way}
          onChange={(way) => change({ way: way === 'webhook' ? 'webhook' : 'bot' })}
          data={[
            { value: 'bot', label: t('way.bot') },
            { value: 'webhook', label: t('way.webhook') },
          ]}
        />
      </div>
    </Input.Wrapper>
    <Checkbox
      label={t('answers')}
      checked={settings.answers}
      onChange={(event) => change({ answers: event.currentTarget.checked })}
    />
    {settings.way === 'bot' && (
      <Checkbox
        label={t('thread')}
        checked={settings.thread}
        onChange={(event) => change({ thread: event.currentTarget.checked })}
      />
    )}
  </Stack>
)
export default Settings
