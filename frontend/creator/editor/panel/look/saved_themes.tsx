import { ActionIcon, Button, Menu, Stack, Text } from '@mantine/core'
import { IconBookmarkPlus, IconBrush, IconCheck, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Theme } from '../../../../../api_types/themes.ts'
import type { FormSettings, Look } from '../../../../../engine/document/document.ts'
import { useThemes } from '../../../../api/themes.ts'
import { Confirm } from '../../../../design/confirm.tsx'
import { toast } from '../../../../design/toasts.tsx'
import { useCurrentForm } from '../../../forms/form_bar.tsx'
import { FormMiniature } from '../../../forms/form_miniature.tsx'
import { Property } from '../property.tsx'
import classes from './saved_themes.module.css'
import { ThemeName } from './theme_name.tsx'

/** What is asked about a theme, or about the look that is to become one. */
type Asked = { what: 'name' | 'delete'; theme?: Theme }

/** The looks that the workspace keeps: to take over into this form, and to keep this one. */
export function SavedThemes(props: { look: FormSettings['appearance']; onTake: (look: Look) => void }) {
  const { logo: _logo, cover: _cover, ...look } = props.look
  const themes = useThemes(useCurrentForm().workspace_id)
  const [asked, setAsked] = useState<Asked & { open: boolean }>({ what: 'name', open: false })
  const ask = (question: Asked) => setAsked({ ...question, open: true })
  const close = () => setAsked((before) => ({ ...before, open: false }))
  const keep = useRef<HTMLButtonElement>(null)
  const { data = [], error } = themes.query
  const { theme } = asked
  return (
    <Property label="Saved themes" wide>
      {(id) => (
        <Stack gap={4}>
          {error && (
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              {error.message}
            </Text>
          )}
          {data.length > 0 && (
            <ul aria-labelledby={id} className={classes.list}>
              {data.map((one) => (
                <SavedTheme
                  key={one.id}
                  theme={one}
                  taken={isSame(one.look, look)}
                  onTake={() => props.onTake(one.look)}
                  onUpdate={() =>
                    themes.change
                      .mutateAsync({ id: one.id, look })
                      .then(
                        () =>
                          toast.success(
                            `“${one.name}” now has this look. Forms that took it over stay as they are.`,
                          ),
                        toast.failure,
                      )
                  }
                  onAsk={(what) => ask({ what, theme: one })}
                />
              ))}
            </ul>
          )}
          <Button
            ref={keep}
            variant="default"
            size="compact-md"
            leftSection={<IconBookmarkPlus size={16} stroke={1.5} />}
            onClick={() => ask({ what: 'name' })}
          >
            Save this look
          </Button>
          <ThemeName
            opened={asked.open && asked.what === 'name'}
            theme={theme}
            error={theme ? themes.change.error : themes.add.error}
            onName={(name) =>
              theme
                ? themes.change.mutateAsync({ id: theme.id, name })
                : themes.add.mutateAsync({ name, look })
            }
            onClose={() => {
              close()
              themes.change.reset()
              themes.add.reset()
            }}
          />
          <DeleteTheme
            opened={asked.open && asked.what === 'delete'}
            name={theme?.name ?? ''}
            onClose={close}
            onConfirm={async () => {
              if (theme) await themes.remove.mutateAsync(theme.id).catch(toast.failure)
              // its row is gone, and with it what had the focus
              keep.current?.focus()
            }}
          />
        </Stack>
      )}
    </Property>
  )
}

function DeleteTheme(props: {
  opened: boolean
  name: string
  onClose: () => void
  onConfirm: () => Promise<void>
}) {
  const { name, ...dialog } = props
  return (
    <Confirm {...dialog} title={`Delete “${name}”?`} action="Delete theme">
      Forms that took it over keep their look.
    </Confirm>
  )
}

function SavedTheme(props: {
  theme: Theme
  /** the form looks so */
  taken: boolean
  onTake: () => void
  onUpdate: () => void
  onAsk: (what: Asked['what']) => void
}) {
  const { theme, taken } = props
  const { name, look } = theme
  return (
    <li className={classes.item}>
      <button type="button" className={classes.take} aria-pressed={taken} onClick={props.onTake}>
        <FormMiniature look={look} />
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {taken && <IconCheck size={16} stroke={1.5} aria-hidden />}
      </button>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon size={28} aria-label={`Actions for ${name}`}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconBrush size={16} stroke={1.5} />}
            disabled={taken}
            onClick={props.onUpdate}
          >
            Update to this look
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={() => props.onAsk('name')}>
            Rename
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} stroke={1.5} />}
            onClick={() => props.onAsk('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

function isSame(one: Look, other: Look): boolean {
  const text = (look: Look) =>
    JSON.stringify(
      Object.entries(look)
        .filter(([, value]) => value !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
  return text(one) === text(other)
}
