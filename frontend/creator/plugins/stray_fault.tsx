import { Text } from '@mantine/core'
import { faultWords, type PluginFault, usePluginFaults } from './faults.ts'

/**
 * Beside what a plugin draws: that something of it failed at a press or later, and goes on. Nothing is to be said: it takes
 * no room either, nor a gap.
 */
export function StrayFault({ family, kind }: Pick<PluginFault, 'family' | 'kind'>) {
  const fault = usePluginFaults().find((one) => one.stray && one.family === family && one.kind === kind)
  return (
    <div role="status" style={fault ? undefined : { position: 'absolute' }}>
      {fault && (
        <Text size="sm" c="dimmed">
          Something here failed: {faultWords(fault)}.
        </Text>
      )}
    </div>
  )
}
