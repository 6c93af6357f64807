import { Input, SegmentedControl } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { NotionSettings } from './integration.ts'

const Settings: IntegrationSettings<NotionSettings> = ({ settings, change, t }) => (
  <Input.Wrapper label={t('deleted')} description={t('deleted.help')} labelElement="div">
    <div>
      <SegmentedControl
        aria-label={t('deleted')}
        mt={4}
        value={settings.deleted}
        onChange={(deleted) => change({ deleted: deleted === 'keep' ? 'keep' : 'trash' })}
        data={[
          { value: 'trash', label: t('deleted.trash') },
          { value: 'keep', label: t('deleted.keep') },
        ]}
      />
    </div>
  </Input.Wrapper>
)
export default Settings
