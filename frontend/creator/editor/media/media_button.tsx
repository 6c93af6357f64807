import { ActionIcon, FileButton, Group, RingProgress } from '@mantine/core'
import { IconPhotoPlus, IconPaperclip, IconX } from '@tabler/icons-react'
import type { MediaFile } from '@formwright/kit/media'
import { toast } from '../../../design/toasts.tsx'
import { useEditor } from '../use_editor.ts'
import classes from './media_input.module.css'
import { accepted, useUpload } from './use_upload.ts'

/** The picture or the file of an item in a list: as small as a line. */
export function MediaButton(props: {
  /** what it is, and of which item */
  name: string
  'data-setting': string
  use: 'image' | 'file'
  value: MediaFile | undefined
  onChange: (file: MediaFile | undefined) => void
}) {
  const { name, use, value, onChange } = props
  const editor = useEditor()
  const { sending, begin, cancel } = useUpload((file, way) => editor.upload(use, file, way), {
    onDone: onChange,
    onFailed: (message) => toast.warning(message),
  })
  const Icon = use === 'image' ? IconPhotoPlus : IconPaperclip
  const remove = sending ? cancel : value && (() => onChange(undefined))
  return (
    <Group
      gap={0}
      wrap="nowrap"
      data-setting={props['data-setting']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) begin(file)
      }}
    >
      <FileButton accept={accepted(use)} onChange={(file) => file && begin(file)}>
        {(button) => (
          <ActionIcon {...button} variant="default" size={36} aria-label={name} title={value?.name}>
            {sending ? (
              <RingProgress
                size={24}
                thickness={3}
                sections={[{ value: sending.share * 100, color: 'accent' }]}
              />
            ) : value?.type.startsWith('image/') ? (
              <img className={classes.small} src={value.src} alt="" />
            ) : (
              <Icon size={16} stroke={1.5} />
            )}
          </ActionIcon>
        )}
      </FileButton>
      {remove && (
        <ActionIcon variant="subtle" aria-label={`${sending ? 'Cancel' : 'Remove'} ${name}`} onClick={remove}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      )}
    </Group>
  )
}
