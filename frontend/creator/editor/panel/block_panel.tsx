import { ActionIcon, Menu, Stack, Tabs, Tooltip } from '@mantine/core'
import { IconSettings, IconTransform } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { isObject } from '../blocks/json.ts'
import { familyOf, kindTitle, pluginOf } from '../blocks/kinds.ts'
import type { RowView } from '../draft/row_view.ts'
import { TurnIntoItems, useConversions } from '../page/turn_into.tsx'
import { KindIcon } from '../palette/kind_icon.tsx'
import { useEditor } from '../use_editor.ts'
import { ContentTab } from './content_tab.tsx'
import { DesignTab } from './design_tab.tsx'
import classes from './panel.module.css'
import { RulesTab } from './rules_tab.tsx'
import { tabOf, useFocusOf, useWantedOf } from './wanted_setting.ts'

/** What the block can be turned into, if anything. */
function TurnInto(props: { id: string }) {
  const entries = useConversions(props.id)
  if (entries.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Tooltip label="Turn into">
        <span>
          <Menu.Target>
            <ActionIcon aria-label="Turn into">
              <IconTransform size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
        </span>
      </Tooltip>
      <Menu.Dropdown>
        <TurnIntoItems id={props.id} entries={entries} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The settings of one block. */
export function BlockPanel(props: { row: RowView; state: ReactNode }) {
  const { row } = props
  const { kinds, selection } = useEditor()
  const panel = useRef<HTMLDivElement>(null)
  const wanted = useWantedOf(row.id)
  const [chosen, setTab] = useState<string | null>('content')
  const tab = wanted === undefined ? chosen : tabOf(wanted)
  if (tab !== chosen) setTab(tab)
  useFocusOf(panel, row.id, tab)
  const settings = isObject(row.content.settings) ? row.content.settings : {}
  const family = familyOf(kinds, row.kind)
  return (
    <Stack ref={panel} className={classes.panel} gap="sm">
      <div className={classes.heading}>
        <KindIcon icon={pluginOf(kinds, row.kind)?.icon} />
        <h2>{kindTitle(kinds, row.kind, settings)}</h2>
        {props.state}
        <TurnInto id={row.id} />
        <Tooltip label="Form settings">
          <ActionIcon aria-label="Form settings" onClick={() => selection.clear()}>
            <IconSettings size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List grow mb="md">
          <Tabs.Tab value="content">Content</Tabs.Tab>
          <Tabs.Tab value="rules">Rules</Tabs.Tab>
          {(family === 'field' || family === 'content' || family === 'section') && (
            <Tabs.Tab value="design">Design</Tabs.Tab>
          )}
        </Tabs.List>
        <Tabs.Panel value="content">
          <ContentTab row={row} />
        </Tabs.Panel>
        <Tabs.Panel value="rules">
          <RulesTab row={row} />
        </Tabs.Panel>
        <Tabs.Panel value="design">
          <DesignTab row={row} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
