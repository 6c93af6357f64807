import { Alert, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { versionChangesQuery } from '../../../api/versions.ts'
import { DelayedFallback } from '../../../design/delayed_fallback.tsx'
import { Changes, isEmpty } from '../publish/changes.tsx'

/** How a version differs from an older one, which can be chosen among those that are listed. */
export function VersionChanges(props: { slug: string; number: number; older: readonly number[] }) {
  const { slug, number, older } = props
  const [since, setSince] = useState<number>()
  const { data, error } = useQuery(versionChangesQuery(slug, number, since))
  return (
    <section aria-label={`Changes of version ${number}`}>
      {older.length > 0 && (
        <NativeSelect
          size="xs"
          w="fit-content"
          mt={4}
          mb={8}
          aria-label={`Compare version ${number} with`}
          value={String(since ?? older[0])}
          data={older.map((one) => ({ value: String(one), label: `Since version ${one}` }))}
          onChange={(event) => setSince(Number(event.currentTarget.value))}
        />
      )}
      {error && <Alert color="red">{error.message}</Alert>}
      {!data && !error && (
        <DelayedFallback>
          <Skeleton h={40} />
        </DelayedFallback>
      )}
      {data && isEmpty(data) && (
        <Text size="sm" c="dimmed">
          Nothing differs.
        </Text>
      )}
      {data && data.since === null && (
        <Text size="sm" c="dimmed">
          The first version that is kept.
        </Text>
      )}
      {data && <Changes changes={data} />}
    </section>
  )
}
