import { at, dataIn, listIn, members, part } from './requests.ts'
import type { Bundle, Field, Z } from './platform.ts'

/** Which form it is about. */
export const formField: Field = {
  key: 'form',
  label: 'Form',
  type: 'string',
  required: true,
  dynamic: 'form.id.title',
  altersDynamicFields: true,
}

/** The forms of the token's workspace, page by page, the one worked on last first. */
async function list(z: Z, bundle: Bundle) {
  const cursor = (bundle.meta?.page ?? 0) > 0 ? await z.cursor.get() : ''
  // the page before was the last one
  if (cursor === null) return []
  const { workspace } = members(dataIn(await z.request({ url: at(bundle, 'access-tokens/current') })))
  const answered = await z.request({
    url: at(bundle, `workspaces/${part(members(workspace).id)}/forms`),
    params: { limit: 100, ...(cursor !== '' && { cursor }) },
  })
  const { next_cursor: next } = members(answered.data)
  if (typeof next === 'string') await z.cursor.set(next)
  return listIn(answered).map(({ id, title, state }) => ({ id, title, state }))
}

/** Lists forms to choose from; it is no trigger of its own. */
export const form = {
  key: 'form',
  noun: 'Form',
  display: { label: 'New Form', description: 'Lists forms to choose from.', hidden: true },
  operation: {
    type: 'polling',
    perform: list,
    canPaginate: true,
    sample: { id: '01970000-0000-7000-8000-000000000001', title: 'Registration', state: 'published' },
    outputFields: [{ key: 'id' }, { key: 'title', label: 'Title' }, { key: 'state', label: 'State' }],
  },
}
