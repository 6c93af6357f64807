import { ActionIcon, FileButton, Group, RingProgress, VisuallyHidden } from '@mantine/core'
import { IconLibraryPhoto, IconPhotoPlus, IconPaperclip, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { MediaFile } from '@formwright/kit/media'
import { toast } from '../../../design/toasts.tsx'
import classes from './media_input.module.css'
import { accepted, type MediaPlace } from './media_place.ts'
import { useFocusInside, useUpload } from './use_upload.ts'
import { useEditor } from '../use_editor.ts'

interface MediaButtonProps extends MediaPlace {
  /** what it is, and of which item */
  name: string
  'data-setting': string
  value: MediaFile | undefined
}

/** The picture or the file of an item in a list: as small as a line. */
export function MediaButton(props: MediaButtonProps) {
  const { name, use, value, onChange } = props
  const { library } = useEditor()
  const { sending, failed, announced, begin, cancel } = useUpload(props)
  const group = useRef<HTMLDivElement>(null)
  useFocusInside(group, sending ? 'sending' : value ? 'chosen' : 'empty')
  // a line has no room for why
  useEffect(() => {
    if (failed !== undefined) toast.warning(failed)
  }, [failed])
  const Icon = use === 'image' ? IconPhotoPlus : IconPaperclip
  const remove = sending ? cancel : value && (() => onChange(undefined))
  return (
    <Group
      ref={group}
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
      {sending ? (
        <RingProgress
          role="progressbar"
          flex="none"
          aria-label={`Uploading ${sending.name}`}
          aria-valuenow={Math.round(sending.share * 100)}
          size={36}
          thickness={3}
          sections={[{ value: sending.share * 100, color: 'accent' }]}
        />
      ) : (
        <FileButton accept={accepted(props)} onChange={(file) => file && begin(file)}>
          {(button) => (
            <ActionIcon {...button} variant="default" size={36} aria-label={name} title={value?.name}>
              {value?.type.startsWith('image/') ? (
                <img className={classes.small} src={value.src} alt="" />
              ) : (
                <Icon size={16} stroke={1.5} />
              )}
            </ActionIcon>
          )}
        </FileButton>
      )}
      {!sending && (
        <ActionIcon
          variant="subtle"
          aria-label={`Library: ${name}`}
          onClick={() =>
            library.set({
              ...{ label: name, place: props.place, use },
              ...{ types: props.types, maxSide: props.maxSide, onChange },
            })
          }
        >
          <IconLibraryPhoto size={16} stroke={1.5} />
        </ActionIcon>
      )}
      {remove && (
        <ActionIcon variant="subtle" aria-label={`${sending ? 'Cancel' : 'Remove'} ${name}`} onClick={remove}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      )}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </Group>
  )
}
