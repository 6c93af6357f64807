import { at, dataIn, members } from './requests.ts'
import type { Bundle, Field, Z } from './platform.ts'

const fields: Field[] = [
  {
    key: 'url',
    label: 'Address of your instance',
    type: 'string',
    required: true,
    placeholder: 'https://forms.example.com',
    helpText: 'Where you sign in to Formwright.',
  },
  {
    key: 'token',
    label: 'Access token',
    type: 'password',
    required: true,
    helpText:
      'Create one in Formwright under Settings, Access tokens, with these scopes: Read forms, Read submissions, Change submissions, Manage integrations.',
  },
]

/** What all triggers and actions together need. */
const NEEDED = ['forms:read', 'submissions:read', 'submissions:write', 'integrations:manage']

/** Who the token is of, and where it is good; an error where it lacks what Zaps need. */
async function test(z: Z, bundle: Bundle) {
  const { id, scopes, workspace } = members(
    dataIn(await z.request({ url: at(bundle, 'access-tokens/current') })),
  )
  const lacks = NEEDED.filter((scope) => !Array.isArray(scopes) || !scopes.includes(scope))
  if (lacks.length > 0)
    throw new z.errors.Error(
      `This token lacks ${lacks.join(', ')}. Create one with these scopes, and connect again.`,
      'E_SCOPE',
      403,
    )
  return { id, workspace: members(workspace).name, workspace_id: members(workspace).id }
}

/** By an access token of one workspace; connections are called as the workspace is. */
export const authentication = {
  type: 'custom',
  fields,
  test,
  connectionLabel: (_z: Z, { inputData }: Bundle) => String(inputData.workspace),
}
