import { useEffect, useEffectEvent, useState } from 'react'
import { beginConnection } from '../../api/connections.ts'
import { toast } from '../../design/toasts.tsx'

/** Tabs and windows of this browser tell each other here: a window that was at another site has lost its opener. */
const CHANNEL = 'formwright-connections'

/** What a window tells that has come back from a service. */
interface News {
  service: string
  /** the connection; absent when there is none */
  id?: string
  /** why there is none */
  reason?: string
}

function isNews(data: unknown): data is News {
  return typeof data === 'object' && data !== null && 'service' in data
}

/** Tells all other windows what came of going to a service. */
export function tellWindows(news: News): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/**
 * Connects in a window of its own, so that nothing that was typed here is lost. `onConnected` is told of the connection.
 * `away`: somebody may come back, be it that they have closed the window: nobody can tell, for at another site it is no longer
 * ours. `blocked`: where they go by a link, because the browser opens no window.
 */
export function useConnectWindow(workspaceId: string, service: string, onConnected: (id: string) => void) {
  const [beginning, setBeginning] = useState(false)
  const [away, setAway] = useState(false)
  const [blocked, setBlocked] = useState<string>()
  const hear = useEffectEvent((news: News) => {
    if (news.service !== service || !away) return
    setAway(false)
    setBlocked(undefined)
    if (news.id !== undefined) onConnected(news.id)
    else toast.failure(new Error(news.reason ?? 'Nothing was connected.'))
  })
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }) => {
      if (isNews(data)) hear(data)
    }
    return () => channel.close()
  }, [])

  const connect = async (again?: string) => {
    // opened at once: browsers block windows that open later than the click
    const opened = window.open('', '', 'popup,width=640,height=760')
    setBeginning(true)
    setBlocked(undefined)
    try {
      const address = await beginConnection(workspaceId, {
        service,
        popup: true,
        ...(again !== undefined && { again }),
      })
      setAway(true)
      if (opened) opened.location.href = address
      else setBlocked(address)
    } catch (error) {
      opened?.close()
      toast.failure(error)
    } finally {
      setBeginning(false)
    }
  }
  return { beginning, away, blocked, connect }
}
