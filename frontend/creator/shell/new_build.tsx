import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Build } from '../../../api_types/builds.ts'
import { api } from '../../api/client.ts'
import { toast } from '../../design/toasts.tsx'

const FIVE_MINUTES = 300_000

/** Asks now and then which build the server has, and offers to reload once it is another than this page's. */
export function useNewBuild(): void {
  const own = useRef<string>(undefined)
  const { data } = useQuery({
    queryKey: ['build'],
    queryFn: ({ signal }) => api.get<Build>('/builds/latest.json', signal),
    refetchInterval: FIVE_MINUTES,
    retry: false,
  })
  useEffect(() => {
    if (!data) return
    own.current ??= data.id
    if (own.current === data.id) return
    own.current = data.id
    toast.warning('A new version of Formwright is ready.', {
      label: 'Reload',
      click: () => window.location.reload(),
    })
  }, [data])
}
