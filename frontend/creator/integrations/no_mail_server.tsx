import { Alert, Anchor, Group, Text } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useUser } from '../../api/accounts.ts'
import { useSendsMail } from '../../api/mail_sender.ts'
import { may } from '../../api/workspaces.ts'
import { useCurrentForm } from '../forms/form_bar.tsx'

/** Says of what is to go by mail that it waits, and who can change that; nothing where somebody sends it. */
export function NoMailServer() {
  const form = useCurrentForm()
  const user = useUser()
  const { data } = useSendsMail(form.workspace_id)
  if (data?.sends !== false) return null
  return (
    <Alert
      color="amber"
      variant="light"
      title="There is no mail server"
      icon={<IconMailExclamation size={20} stroke={1.5} />}
    >
      <Text>
        What this integration sends waits, and goes once there is one.
        {!may(form.role, 'admin') && ' Ask an admin of the workspace to name one.'}
      </Text>
      <Group gap="md">
        {may(form.role, 'admin') && (
          <Anchor component={Link} to="/settings/workspace" underline="always">
            Name one for this workspace
          </Anchor>
        )}
        {user?.is_operator && (
          <Anchor component={Link} to="/settings/admin/mail" underline="always">
            See the mail of this server
          </Anchor>
        )}
      </Group>
    </Alert>
  )
}
