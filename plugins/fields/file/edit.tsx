import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import type { EditProps } from '@formwright/kit/control'
import type { Settings } from './field.ts'

const COMMON = ['image/*', 'application/pdf', '.docx', '.xlsx', '.txt', '.csv', 'audio/*', 'video/*']
const FITS = /^(\.[a-z0-9.+-]{1,20}|[a-z]+\/(\*|[a-z0-9.+-]{1,100}))$/

/** The list of accepted types; what is no type is not taken into it. */
export default function EditFile({ block, change, t }: EditProps<Settings>) {
  const [typed, setTyped] = useState('')
  return (
    <TagsInput
      label={t('edit.accept')}
      description={t('edit.accept.words')}
      placeholder={t('edit.accept.add')}
      data={COMMON}
      splitChars={[',', ' ']}
      searchValue={typed}
      onSearchChange={setTyped}
      // until it is taken it is not part of the draft
      data-own-undo={typed !== '' || undefined}
      value={block.settings.accept}
      onChange={(types) => {
        const accept = types.map((type) => type.trim().toLowerCase()).filter((type) => FITS.test(type))
        change({ accept: [...new Set(accept)] })
      }}
    />
  )
}
