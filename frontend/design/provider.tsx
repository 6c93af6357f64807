import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import './design.css'
import { Overlays } from './overlays.tsx'
import { cssVariables, theme } from './theme.ts'

/** Theme, colour scheme (the device's own unless chosen) and toasts for everything inside. */
export function DesignProvider(props: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {props.children}
      <Overlays />
      <Notifications
        autoClose={10_000}
        position="bottom-right"
        transitionDuration={160}
        pauseResetOnHover="all"
      />
    </MantineProvider>
  )
}
