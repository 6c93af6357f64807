import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { ConfirmPassword } from '../accounts/confirm_password.tsx'
import { TopLoader } from '../../design/top_loader.tsx'
import { useNewBuild } from './new_build.tsx'
import { RouteAnnouncer } from './route_announcer.tsx'

/** Around every page: the bar while pages load, the page's announcement, the notice of a new build, the password asked. */
export function Root() {
  const navigation = useNavigation()
  useNewBuild()
  return (
    <>
      <TopLoader loading={navigation.state !== 'idle'} />
      <Outlet />
      <ConfirmPassword />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  )
}
