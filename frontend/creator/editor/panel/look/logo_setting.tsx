import { Stack, TextInput } from '@mantine/core'
import type { Logo } from '../../../../../engine/document/cover.ts'
import { MediaInput } from '../../media/media_input.tsx'

/** The mark of whoever asks. */
export function LogoSetting(props: {
  logo: Logo | undefined
  /** changes it as it stands by then: an upload ends later than it began */
  onChange: (next: (logo: Logo | undefined) => Logo | undefined) => void
}) {
  const { logo, onChange } = props
  return (
    <Stack gap={8}>
      <MediaInput
        label="Logo"
        use="image"
        value={logo?.picture}
        maxSide={480}
        place="appearance.logo"
        data-setting="appearance.logo"
        onChange={(picture) => onChange((now) => picture && { ...now, picture })}
      />
      {logo && (
        <TextInput
          label="Alternative text"
          description="Read to people who cannot see the logo."
          maxLength={300}
          value={logo.alt ?? ''}
          onChange={(event) => {
            const alt = event.currentTarget.value
            onChange((now) => now && { picture: now.picture, ...(alt !== '' && { alt }) })
          }}
        />
      )}
    </Stack>
  )
}
