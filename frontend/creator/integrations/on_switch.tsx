import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { Integration } from '../../../api_types/integrations.ts'
import { useChangeIntegration } from '../../api/integrations.ts'
import { toast } from '../../design/toasts.tsx'

/** Switches an integration on or off. It shows at once what was chosen, and goes back if that could not be stored. */
export function OnSwitch(props: {
  slug: string
  integration: Integration
  label?: string
  'aria-label'?: string
}) {
  const { integration } = props
  const change = useChangeIntegration(props.slug, integration.id)
  const [chosen, setChosen] = useState<boolean>()
  function choose(enabled: boolean) {
    setChosen(enabled)
    change.mutate({ enabled }, { onError: toast.failure, onSettled: () => setChosen(undefined) })
  }
  return (
    <Switch
      label={props.label}
      aria-label={props['aria-label']}
      checked={chosen ?? integration.enabled}
      disabled={!integration.known}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  )
}
