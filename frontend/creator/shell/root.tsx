import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { TopLoader } from '../../design/top_loader.tsx'
import { useNewBuild } from './new_build.tsx'
import { RouteAnnouncer } from './route_announcer.tsx'

/** Around every page: the bar while pages load, the announcement of the page, the notice of a new build. */
export function Root() {
  const navigation = useNavigation()
  useNewBuild()
  return (
    <>
      <TopLoader loading={navigation.state !== 'idle'} />
      <Outlet />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  )
}
