import { ActionIcon, Button, Group, Input, MultiSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { IntegrationSettings, IntegrationSettingsProps } from '@formwright/kit/integration'
import { MOST_HEADERS, type WebhookSettings } from './integration.ts'

type Props = IntegrationSettingsProps<WebhookSettings>

const Settings: IntegrationSettings<WebhookSettings> = (props) => {
  const { settings, change, problems, questions, t } = props
  const problemOf = (path: string) => problems.find((problem) => problem.path === path)?.message
  const whole = questions.filter(({ id }) => !id.includes('.'))
  // what was deleted since is told of no more, and can be taken away
  const gone = settings.only.filter((id) => whole.every((question) => question.id !== id))
  return (
    <Stack gap="md">
      <TextInput
        type="url"
        inputMode="url"
        label={t('url')}
        description={t('url.help')}
        placeholder="https://example.com/hook"
        value={settings.url}
        error={problemOf('url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
        required
      />
      <MultiSelect
        label={t('only')}
        description={t('only.help')}
        placeholder={settings.only.length === 0 ? t('only.all') : undefined}
        data={[
          ...whole.map(({ id, label }) => ({ value: id, label })),
          ...gone.map((id) => ({ value: id, label: id })),
        ]}
        value={settings.only}
        error={problemOf('only')}
        onChange={(only) => change({ only })}
        searchable
        clearable
      />
      <Headers {...props} />
      <TextInput
        label={t('secretHeader')}
        description={t('secretHeader.help')}
        value={settings.secretHeader}
        error={problemOf('secretHeader')}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => change({ secretHeader: event.currentTarget.value })}
      />
    </Stack>
  )
}
export default Settings

/** Headers line by line: its name, its value. */
function Headers({ settings: { headers }, change, problems, t }: Props) {
  const problemOf = (path: string) => problems.find((problem) => problem.path === path)?.message
  const edit = (index: number, changed: Partial<(typeof headers)[number]>) =>
    change({ headers: headers.map((header, at) => (at === index ? { ...header, ...changed } : header)) })
  return (
    <Input.Wrapper
      label={t('headers')}
      description={t('headers.help')}
      error={problemOf('headers')}
      labelElement="div"
      role="group"
      aria-label={t('headers')}
    >
      <Stack gap="xs" mt={4} align="stretch">
        {headers.map(({ name, value }, index) => (
          // A line is nothing but its place.
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={t('headers.name', { n: index + 1 })}
              placeholder="X-Source"
              value={name}
              error={problemOf(`headers.${index}.name`)}
              autoComplete="off"
              onChange={(event) => edit(index, { name: event.currentTarget.value })}
            />
            <TextInput
              flex={2}
              aria-label={t('headers.value', { n: index + 1 })}
              value={value}
              error={problemOf(`headers.${index}.value`)}
              autoComplete="off"
              onChange={(event) => edit(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('headers.remove', { n: index + 1 })}
              onClick={() => change({ headers: headers.filter((_, at) => at !== index) })}
            >
              <IconTrash size={18} stroke={1.5} />
            </ActionIcon>
          </Group>
        ))}
        {headers.length < MOST_HEADERS && (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<IconPlus size={16} stroke={1.5} />}
            onClick={() => change({ headers: [...headers, { name: '', value: '' }] })}
          >
            {t('headers.add')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
