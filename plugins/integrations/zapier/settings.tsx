import type { IntegrationSettings } from '@formwright/kit/integration'
import type { ZapierSettings } from './integration.ts'

/** There is nothing to set: Zapier gives the address when it subscribes. */
const Settings: IntegrationSettings<ZapierSettings> = () => null
export default Settings
