import {
  ActionIcon,
  Modal,
  SegmentedControl,
  Tooltip,
  useComputedColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconExternalLink,
  IconMoon,
  IconRefresh,
  IconSun,
  type Icon,
} from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useReturnFocus } from '../../../design/return_focus.ts'
import type { Scheme } from '../../../respondent/theme.ts'
import classes from './preview_dialog.module.css'

const ICON = { size: 18, stroke: 1.5 }
/** The bar is lower than the head of other dialogs: the size of its title depends on the screen, and not on the theme. */
const SIZED_HERE = { fontSize: undefined, lineHeight: undefined }

const DEVICES = [
  { value: 'desktop', label: <Choice icon={IconDeviceDesktop} name="Desktop" /> },
  { value: 'tablet', label: <Choice icon={IconDeviceTablet} name="Tablet" /> },
  { value: 'phone', label: <Choice icon={IconDeviceMobile} name="Phone" /> },
]
const SCHEMES = [
  { value: 'light', label: <Choice icon={IconSun} name="Light" quiet /> },
  { value: 'dark', label: <Choice icon={IconMoon} name="Dark" quiet /> },
]

function Choice(props: { icon: Icon; name: string; quiet?: true }) {
  return (
    <span className={classes.choice} title={props.name}>
      <props.icon {...ICON} aria-hidden />
      {props.quiet ? <VisuallyHidden>{props.name}</VisuallyHidden> : <span>{props.name}</span>}
    </span>
  )
}

interface Shown {
  title: string
  /** the page that is shown; another key shows it anew */
  address: string
  state: string
  /** the scheme that the form always has; undefined: the device's */
  fixed: Scheme | undefined
  /** in place of the page */
  waiting?: ReactNode
  /** a line over the page */
  warning?: string
  /** what else can be done */
  children?: ReactNode
}

/** A real page of the form over the whole window, on a device and in a color scheme that one chooses. */
export function PreviewDialog(props: Shown & { opened: boolean; onClose: () => void }) {
  useReturnFocus(props.opened)
  return (
    <Modal.Root opened={props.opened} onClose={props.onClose} returnFocus={false} fullScreen>
      <Modal.Content className={classes.content} radius={0}>
        {props.opened && <Framed {...props} />}
      </Modal.Content>
    </Modal.Root>
  )
}

function Framed(props: Shown) {
  const { address, fixed } = props
  const app = useComputedColorScheme('light')
  const [device, setDevice] = useState('desktop')
  const [chosen, setScheme] = useState<string>()
  const [visit, setVisit] = useState(1)
  const scheme = fixed ?? chosen ?? app
  const schemes = fixed ? `Color scheme: this form is always ${fixed}` : 'Color scheme'
  return (
    <>
      <Modal.Header className={classes.bar}>
        <div className={classes.name}>
          {/* the first control is not shown on every screen */}
          <Modal.Title className={classes.title} style={SIZED_HERE} tabIndex={-1} data-autofocus>
            {props.title}
          </Modal.Title>
          <p className={classes.said}>Nothing is stored.</p>
        </div>
        <SegmentedControl
          aria-label="Device"
          className={classes.devices}
          data={DEVICES}
          value={device}
          onChange={setDevice}
        />
        <div className={classes.tools}>
          <Tooltip label={schemes} disabled={!fixed}>
            <SegmentedControl
              aria-label={schemes}
              data={SCHEMES}
              value={scheme}
              disabled={fixed !== undefined}
              onChange={setScheme}
            />
          </Tooltip>
          <Tooltip label="Start over">
            <ActionIcon aria-label="Start over" onClick={() => setVisit(visit + 1)}>
              <IconRefresh {...ICON} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Open in a new tab">
            <ActionIcon
              component="a"
              href={address}
              target="_blank"
              rel="noreferrer"
              aria-label="Open in a new tab"
            >
              <IconExternalLink {...ICON} />
            </ActionIcon>
          </Tooltip>
          {props.children}
        </div>
      </Modal.Header>
      <Modal.Body className={classes.body} data-device={device}>
        {props.warning && <p role="status">{props.warning}</p>}
        {props.waiting ?? (
          <iframe
            key={`${props.state} ${visit}`}
            className={classes.frame}
            // browsers take it for the color scheme of the device that the page inside asks for
            style={{ colorScheme: scheme }}
            title="Preview of the form"
            src={address}
          />
        )}
      </Modal.Body>
      {/* behind the page, which Tab leads through */}
      <Modal.CloseButton aria-label="Close the preview" iconSize={18} className={classes.close} />
    </>
  )
}
