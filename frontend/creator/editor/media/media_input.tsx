import { Button, FileButton, Group, Input, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconFile, IconLibraryPhoto, IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { MediaFile } from '@formwright/kit/media'
import { sizeInEnglish } from '@formwright/kit/size'
import classes from './media_input.module.css'
import type { UploadState } from './uploads.ts'
import { accepted, type MediaPlace } from './media_place.ts'
import { useFocusInside, useUpload } from './use_upload.ts'
import { useEditor } from '../use_editor.ts'

const WORDS: Readonly<Record<string, { choose: string; limit: string }>> = {
  image: { choose: 'Choose a picture', limit: 'PNG, JPEG, WebP, GIF, AVIF or SVG, up to 10 MB' },
  'video/': { choose: 'Choose a video', limit: 'MP4 or WebM, up to 25 MB' },
  'audio/': { choose: 'Choose a sound file', limit: 'MP3, M4A, Ogg or WAV, up to 25 MB' },
  'text/vtt': { choose: 'Choose a file', limit: 'WebVTT (.vtt)' },
  'image/,video/': { choose: 'Choose a file', limit: 'A picture, or a video (MP4 or WebM), up to 25 MB' },
}
const ANY = { choose: 'Choose a file', limit: 'Up to 25 MB' }

interface MediaInputProps extends MediaPlace {
  label: string
  description?: string
  error?: string
  'data-setting'?: string
  value: MediaFile | undefined
  /** in place of the small picture */
  preview?: ReactNode
}

/** A picture or a file of the creator's: chosen, dropped or pasted, sent, shown, exchanged and removed. */
export function MediaInput(props: MediaInputProps) {
  const { label, use, types, value } = props
  const words = WORDS[types?.join() ?? use] ?? ANY
  const name = useId()
  const group = useRef<HTMLDivElement>(null)
  const upload = useUpload(props)
  const [over, setOver] = useState(false)
  const step = upload.sending ? 'sending' : value ? 'chosen' : 'empty'
  useFocusInside(group, step)
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file) upload.begin(file)
    return file !== undefined
  }
  return (
    <Input.Wrapper
      label={label}
      description={props.description}
      error={upload.failed ?? props.error}
      labelElement="div"
      labelProps={{ id: name }}
      errorProps={{ role: upload.failed === undefined ? undefined : 'alert' }}
    >
      <div
        ref={group}
        role="group"
        aria-labelledby={name}
        className={classes.zone}
        data-setting={props['data-setting']}
        data-step={step}
        data-over={over || undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
        onPaste={(event) => {
          if (take(event.clipboardData.files)) event.preventDefault()
        }}
      >
        {upload.sending ? (
          <Sending sending={upload.sending} onCancel={upload.cancel} />
        ) : value ? (
          <Chosen {...props} value={value} take={upload.begin} />
        ) : (
          <Stack gap={4} align="center">
            <Group gap={8} justify="center">
              <Choose accept={accepted(props)} take={upload.begin}>
                {words.choose}
              </Choose>
              <FromLibrary {...props} />
            </Group>
            <Text size="sm" c="dimmed" ta="center">
              <span className={classes.pointer}>or drop or paste it here. </span>
              {words.limit}.
            </Text>
          </Stack>
        )}
        <VisuallyHidden role="status">{upload.announced}</VisuallyHidden>
      </div>
    </Input.Wrapper>
  )
}

function Choose(props: { accept: string | undefined; take: (file: File) => void; children: string }) {
  return (
    <FileButton accept={props.accept} onChange={(file) => file && props.take(file)}>
      {(button) => (
        <Button {...button} variant="default" size="xs" leftSection={<IconUpload size={16} stroke={1.5} />}>
          {props.children}
        </Button>
      )}
    </FileButton>
  )
}

/** Chooses what was uploaded into this form before. */
function FromLibrary({ label, place, use, types, maxSide, onChange }: MediaInputProps) {
  const { library } = useEditor()
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconLibraryPhoto size={16} stroke={1.5} />}
      onClick={() => library.set({ label, place, use, types, maxSide, onChange })}
    >
      Library
    </Button>
  )
}

function Sending({
  sending,
  onCancel,
}: {
  sending: NonNullable<UploadState['sending']>
  onCancel: () => void
}) {
  return (
    <Stack gap={8}>
      <Text size="sm" truncate>
        {sending.name}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={sending.share * 100} aria-label={`Uploading ${sending.name}`} />
      </Progress.Root>
      <Group>
        <Button variant="default" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}

function Chosen(props: MediaInputProps & { value: MediaFile; take: (file: File) => void }) {
  const { value } = props
  const Icon = value.type.startsWith('image/') ? IconPhoto : IconFile
  return (
    <Stack gap={8}>
      {props.preview ??
        (value.type.startsWith('image/') && <img className={classes.picture} src={value.src} alt="" />)}
      <Group gap={8} wrap="nowrap" c="dimmed">
        <Icon size={16} stroke={1.5} className={classes.icon} />
        <Text size="sm" truncate title={value.name}>
          {value.name}
        </Text>
        <Text size="sm" className={classes.size}>
          {sizeInEnglish(value.size)}
        </Text>
      </Group>
      <Group gap={8}>
        <Choose accept={accepted(props)} take={props.take}>
          Replace
        </Choose>
        <FromLibrary {...props} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTrash size={16} stroke={1.5} />}
          aria-label={`Remove ${props.label.toLowerCase()}`}
          onClick={() => props.onChange(undefined)}
        >
          Remove
        </Button>
      </Group>
    </Stack>
  )
}
