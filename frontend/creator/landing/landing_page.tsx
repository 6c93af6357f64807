import { Anchor, Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { userQuery } from '../../api/accounts.ts'
import { usePageTitle } from '../../design/page_title.ts'
import classes from './landing_page.module.css'

const THEMES = [
  { value: 'default', label: 'Outlined' },
  { value: 'simple', label: 'Simple' },
  { value: 'notion', label: 'Tight' },
]

/** The front door for those who are not signed in, with a form to try; others go straight to their forms. */
export default function LandingPage() {
  usePageTitle('Forms and surveys')
  const user = useQuery(userQuery)
  if (user.data) return <Navigate to="/home" replace />
  return (
    <main id="main" tabIndex={-1} className={classes.page}>
      <div>
        <Text fw={600} size="lg" mb="lg">
          Formwright
        </Text>
        <Title order={1} className={classes.title}>
          Forms people finish
        </Title>
        <Text size="lg" c="dimmed" my="lg" maw={440}>
          Unlimited questions and submissions, on every device, without losing an answer.
        </Text>
        <Group gap="sm">
          <Button component={Link} to="/register" size="md">
            Create an account
          </Button>
          <Button component={Link} to="/login" variant="default" size="md">
            Sign in
          </Button>
        </Group>
      </div>
      <Example />
    </main>
  )
}

/** The example form itself, in the theme that one chooses. Nothing that is filled in is stored. */
function Example() {
  const [theme, setTheme] = useState('default')
  const address = `/forms/example/preview?theme=${theme}`
  return (
    <section aria-label="Example form">
      <Group justify="space-between" mb="sm">
        <SegmentedControl aria-label="Theme" data={THEMES} value={theme} onChange={setTheme} />
        <Anchor href={address} target="_blank" rel="noreferrer">
          Open full size
        </Anchor>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        Try it. Nothing is stored.
      </Text>
      <iframe key={theme} src={address} title="Example form" loading="lazy" className={classes.frame} />
    </section>
  )
}
