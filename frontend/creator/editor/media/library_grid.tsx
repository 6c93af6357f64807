import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconFile, IconMovie, IconMusic, type Icon } from '@tabler/icons-react'
import { useId, type Ref } from 'react'
import type { LibraryFile } from '../../../../api_types/media.ts'
import { sizeInEnglish } from '@formwright/kit/size'
import classes from './library.module.css'

const ICONS: Readonly<Record<string, Icon>> = { video: IconMovie, audio: IconMusic }

/** The files as tiles: one stop of Tab, arrows from one to the next, Enter to use it. */
export function LibraryGrid(props: {
  ref: Ref<HTMLDivElement>
  files: readonly LibraryFile[]
  chosen: string | undefined
  onChoose: (src: string) => void
  /** undefined where nothing is chosen for */
  onTake: ((src: string) => void) | undefined
  more: (() => void) | undefined
  loading: boolean
  /** older ones could not be loaded */
  failed: boolean
}) {
  const { files, chosen, onTake } = props
  const name = useId()
  if (files.length === 0) return <Skeleton h={240} />
  return (
    <>
      <div ref={props.ref} role="radiogroup" aria-label="Files" className={classes.grid}>
        {files.map((file) => (
          <label key={file.id} className={classes.tile} onDoubleClick={() => onTake?.(file.src)}>
            <input
              type="radio"
              name={name}
              value={file.src}
              checked={file.src === chosen}
              aria-labelledby={`${name}-${file.id}-name`}
              aria-describedby={`${name}-${file.id}`}
              onChange={() => props.onChoose(file.src)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !onTake) return
                event.preventDefault()
                onTake(file.src)
              }}
            />
            <span className={classes.picture}>
              <Preview file={file} />
            </span>
            <bdi id={`${name}-${file.id}-name`} className={classes.name} title={file.name}>
              {file.name}
            </bdi>
            <span id={`${name}-${file.id}`} className={classes.size}>
              {sizeInEnglish(file.size)}
            </span>
          </label>
        ))}
      </div>
      {props.more && (
        <Group mt="md" gap="sm">
          <Button variant="default" loading={props.loading} onClick={props.more}>
            Show older files
          </Button>
          {props.failed && (
            <Text role="alert" size="sm">
              Older files could not be loaded.
            </Text>
          )}
        </Group>
      )}
    </>
  )
}

function Preview({ file }: { file: LibraryFile }) {
  if (file.type.startsWith('image/')) return <img src={file.src} alt="" loading="lazy" decoding="async" />
  const Kind = ICONS[file.type.split('/')[0] ?? ''] ?? IconFile
  return <Kind stroke={1.5} size={32} />
}
