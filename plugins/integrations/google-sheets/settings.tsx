import { Input, SegmentedControl } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { SheetSettings } from './integration.ts'

const Settings: IntegrationSettings<SheetSettings> = ({ settings, change, t }) => (
  <Input.Wrapper label={t('deleted')} description={t('deleted.help')} labelElement="div">
    <div>
      <SegmentedControl
        aria-label={t('deleted')}
        mt={4}
        value={settings.deleted}
        onChange={(deleted) => change({ deleted: deleted === 'remove' ? 'remove' : 'mark' })}
        data={[
          { value: 'mark', label: t('deleted.mark') },
          { value: 'remove', label: t('deleted.remove') },
        ]}
      />
    </div>
  </Input.Wrapper>
)
export default Settings
