import { ActionIcon, Drawer, Text } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useLocation, useMatch } from 'react-router'
import { SignInAgain } from '../accounts/sign_in_again.tsx'
import { Connection } from './connection.tsx'
import { useOpenSlug } from './place.ts'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'
import { useShellKeys } from './shell_keys.ts'

const Palette = lazy(() => import('./palette.tsx'))
const KeysHelp = lazy(() => import('./keys_help.tsx'))

/** The frame of every page of a signed-in person: the rail (a drawer on narrow screens), the palette, the list of keys. */
export default function Shell() {
  const { folded, fold } = useFold()
  const [drawer, setDrawer] = useState(false)
  const [dialog, setDialog] = useState(false)
  const { palette, help } = useShellKeys()
  const { pathname } = useLocation()
  useEffect(() => setDrawer(false), [pathname])

  return (
    <div className={classes.shell}>
      <SkipLink />
      <nav aria-label="Menu and search" className={classes.topbar}>
        <ActionIcon aria-label="Open the menu" size={40} onClick={() => setDrawer(true)}>
          <IconMenu2 size={20} stroke={1.5} />
        </ActionIcon>
        <Text fw={600} flex={1}>
          Formwright
        </Text>
        <ActionIcon aria-label="Search forms, pages, and actions" size={40} onClick={palette.open}>
          <IconSearch size={20} stroke={1.5} />
        </ActionIcon>
      </nav>
      <div className={classes.rail} data-folded={folded || undefined}>
        <Rail folded={folded} onFold={fold} onFind={palette.open} onHelp={help.open} />
      </div>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        // Escape is for the dialog in front
        closeOnEscape={!dialog}
        size={280}
        title="Formwright"
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
        styles={{ body: { padding: 0, height: 'calc(100dvh - 60px)' } }}
      >
        <Rail
          folded={false}
          onDialog={setDialog}
          onFind={() => {
            setDrawer(false)
            palette.open()
          }}
          onHelp={() => {
            setDrawer(false)
            help.open()
          }}
        />
      </Drawer>
      <div className={classes.content}>
        <Connection />
        <Outlet />
      </div>
      <SignInAgain />
      <Suspense>
        {palette.wanted && <Palette opened={palette.opened} onClose={palette.close} onHelp={help.open} />}
        {help.wanted && <KeysHelp opened={help.opened} onClose={help.close} />}
      </Suspense>
    </div>
  )
}

/** Whether the rail shows icons only: inside of a form, which needs the room, remembered apart from elsewhere. */
function useFold(): { folded: boolean; fold: (() => void) | undefined } {
  const inForm = useOpenSlug() !== undefined
  const stored = { getInitialValueInEffect: false }
  const [elsewhere, foldElsewhere] = useLocalStorage({
    key: 'formwright-rail',
    defaultValue: false,
    ...stored,
  })
  const [form, foldForm] = useLocalStorage({ key: 'formwright-rail-of-form', defaultValue: true, ...stored })
  const narrow = useMediaQuery('(max-width: 79.99em)', false, stored)
  if (!inForm) return { folded: elsewhere, fold: () => foldElsewhere(!elsewhere) }
  return narrow ? { folded: true, fold: undefined } : { folded: form, fold: () => foldForm(!form) }
}

/** The first stop of Tab: past the rail to the page, and in the editor past everything to the form. */
function SkipLink() {
  const editing = useMatch('/forms/:slug/edit') !== null
  return (
    <a
      href="#main"
      className={classes.skip}
      onClick={(event) => {
        event.preventDefault()
        const page = document.getElementById('main')
        const form = editing ? page?.querySelector<HTMLElement>('[data-page]') : null
        ;(form ?? page)?.focus()
      }}
    >
      {editing ? 'Skip to the form' : 'Skip to the page'}
    </a>
  )
}
