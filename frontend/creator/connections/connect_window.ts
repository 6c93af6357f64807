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
 */
export function useConnectWindow(workspaceId: string, service: string, onConnected: (id: string) => void) {
  const [away, setAway] = useState(false)
  const hear = useEffectEvent((news: News) => {
    if (news.service !== service || !away) return
    setAway(false)
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
    if (!opened) {
      toast.failure(new Error('Your browser blocked the window. Allow pop-ups for this page, and try again.'))
      return
    }
    setAway(true)
    try {
      opened.location.href = await beginConnection(workspaceId, {
        service,
        popup: true,
        ...(again !== undefined && { again }),
      })
    } catch (error) {
      opened.close()
      setAway(false)
      toast.failure(error)
    }
  }
  return { away, connect }
}
