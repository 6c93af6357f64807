import { Stack, TextInput } from '@mantine/core'
import type { Logo } from '../../../../../engine/document/cover.ts'
import { MediaInput } from '../../media/media_input.tsx'

/** The mark of whoever asks. */
export function LogoSetting(props: { logo: Logo | undefined; onChange: (logo: Logo | undefined) => void }) {
  const { logo, onChange } = props
  return (
    <Stack gap={8}>
      <MediaInput
        label="Logo"
        use="image"
        value={logo?.picture}
        maxSide={480}
        data-setting="appearance.logo"
        onChange={(picture) => onChange(picture && { ...logo, picture })}
      />
      {logo && (
        <TextInput
          label="Alternative text"
          description="Read to people who cannot see the logo."
          maxLength={300}
          value={logo.alt ?? ''}
          onChange={(event) => {
            const alt = event.currentTarget.value
            onChange({ picture: logo.picture, ...(alt !== '' && { alt }) })
          }}
        />
      )}
    </Stack>
  )
}
