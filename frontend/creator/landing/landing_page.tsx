import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import { userQuery } from '../../api/accounts.ts'
import { usePageTitle } from '../../design/page_title.ts'

/** The front door for those who are not signed in; others go straight to their forms. */
export default function LandingPage() {
  usePageTitle('Forms and surveys')
  const user = useQuery(userQuery)
  if (user.data) return <Navigate to="/home" replace />
  return (
    <Stack component="main" id="main" tabIndex={-1} gap="lg" maw={640} mx="auto" px="md" py={96}>
      <Text fw={650} size="lg">
        Formwright
      </Text>
      <Title order={1}>Build forms and surveys, share them, work with the answers</Title>
      <Text size="lg" c="dimmed">
        Unlimited fields and unlimited submissions. Forms open at once on any device, work without JavaScript,
        and never lose an answer.
      </Text>
      <Group gap="sm">
        <Button component={Link} to="/register">
          Create an account
        </Button>
        <Button component={Link} to="/login" variant="default">
          Sign in
        </Button>
      </Group>
    </Stack>
  )
}
