import { Input, Stack } from '@mantine/core'
import { IconBan, IconPhoto } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { DRAWN_COVERS, type Cover, type DrawnCover } from '../../../../../engine/document/cover.ts'
import { Drawing } from '../../../../respondent/cover.tsx'
import type { MediaFile } from '@formwright/kit/media'
import { MediaInput } from '../../media/media_input.tsx'
import { useUploadOf } from '../../media/use_upload.ts'
import { useEditor } from '../../use_editor.ts'
import { useSettingMark } from '../wanted_setting.ts'
import classes from './cover_setting.module.css'
import { FocalPoint } from './focal_point.tsx'

const NAMES: Record<DrawnCover, string> = {
  arcs: 'Arcs',
  steps: 'Steps',
  dots: 'Dots',
  weave: 'Weave',
  hills: 'Hills',
  blocks: 'Blocks',
}

/** A cover is as wide as the window: fewer pixels are seen there. */
const SHARP = 1200

function remarkOn({ type, width = SHARP }: MediaFile): string | undefined {
  if (type === 'image/svg+xml' || width >= SHARP) return undefined
  return `This picture is ${width} pixels wide and may look blurred. Choose one of ${SHARP.toLocaleString('en')} or more.`
}

type Choice = 'none' | 'picture' | DrawnCover

const PLACE = 'appearance.cover'

interface CoverProps {
  cover: Cover | undefined
  accent: string
  onChange: (cover: Cover | undefined) => void
}

/** What stands over the form: nothing, a drawing in its colours, or a picture of the creator's. */
export function CoverSetting(props: CoverProps) {
  const { cover, onChange } = props
  // a picture is wanted, and none is there yet
  const [wanted, setWanted] = useState(false)
  const name = useId()
  const { uploads } = useEditor()
  const uploading = useUploadOf(PLACE).sending !== undefined
  const mark = useSettingMark(PLACE)
  const picture = cover && 'picture' in cover ? cover : undefined
  const chosen: Choice =
    cover && 'drawn' in cover ? cover.drawn : picture || wanted || uploading ? 'picture' : 'none'
  const choose = (choice: Choice) => {
    setWanted(choice === 'picture')
    if (choice !== 'picture') uploads.cancel(PLACE)
    if (choice === 'picture') return cover && 'drawn' in cover && onChange(undefined)
    onChange(choice === 'none' ? undefined : { drawn: choice })
  }
  const tile = (choice: Choice, label: string) => (
    <label key={choice} className={classes.tile}>
      <input
        type="radio"
        name={name}
        checked={chosen === choice}
        onChange={() => choose(choice)}
        data-setting={choice === chosen ? mark['data-setting'] : undefined}
      />
      <span className={classes.drawing} style={{ color: props.accent }}>
        {choice !== 'none' && choice !== 'picture' && <Drawing cover={choice} id={`${name}-${choice}`} />}
        {choice === 'none' && <IconBan />}
        {choice === 'picture' && (picture ? <img src={picture.picture.src} alt="" /> : <IconPhoto />)}
      </span>
      <span className={classes.name}>{label}</span>
    </label>
  )
  return (
    <Stack gap={8}>
      <Input.Label component="div" id={`${name}-label`}>
        Cover
      </Input.Label>
      <div role="radiogroup" aria-labelledby={`${name}-label`} className={classes.tiles}>
        {tile('none', 'None')}
        {DRAWN_COVERS.map((drawn) => tile(drawn, NAMES[drawn]))}
        {tile('picture', 'Picture')}
      </div>
      {chosen === 'picture' && (
        <MediaInput
          label="Picture of the cover"
          place={PLACE}
          use="image"
          value={picture?.picture}
          description={picture && remarkOn(picture.picture)}
          onChange={(file) => {
            setWanted(true)
            onChange(file && { picture: file, x: 50, y: 50 })
          }}
          preview={
            picture && <FocalPoint {...picture} onChange={(point) => onChange({ ...picture, ...point })} />
          }
        />
      )}
    </Stack>
  )
}
