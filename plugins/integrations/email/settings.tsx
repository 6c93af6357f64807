import { Checkbox, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { IntegrationSettings } from '@formwright/kit/integration'
import type { EmailSettings } from './integration.ts'

const SPLIT = [',', ';', ' ']

const Settings: IntegrationSettings<EmailSettings> = ({ settings, change, problems, questions, t }) => {
  const problemOf = (name: string) =>
    problems.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message
  const choices = questions.filter(({ type, section }) => /^choice/.test(type) && section === undefined)
  const texts = questions.filter(({ type, section }) => type === 'text' && section === undefined)
  const router = choices.find(({ id }) => id === settings.routeBy)
  const addressesOf = (option: string) => settings.routes.find((route) => route.option === option)?.to ?? []
  const route = (option: string, to: string[]) => {
    const others = settings.routes.filter((one) => one.option !== option)
    change({ routes: to.length > 0 ? [...others, { option, to }] : others })
  }
  return (
    <>
      <TagsInput
        label={t('to')}
        description={t('to.help')}
        value={settings.to}
        splitChars={SPLIT}
        acceptValueOnBlur
        error={problemOf('to')}
        onChange={(to) => change({ to })}
      />
      <Select
        label={t('routeBy')}
        description={t('routeBy.help')}
        placeholder={t('nobody')}
        data={optionsOf(choices)}
        value={settings.routeBy || null}
        clearable
        disabled={choices.length === 0}
        onChange={(routeBy) => change({ routeBy: routeBy ?? '', routes: [] })}
      />
      {router && (
        <Stack gap="xs" ps="md">
          {(router.options ?? []).map((option) => (
            <TagsInput
              key={option.id}
              label={t('route', { option: option.label })}
              value={addressesOf(option.id)}
              splitChars={SPLIT}
              acceptValueOnBlur
              onChange={(to) => route(option.id, to)}
            />
          ))}
          {problemOf('routes') && <Text c="var(--mantine-color-error)">{problemOf('routes')}</Text>}
        </Stack>
      )}
      <Select
        label={t('replyTo')}
        description={t('replyTo.help')}
        placeholder={t('nobody')}
        data={optionsOf(texts)}
        value={settings.replyTo || null}
        clearable
        disabled={texts.length === 0}
        onChange={(replyTo) => change({ replyTo: replyTo ?? '' })}
      />
      <TextInput
        label={t('sender')}
        description={t('sender.help')}
        value={settings.sender}
        error={problemOf('sender')}
        onChange={(event) => change({ sender: event.currentTarget.value })}
      />
      <Checkbox
        label={t('answers')}
        checked={settings.answers}
        onChange={(event) => change({ answers: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('attach')}
        description={t('attach.help')}
        checked={settings.attach}
        onChange={(event) => change({ attach: event.currentTarget.checked })}
      />
    </>
  )
}
export default Settings

function optionsOf(questions: readonly { id: string; label: string }[]) {
  return questions.map(({ id, label }) => ({ value: id, label }))
}
