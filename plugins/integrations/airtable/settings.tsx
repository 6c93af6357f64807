import { Checkbox, Input, SegmentedControl, Stack } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { AirtableSettings } from './integration.ts'

const Settings: IntegrationSettings<AirtableSettings> = ({ settings, change, t }) => (
  <Stack gap="md">
    <Checkbox
      label={t('addOptions')}
      description={t('addOptions.help')}
      checked={settings.addOptions}
      onChange={(event) => change({ addOptions: event.currentTarget.checked })}
    />
    <Input.Wrapper label={t('deleted')} description={t('deleted.help')} labelElement="div">
      <div>
        <SegmentedControl
          aria-label={t('deleted')}
          mt={4}
          value={settings.deleted}
          onChange={(deleted) => change({ deleted: deleted === 'remove' ? 'remove' : 'keep' })}
          data={[
            { value: 'keep', label: t('deleted.keep') },
            { value: 'remove', label: t('deleted.remove') },
          ]}
        />
      </div>
    </Input.Wrapper>
  </Stack>
)
export default Settings
